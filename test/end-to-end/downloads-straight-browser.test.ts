// A link to a file that lies in a bucket, in a real browser on a page with the console's policy.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBrowser } from '../support/browser.ts'
import { until } from '../support/market.ts'
import { openTestShop } from '../support/open-test-shop.ts'
import { smallS3 } from '../support/small-s3.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Presses such a link as the console does for a large file, or as somebody who was sent one. */
const press = (url: string, download: string | null) => `{
  const link = document.createElement('a')
  link.href = ${JSON.stringify(url)}
  if (${download !== null}) link.download = ${JSON.stringify(download)}
  document.body.append(link)
  link.click()
}`

async function savingTo(page: Page, folder: string) {
  const session = await page.createCDPSession()
  const behavior = { behavior: 'allowAndName', downloadPath: folder, eventsEnabled: true } as const
  await session.send('Browser.setDownloadBehavior', behavior)
  const names = new Map<string, string>()
  const saved: { name: string; text: string }[] = []
  session.on('Browser.downloadWillBegin', ({ guid, suggestedFilename }) => {
    names.set(guid, suggestedFilename)
  })
  session.on('Browser.downloadProgress', ({ guid, state }) => {
    if (state !== 'completed') return
    saved.push({ name: names.get(guid) ?? '', text: readFileSync(join(folder, guid), 'utf8') })
  })
  return saved
}

test('a browser saves what it is sent on to, and a script is given the bytes here', async () => {
  await using s3 = await smallS3()
  const config = { ...s3.settings, downloadsStraightSeconds: 60, welcomeCredits: 1_000 }
  await using shop = await openTestShop({ config })
  using folder = temporaryFolder()
  await using opened = await openBrowser()
  const page = await opened.browser.newPage()
  const saved = await savingTo(page, folder.path)
  await page.goto(`${shop.url}/console`, { waitUntil: 'domcontentloaded' })
  const filename = 'a "b".txt'
  const asset = await shop.offer({ filename })
  const by = () => s3.byUrl.length

  const link = await shop.link(asset)
  assert.is(await page.evaluate(`fetch('${link}').then((it) => it.text())`), 'the content')
  assert.is(by(), 0)

  for (const download of [filename, null]) {
    const before = saved.length
    await page.evaluate(press(await shop.link(asset), download))
    await until('it is saved', () => saved[before])
    assert.is(by(), before + 1)
  }
  // A quotation mark is no sign for a name on every disk.
  assert.equal(
    saved.map(({ name, text }) => [name.replaceAll('_', '"'), text]),
    saved.map(() => [filename, 'the content']),
  )
  assert.match(page.url(), `${shop.url}/console`)
  for (const { headers } of s3.byUrl) {
    const ours = [headers.cookie, headers.authorization, headers.referer]
    assert.equal(ours, [undefined, undefined, undefined])
  }
})

test.run()
