// What was spent, by day, dataset and key; how long it lasts; and the month's invoice.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson } from '../../support/console/person.ts'
import { openTestShop } from '../../support/open-test-shop.ts'

flow('a buyer sees what was spent, on what, by which key, and the invoice', async (b) => {
  await using app = await openTestShop()
  await app.call('GET', await app.link(await app.offer()))
  await using buyer = await openPerson(b, app)
  const { page } = buyer
  await buyer.enters('/spend', app.buyer)
  await buyer.sees('By dataset')
  await buyer.sees('March 2026')
  assert.equal(await axeFindings(page), [])
  const spent = await page.evaluate("document.querySelector('.chart-read strong').innerText")
  assert.is.not(spent, '€0.00')
  const links = "[...document.querySelectorAll('.ranks a')].map((link) => link.innerText)"
  assert.equal(await page.evaluate(links), ['Inspections', 'test key'])
  await buyer.click('.segments label:nth-of-type(2)')
  await page.waitForFunction("location.search === '?days=90'")
  await buyer.press('Show')
  await buyer.sees('Invoice of March 2026')
  await buyer.sees('Downloads')
  assert.match(page.url(), /\?days=90&invoice=2026-03/)
  assert.equal(await axeFindings(page), [])
  buyer.quiet()
})

flow('who has spent nothing is told how to begin, in German on a small screen', async (b) => {
  await using app = await openTestShop()
  await using buyer = await openPerson(b, app)
  const { page } = buyer
  await page.setViewport({ width: 360, height: 740 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
  await buyer.visit('/spend?days=365')
  await page.evaluate("localStorage.setItem('kontor.locale', 'de')")
  await page.reload()
  await buyer.logIn(app.buyer.email)
  await buyer.sees('Noch nichts ausgegeben')
  assert.equal(await axeFindings(page), [])
  const isWide = `[document.documentElement, document.querySelector('main')]
    .some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)`
  assert.is(await page.evaluate(isWide), false)
  buyer.quiet()
})
