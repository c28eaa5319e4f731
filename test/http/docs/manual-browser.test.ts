// The manual (`data/manual`) as a reader sees it: a real browser, keys alone, no other machine.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBrowser } from '../../support/browser.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { elsewhere, watch } from '../../support/watch-page.ts'

const quiet = { parts: { jobs: false, workers: false } }

test('a reader finds a sentence by keys alone and is led to its heading', async () => {
  await using app = await openTestApp(quiet)
  await using open = await openBrowser()
  const watched = await watch(await open.browser.newPage())
  const { page, complaints } = watched
  await page.goto(`${app.url}/docs/manual`)
  await page.waitForSelector('.search:not([hidden])')
  await page.keyboard.press('/')
  await page.keyboard.type('link lives 15 minutes')
  await page.waitForSelector('.found li')
  assert.match(
    await page.$eval('.found li', (item) => item.textContent ?? ''),
    /Rules of a link.*lives 15 minutes/,
  )
  assert.equal(await page.$$eval('.found li:first-child mark', (marks) => marks.length > 2), true)
  await page.keyboard.press('ArrowDown')
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
  assert.is(page.url(), `${app.url}/docs/manual/buyers-and-agents#rules-of-a-link`)
  assert.equal(elsewhere(watched, app.url), [])
  assert.equal(complaints, [])
})

test('what is nowhere in the manual is said so, and Escape takes it away', async () => {
  await using app = await openTestApp(quiet)
  await using open = await openBrowser()
  const { page, complaints } = await watch(await open.browser.newPage())
  await page.goto(`${app.url}/docs/manual/settings`)
  await page.waitForSelector('.search:not([hidden])')
  await page.type('.search input', 'xylophone')
  await page.waitForSelector('.search.open')
  await page.waitForFunction(`document.querySelector('[role=status]').textContent !== ''`)
  const told = await page.$eval('[role=status]', (status) => status.textContent)
  assert.is(told, 'Nothing here says “xylophone”. Try fewer or other words.')
  assert.is(await page.$$eval('.found li', (items) => items.length), 0)
  await page.keyboard.press('Escape')
  assert.is(await page.$('.search.open'), null)
  assert.equal(complaints, [])
})

test('on a phone no page is wider than the screen', async () => {
  await using app = await openTestApp(quiet)
  await using open = await openBrowser()
  const { page, complaints } = await watch(await open.browser.newPage())
  await page.setViewport({ width: 360, height: 740 })
  for (const name of ['', '/settings', '/getting-started', '/asvs', '/money']) {
    await page.goto(`${app.url}/docs/manual${name}`)
    const width = await page.evaluate('document.documentElement.scrollWidth')
    assert.is(width, 360, name)
  }
  assert.equal(complaints, [])
})

test.run()
