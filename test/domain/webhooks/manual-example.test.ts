// The example of the manual checks what the server really sends.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fakeClock } from '../../support/fake-clock.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { fencesOf, manualPage } from '../../support/readme.ts'
import { openReceiver } from '../../support/receiver.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('the function of the manual takes what is genuine and new, and nothing else', async () => {
  using folder = temporaryFolder()
  const [block] = fencesOf(manualPage('webhooks.md').text)
  const file = join(folder.path, 'example.ts')
  writeFileSync(file, block?.text ?? '')
  const { isGenuine } = await import(pathToFileURL(file).href)
  await using receiver = await openReceiver()
  const clock = fakeClock(Date.now())
  const config = { webhookAllow: ['127.0.0.1'] }
  await using app = await openTestApp({ parts: { workers: false }, clock, config })
  const { token: as } = await app.signUp('Owner')
  const ask = async (path: string, body = {}) => (await app.call('POST', path, { as, body })).body
  const { data } = await ask('/v1/webhooks', { url: receiver.url })
  const { webhook_id, signing_secret } = data
  const send = async () => {
    await ask(`/v1/webhooks/${webhook_id}/test`)
    await app.settleJobs()
    const { headers, body } = receiver.received.at(-1) as (typeof receiver.received)[number]
    return { headers: new Headers(headers as Record<string, string>), body }
  }
  const { headers, body } = await send()
  assert.is(isGenuine(signing_secret, headers, body), true)
  assert.is(isGenuine(signing_secret, headers, `${body} `), false)
  const turned = (await ask(`/v1/webhooks/${webhook_id}/secret`)).data.signing_secret
  assert.is(isGenuine(turned, headers, body), false)
  const second = await send()
  for (const secret of [turned, signing_secret]) {
    assert.is(isGenuine(secret, second.headers, second.body), true)
  }
  clock.advance({ hours: -1 })
  const old = await send()
  assert.is(isGenuine(turned, old.headers, old.body), false)
})

test.run()
