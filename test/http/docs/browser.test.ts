// The API reference as a reader sees it: in a real browser, which may ask nobody but this server.

import type { Page } from 'puppeteer-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBrowser } from '../../support/browser.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { shared } from '../../support/shared.ts'
import { elsewhere, watch } from '../../support/watch-page.ts'

const drawnLimitMs = 60_000

const references = [
  ['/docs', 'a'],
  ['/docs/management', 'b'],
  ['/docs/wallets', 'c'],
] as const

/** One server, of which facts only read, and one browser; each fact has a page of its own. */
const { fact } = shared(async () => {
  const app = await openTestApp({ parts: { jobs: false, workers: false } })
  const open = await openBrowser()
  return {
    app,
    browser: open.browser,
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]()
      await app[Symbol.asyncDispose]()
    },
  }
})

/** Few dots, which a processor draws: what stands where is the same, and more of it in sight. */
const coarse = { width: 1000, height: 1500, deviceScaleFactor: 0.25 }

const title = 'the reference draws every operation of every document and asks nobody else'
fact(title, async ({ app, browser }) => {
  for (const [path, name] of references) {
    const watched = await watch(await browser.newPage())
    const { page, complaints } = watched
    await page.setViewport(coarse)
    await page.goto(`${app.url}${path}`)
    await page.waitForSelector('[data-drawn]', { timeout: drawnLimitMs })

    const { paths, webhooks = {} } = (await app.call('GET', `/openapi/${name}.json`)).body
    const listed = [paths, webhooks].flatMap((items) => Object.values<object>(items))
    const operations = listed.flatMap((methods) => Object.keys(methods))
    assert.is((await drawnAlong(page)).size, operations.length, path)
    assert.equal(elsewhere(watched, app.url), [], path)
    assert.equal(complaints, [], path)
    await page.close()
  }
})

/** The operations that a reader who scrolls sees: a long document is drawn only around them. */
async function drawnAlong(page: Page): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let isEnd = false; !isEnd; ) {
    for (const id of await page.$$eval('.opblock', (blocks) => blocks.map(({ id }) => id)))
      seen.add(id)
    isEnd = await page.evaluate(drawNext)
  }
  return seen
}

/** Nearly a window further, and two frames for what comes into sight; whether the end was seen. */
const drawNext = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement
  window.scrollBy({ top: clientHeight * 0.9, behavior: 'instant' })
  await frame()
  await frame()
  return scrollTop + clientHeight >= scrollHeight - 1
})()` as unknown as () => Promise<boolean>

fact('a search can be tried on the page with a key', async ({ app, browser }) => {
  const key = await app.key(await app.signUp('Buyer'))
  const watched = await watch(await browser.newPage())
  const { page, complaints } = watched
  await page.goto(`${app.url}/docs#/Search/search`)
  await page.waitForSelector('#operations-Search-search .try-out__btn', { timeout: drawnLimitMs })
  await page.evaluate(`reference.preauthorizeApiKey('apiKey', '${key}')`)
  await page.click('#operations-Search-search .try-out__btn')
  await page.waitForSelector('#operations-Search-search .execute')
  await page.type('#operations-Search-search tr[data-param-name="q"] input', 'boiler')
  await page.click('#operations-Search-search .execute')
  await page.waitForSelector('.live-responses-table .response-col_status', {
    timeout: drawnLimitMs,
  })
  const shown = await page.$eval('.live-responses-table', (table) => table.textContent ?? '')
  assert.match(shown, /200/)
  assert.match(shown, /"search_id"/)
  assert.equal(elsewhere(watched, app.url), [])
  assert.equal(complaints, [])
  await page.close()
})

fact('a page that did ask another host would be noticed', async ({ app, browser }) => {
  const watched = await watch(await browser.newPage())
  const { page, complaints } = watched
  await page.goto('about:blank')
  await page.evaluate(`fetch('http://elsewhere.example/x').catch(() => undefined)`)
  assert.equal(elsewhere(watched, app.url), ['http://elsewhere.example/x'])
  assert.is(complaints.length, 2)
  await page.close()
})

fact(
  'a script that the policy does not know is refused and would be noticed',
  async ({ app, browser }) => {
    const { page, complaints } = await watch(await browser.newPage())
    // Nobody waits for the reference to be drawn.
    await page.goto(`${app.url}/docs`, { waitUntil: 'domcontentloaded' })
    await page.evaluate(`
    const script = document.createElement('script')
    script.textContent = 'window.wasRun = true'
    document.body.append(script)`)
    assert.is(await page.evaluate(`'wasRun' in window`), false)
    assert.match(complaints.join(), /policy: script-src/)
    await page.close()
  },
)

test.run()
