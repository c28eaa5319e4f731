// From a question to a file that was paid for, and a receipt that everybody can check.
import * as assert from 'uvu/assert'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { type Named, openPerson, type Person } from '../../support/console/person.ts'
import { stage } from '../../support/market.ts'
import { password } from '../../support/open-test-app.ts'
import { openTestShop } from '../../support/open-test-shop.ts'

const texts = [
  'The cavitation pitting at the runner blade is as deep as a coin.',
  'Cavitation is heard before it is seen.',
]

type Shop = Awaited<ReturnType<typeof openTestShop>>

/** A dataset beside the first one, with words that stand in both. */
async function openShelf(shop: Shop): Promise<string> {
  const as = shop.provider.token
  const body = { name: 'Turbines alone', visibility: 'listed' }
  const { dataset_id: datasetId } = (await shop.call('POST', '/v1/datasets', { as, body })).body
    .data
  const { objectId } = await stage(
    { ...shop, datasetId },
    { filename: 'turbine.txt', bytes: Buffer.from('turbine') },
  )
  shop.sql(`UPDATE object SET status = 'active', review_state = 'approved',
    index_state = 'indexed' WHERE object_id = '${objectId}'`)
  shop.sql("UPDATE dataset SET status = 'active'")
  await shop.shelve(objectId, [
    'Of this turbine there is little to say, but that it had some cavitation long ago.',
  ])
  return datasetId
}

async function openShop() {
  const shop = await openTestShop()
  const asset = await shop.offer({ filename: 'runner.txt' })
  await shop.shelve(asset, texts)
  return { shop, asset }
}

flow('a buyer asks, sees the price and what is left, buys, and checks the receipt', async (b) => {
  const { shop } = await openShop()
  await using app = shop
  await using buyer = await openPerson(b, app)
  const { page } = buyer
  await searchesOne(buyer, app)
  await buyer.press('Search everywhere')
  await page.locator('input[role=combobox]').fill('cavit')
  await page.waitForSelector('[role=option]')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await buyer.sees('3 passages')
  assert.match(page.url(), /\?q=cavitation/)
  await buyer.sees('Text files')
  assert.equal(await axeFindings(page), [])
  for (const key of ['Escape', 'j'] as const) await page.keyboard.press(key)
  await buyer.sees('All of its text')
  assert.match(page.url(), /&hit=psg_/)
  await buyer.sees('Buy the file')
  await page.keyboard.press('b')
  await buyer.sees('Left afterwards')
  await buyer.hasFocus('textContent', 'Before you buy')
  assert.equal(await axeFindings(page), [])
  const before = app.credits(app.buyer.tenantId)
  await becomesDearer(buyer, app)
  assert.is(app.credits(app.buyer.tenantId), before)
  await buyer.click('dialog .button-main')
  await buyer.sees('on its way to your disk')
  assert.is(await page.$eval('dialog[open] h2', ({ textContent }) => textContent), 'Bought')
  assert.match(await page.$eval('dialog[open]', inner), /on its way to your disk/)
  await buyer.hasFocus('textContent', 'See the receipt')
  await buyer.press('See the receipt')
  await buyer.sees('Purchases')
  await buyer.click('.grid-row .button')
  await buyer.sees('This receipt is genuine')
  await tellsWhatFor(buyer, app)
  assert.is(app.credits(app.buyer.tenantId), before - 30)
  assert.equal(await axeFindings(page), [])
  buyer.quiet()
})

/** The receipt says what was bought and between whom; on a telephone the list says when. */
async function tellsWhatFor({ page, press }: Person, app: Shop): Promise<void> {
  const shown = await page.$eval('dialog[open] .facts', ({ textContent }) => textContent ?? '')
  const parts = ['runner.txt', 'obj_', 'Mar 2, 2026']
  const buyer = `Buyer house · ${app.buyer.tenantId}`
  for (const part of [...parts, buyer, app.provider.tenantId]) {
    assert.ok(shown.includes(part), part)
  }
  await press('Close')
  await page.setViewport({ width: 360, height: 800 })
  const row = await page.$eval('.grid-row', (it) => (it as unknown as Seen).innerText)
  assert.match(row, /Mar 2, 2026.*€0\.30/)
  await page.setViewport({ width: 1440, height: 900 })
}

type Seen = { innerText: string }
const inner = (it: unknown) => (it as Seen).innerText

