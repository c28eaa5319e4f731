// A program elsewhere is told what happens: added, tried, paused, changed, and let go.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson } from '../../support/console/person.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { openReceiver } from '../../support/receiver.ts'

const isWide = 'document.documentElement.scrollWidth > innerWidth'

flow('an owner adds a webhook, tries it, sees what came back, and removes it', async (b) => {
  await using receiver = await openReceiver()
  await using app = await openTestApp({
    parts: { workers: false },
    config: { webhookAllow: ['127.0.0.1'] },
  })
  await app.admin()
  const owner = await app.signUp('Ada')
  await using ada = await openPerson(b, app)
  const { page } = ada
  await ada.enters('/webhooks', owner)
  await ada.sees('No webhook yet')
  assert.equal(await axeFindings(page), [])
  await ada.press('Add…')
  await page.locator('dialog[open] input[name=url]').fill('https://10.0.0.1/hook')
  await ada.press('Add')
  await ada.sees('Request req_')
  await page.locator('dialog[open] input[name=url]').fill(receiver.url)
  await page.locator('dialog[open] input[name=description]').fill('Accounts')
  await page.select('dialog[open] select[name=which]', 'some')
  await ada.press('Add')
  await ada.sees('Choose at least one event.')
  await ada.click('input[name="type key.created"]')
  assert.equal(await axeFindings(page), [])
  await ada.press('Add')
  await ada.sees('Shown this once')
  assert.match(
    String(await page.evaluate("document.querySelector('dialog pre').innerText")),
    /^whsec_/,
  )
  await ada.press('Close')
  await ada.sees('hears of 1 kind')
  receiver.answers(500)
  await ada.press('Test')
  await ada.sees('A test is on its way')
  await app.settleJobs()
  await ada.press('Look again')
  await ada.sees('answered 500')
  receiver.answers(204)
  await ada.press('Send again')
  await ada.sees('It is sent again.')
  await app.settleJobs()
  await ada.press('Look again')
  await ada.sees('answered 204')
  assert.is(receiver.received.length, 2)
  await ada.press('Show')
  await ada.sees('webhook-signature')
  assert.equal(await axeFindings(page), [])
  await ada.press('Close')
  await page.setViewport({ width: 360, height: 800 })
  assert.equal(await axeFindings(page), [])
  assert.is(await page.evaluate(isWide), false)
  await ada.press('Pause')
  await ada.sees('paused')
  await ada.press('Remove…')
  await ada.click('dialog[open] [type=submit]')
  await ada.sees('No webhook yet')
  ada.quiet(['400 /v1/webhooks'])
})
