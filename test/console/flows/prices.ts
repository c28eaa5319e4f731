// What a provider could have earned, and what a month did bring, charge by charge.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson } from '../../support/console/person.ts'
import { openTestSettled } from '../../support/open-test-settled.ts'

const isWide = `[document.documentElement, document.querySelector('main')]
  .some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)`

flow('a provider reads a statement to its charges, tries prices and sets one', async (b) => {
  await using app = await openTestSettled()
  await app.call('GET', await app.link(await app.offer({ filename: 'april.txt' })))
  const refund = { event_id: app.events[0] ?? '', reason: 'The file was damaged.' }
  await app.admin('POST', '/v1/admin/refunds', refund)
  await using ada = await openPerson(b, app)
  const { page } = ada
  await ada.enters('/earnings', app.provider)
  await ada.click('a[href*="/earnings/stmt_"]')
  await ada.sees('Statement of March 2026')
  await ada.sees('2 charges')
  await ada.sees('Inspections')
  await ada.sees('€0.50')
  await ada.sees(', taken back')
  await ada.sees('Together')
  const sums = await page.$$eval('tfoot td', (cells) => cells.map((one) => one.innerText))
  assert.equal(sums.slice(-2), ['€0.50', '€0.30'])
  assert.equal(await axeFindings(page), [])
  const csv = page.waitForResponse((response) => response.url().includes('/v1/exports/usage?'))
  await ada.press('As CSV')
  assert.match((await csv).url(), /period=2026-03&.*side=provider/)
  await page.setViewport({ width: 360, height: 800 })
  assert.equal(await axeFindings(page), [])
  assert.is(await page.evaluate(isWide), false)
  await page.setViewport({ width: 1440, height: 900 })
  await ada.visit('/earnings/stmt_unknown')
  await ada.sees('Request req_')
  await ada.visit(`/data/${app.datasetId}`)
  await ada.press('Try prices')
  await ada.sees('by others, in the last 30 days')
  await ada.sees('At other prices')
  assert.equal(await axeFindings(page), [])
  await page.locator('input[name=price]').fill('2.40')
  await ada.press('Try it')
  await ada.sees('tried')
  assert.is(new URL(page.url()).search, '?price=240&model=demand_curve')
  await page.setViewport({ width: 360, height: 800 })
  assert.equal(await axeFindings(page), [])
  assert.is(await page.evaluate(isWide), false)
  await ada.click('.price-line:has(.badge-info) button')
  await ada.sees('Set €2.40 a file?')
  assert.equal(await axeFindings(page), [])
  await ada.press('Set the price')
  await ada.sees('The price is set')
  const set = await app.call('GET', `/v1/datasets/${app.datasetId}`, { as: app.provider.token })
  assert.is(set.body.data.base_price_credits, 240)
  ada.quiet([
    '404 /v1/provider/payouts/stmt_unknown',
    '404 /v1/provider/payouts/stmt_unknown/events',
  ])
})