/** From a dataset to the search in it, and back from there as from every question. */
async function searchesOne(buyer: Person, app: Shop): Promise<void> {
  const { page } = buyer
  await buyer.enters(`/catalog/${await openShelf(app)}`, app.buyer)
  await buyer.click('main a.button-main')
  await buyer.sees('Only in Turbines alone')
  assert.equal(await axeFindings(page), [])
  await page.locator('input[role=combobox]').fill('cavitation')
  await page.keyboard.press('Enter')
  await buyer.sees('1 passage')
  await buyer.sees('turbine.txt')
  assert.is(await page.evaluate('document.activeElement.role'), 'combobox', 'the focus stays')
  await page.locator('input[role=combobox]').fill('coin')
  await page.keyboard.press('Enter')
  await buyer.sees('runner.txt')
  await page.goBack()
  await buyer.sees('turbine.txt')
  assert.is(await page.$eval('input[role=combobox]', (it) => it.value), 'cavitation')
  await page.goBack()
  await buyer.sees('Only in Turbines alone')
}

/** Nobody pays more than stood on the button: what costs more by now is asked anew. */
async function becomesDearer(buyer: Person, app: Shop): Promise<void> {
  await buyer.sees('Buy · €0.25')
  const body = { base_price_credits: 30 }
  await app.call('PATCH', `/v1/datasets/${app.datasetId}`, { as: app.provider.token, body })
  await buyer.click('dialog .button-main')
  await buyer.sees('The price has risen meanwhile')
  await buyer.sees('Buy · €0.30')
  await buyer.sees('Buy the file, €0.30')
}

flow('anybody checks a receipt without an account, and a forged one does not pass', async (b) => {
  const { shop, asset } = await openShop()
  await using app = shop
  await app.call('GET', await app.link(asset))
  const { purchases } = (await app.call('GET', '/v1/purchases', { as: app.buyer.token })).body.data
  const path = `/v1/receipts/${encodeURIComponent(purchases[0].receipt_id)}`
  const receipt = (await app.call('GET', path, { as: app.buyer.token })).body.data
  await using anybody = await openPerson(b, app)
  await anybody.visit('/verify')
  await paste(anybody, receipt)
  await anybody.sees('This receipt is genuine')
  await anybody.press('Check another one')
  receipt.entries[0].body.chargeCents += 1
  await paste(anybody, receipt)
  await anybody.sees('This receipt is not genuine')
  assert.equal((await anybody.page.$$('.proof-steps .is-bad')).length, 2)
  await anybody.press('Check another one')
  await paste(anybody, { something: 'else' })
  await anybody.sees('This is no receipt')
  assert.equal(await axeFindings(anybody.page), [])
  anybody.quiet()
})

/** The row whose button has the focus, whichever is the active one. */
async function checksByKey({ page, sees, press }: Person, app: Shop): Promise<void> {
  const { purchases } = (await app.call('GET', '/v1/purchases', { as: app.buyer.token })).body.data
  for (const [key, row] of [
    ['Enter', 4],
    ['Space', 6],
  ] as const) {
    await page.focus(`[aria-rowindex="${row}"] .button`)
    await page.keyboard.press(key)
    await sees('This receipt is genuine')
    const asked = new URL(page.url()).searchParams.get('receipt')
    assert.is(asked, purchases[row - 2].receipt_id)
    await page.evaluate(reopens)
    await sees('This receipt is genuine')
    await press('Close')
    await page.waitForSelector('dialog[open]', { hidden: true })
  }
}

/** Closes the dialog, and is at the next one before the browser has said that it is closed. */
const reopens = `new Promise((done) => {
  const dialog = document.querySelector('dialog[open]')
  const next = document.querySelector('[aria-rowindex="5"] .button')
  const whenClosed = new MutationObserver(() => {
    whenClosed.disconnect()
    next.click()
    done()
  })
  whenClosed.observe(dialog, { attributeFilter: ['open'] })
  dialog.querySelector('[aria-label=Close]').click()
})`

/** What a purchase came to, and what can be done: bought once more, or nothing, and why. */
async function isHadAgain({ page, sees, press, goes }: Person, app: Shop, id: string) {
  const first = '[aria-rowindex="2"]'
  await page.waitForSelector(`${first} .button`)
  await page.click(`${first} .button`)
  await sees('It was handed over.')
  await press('Buy again…')
  await sees('Buy · €0.25')
  await page.waitForFunction("document.querySelectorAll('dialog[open]').length === 1")
  await page.click('dialog[open] .button-main')
  await page.waitForSelector('.grid[aria-rowcount="106"]')
  await press('See the receipt')
  await page.waitForSelector('dialog[open]', { hidden: true })
  app.sql(`UPDATE object SET taken_down_at = 1 WHERE object_id = '${id}'`)
  await goes('/spend')
  await goes('/purchases')
  await page.waitForSelector(`${first} .badge`)
  await page.click(`${first} .button`)
  await sees('It cannot be fetched again')
  const buttons = await page.$$eval('dialog[open] .fate button', (all) => all.length)
  assert.is(buttons, 0)
  assert.equal(await axeFindings(page), [])
  await press('Close')
}

async function paste({ page, press, sees }: Person, text: object): Promise<void> {
  await sees('Or paste its text')
  await page.locator('textarea').fill(JSON.stringify(text))
  await press('Check')
}

flow('a query that cannot be read shows where; any is there for a program', async (b) => {
  const { shop } = await openShop()
  await using app = shop
  await using buyer = await openPerson(b, app)
  await buyer.enters(`/search?q=${encodeURIComponent('(cavitation AND')}`, app.buyer)
  await buyer.sees('The mistake is at character')
  await buyer.visit('/search?q=cavitation&mode=lexical&sort=recent')
  await buyer.press('As code')
  await buyer.click('dialog[open] .segments label:nth-of-type(3)')
  await buyer.sees('tools/call')
  const shown = await buyer.page.$eval('dialog[open] pre', ({ textContent }) => textContent ?? '')
  const { params } = JSON.parse(/--json '(.*)'$/.exec(shown)?.[1] ?? '')
  const asked = { query: 'cavitation', mode: 'keyword', sort: 'recent', limit: 20 }
  assert.equal(params, { name: 'search', arguments: asked })
  const ended = await comesBack(buyer, app)
  buyer.quiet(['400 /v1/search', ...ended])
})

/** Whoever logs in again over what was found finds it still there, and pays for no other search. */
async function comesBack(buyer: Person, app: Shop): Promise<Named[]> {
  const { page } = buyer
  const ended: Named[] = []
  let searches = 0
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === '/v1/search') searches += 1
    if (response.status() === 401) ended.push(`401 ${pathname}`)
  })
  await buyer.press('Close')
  app.sql(`UPDATE tenant SET plan = 'unlimited' WHERE tenant_id = '${app.buyer.tenantId}'`)
  await buyer.goes('/search?q=coin')
  await buyer.sees('1 passage')
  app.sql('DELETE FROM session')
  await page.keyboard.press('j')
  await buyer.sees('what you were doing is still here')
  await buyer.hasFocus('name', 'email')
  await page.locator('dialog input[name=email]').fill(app.buyer.email)
  await page.locator('dialog input[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await buyer.sees('All of its text')
  assert.is(searches, 1)
  assert.ok(await page.$('.top .chip'), 'files cost whatever the plan')
  return ended
}

flow('long lists are there to their end, also when a purchase moves all of it', async (b) => {
  const { shop, asset } = await openShop()
  await using app = shop
  const buys = async (id: string, times = 1) => {
    for (let i = 0; i < times; i++) {
      app.clock.advance({ seconds: 1 })
      assert.is((await app.call('GET', await app.link(id))).status, 200)
    }
  }
  await app.grant(app.buyer.tenantId, 10_000)
  await buys(asset, 3)
  await buys(await app.offer({ filename: 'last-of-a-page.txt' }))
  await buys(asset, 99)
  await using buyer = await openPerson(b, app)
  await buyer.enters('/purchases', app.buyer)
  await buyer.sees('runner.txt')
  await checksByKey(buyer, app)
  await buyer.page.locator('.grid').click()
  await buyer.page.keyboard.press('End')
  await buyer.page.waitForSelector('[aria-rowindex="104"] .button')
  await buyer.sees('last-of-a-page.txt')
  await buys(asset)
  // Whoever has a line again asks again.
  await buyer.page.evaluate("dispatchEvent(new Event('online'))")
  await buyer.page.waitForSelector('.grid[aria-rowcount="105"]')
  await buyer.page.waitForSelector('[aria-rowindex="102"] .button')
  const moved = `document.querySelector('[aria-rowindex="102"]').innerText`
  await buyer.page.waitForFunction(`${moved}.includes('last-of-a-page.txt')`)
  await buyer.page.keyboard.press('Home')
  await isHadAgain(buyer, app, asset)
  // A hundred datasets that came after the first.
  app.sql(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
    INSERT INTO dataset (dataset_id, tenant_id, name, source_modality, monetization_mode,
      pricing_model, visibility, status, created_at, updated_at)
    SELECT printf('dset_7%025d', i), tenant_id, printf('Shelf %d', i), source_modality,
      monetization_mode, pricing_model, visibility, status, created_at + i, updated_at
    FROM dataset, n`)
  await buyer.goes('/catalog')
  await buyer.sees('Shelf 100')
  assert.is(await buyer.page.$(`a[href$="${app.datasetId}"]`), null)
  await buyer.press('Show more')
  await buyer.page.waitForSelector(`a[href$="${app.datasetId}"]`)
  buyer.quiet()
})
