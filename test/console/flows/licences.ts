// Licences on files, paid for with a balance of SOL: paid in, bought once, fetched again.
import * as assert from 'uvu/assert'
import type { TestBrowser } from '../../support/browser.ts'
import { axeFindings } from '../../support/console/axe.ts'
import { flow } from '../../support/console/flow.ts'
import { openPerson, type Person } from '../../support/console/person.ts'
import { approveAsset, uploadAsset } from '../../support/licences.ts'
import { openTestApp, type Party, signUp, type TestApp } from '../../support/open-test-app.ts'
import { openShelves } from '../../support/shelves.ts'

const isWide = `[document.documentElement, document.querySelector('main')]
  .some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)`

/** A space that does not break stands between. */
const sol = (amount: string) => `SOL\u00a0${amount}`

type House = { app: TestApp; anna: Party }

async function offers(browser: TestBrowser, { app, anna }: House): Promise<void> {
  await using owner = await openPerson(browser, app)
  await owner.enters('/licences', anna)
  await owner.sees('No licences are on offer')
  await owner.press('License a file…')
  await owner.page.locator('dialog[open] input[name=price]').fill('1.5')
  assert.equal(await axeFindings(owner.page), [])
  await owner.press('Offer the licence')
  await owner.sees('is on offer once the file is approved')
  await owner.sees('Fetch, free')
  owner.quiet()
}

/** What is sent from the dialog is done, and whoever sent it does not hear of it. */
async function losesAnswer({ page, click, sees }: Person, urlPattern: string): Promise<void> {
  const client = await page.createCDPSession()
  await client.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] })
  client.once('Fetch.requestPaused', ({ requestId }) => {
    void client.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
  })
  await click('dialog[open] [type=submit]')
  await sees('cannot be reached')
  await client.send('Fetch.disable')
  await client.detach()
}

/** Nobody buys from the own house: an offer of a colleague has no price. One of many is found. */
async function colleagueSees(browser: TestBrowser, { app, anna }: House): Promise<void> {
  const shelves = openShelves(app.store, app.clock)
  const dataset = shelves.dataset(anna.tenantId)
  for (let i = 0; i < 50; i++) await shelves.object(dataset, ['One of many.'])
  const { body } = await app.call('POST', '/v1/tenant/invitations', {
    as: anna.token,
    body: { roles: ['admin'] },
  })
  const given = { invitation_code: body.data.invitation_code }
  const carl = await signUp(app.call, 'Carl', given)
  await using colleague = await openPerson(browser, app)
  await colleague.enters('/licences', carl)
  await colleague.sees('Fetch, free')
  assert.is(await colleague.page.$('.card .button-main'), null)
  await colleague.press('License a file…')
  await colleague.sees('Find a file by its name')
  await colleague.page.locator('dialog[open] input[type=search]').fill('pumps')
  const options = `[...document.querySelectorAll('dialog[open] [name=asset_id] option')]`
  await colleague.page.waitForFunction(`${options}.length === 1`, { polling: 50 })
  assert.equal(await axeFindings(colleague.page), [])
  colleague.quiet()
}

flow('an owner offers a licence, and a buyer pays in, buys it and fetches it again', async (b) => {
  await using app = await openTestApp({ parts: { workers: false } })
  const anna = await app.signUp('Anna')
  const ben = await app.signUp('Ben')
  await app.admin()
  const assetId = (await uploadAsset(app, anna)).body.asset_id
  await approveAsset(app, anna, assetId)
  await offers(b, { app, anna })
  await app.settleJobs()
  await colleagueSees(b, { app, anna })
  await using buyer = await openPerson(b, app)
  const { page } = buyer
  await buyer.enters('/licences?part=bought', ben)
  await buyer.sees('No licence bought yet')
  assert.equal(await axeFindings(page), [])
  await buyer.press('See what is on offer')
  await buyer.sees('Heat pumps in old houses')
  assert.equal(await axeFindings(page), [])
  await buyer.click('.card .button-main')
  await buyer.sees('Your balance does not suffice')
  assert.equal(await axeFindings(page), [])
  await buyer.press('Pay in')
  await buyer.sees('None yet: one is needed')
  await buyer.press('Pay in…')
  await page.locator('dialog[open] input[name=amount]').fill('0.05')
  await buyer.click('dialog[open] [type=submit]')
  await page.locator('dialog[open] input[name=amount]').fill('2')
  await losesAnswer(buyer, '*/balance/deposit')
  // The same once more is paid in once.
  await buyer.click('dialog[open] [type=submit]')
  await buyer.sees(sol('2'))
  assert.equal(await axeFindings(page), [])
  await buyer.press('Add a wallet…')
  await page.locator('dialog[open] input[name=wallet_address]').fill('no address')
  await buyer.press('Go on')
  await buyer.sees('Invalid wallet address format')
  await buyer.press('Close')
  await buyer.visit('/licences?q=pump')
  await buyer.click('.card .button-main')
  await buyer.sees(sol('0.5'))
  await buyer.sees('No more than this is paid')
  await buyer.click('dialog[open] [type=submit]')
  await buyer.sees('You have the licence on Heat pumps')
  await buyer.sees('you have it')
  await buyer.visit('/licences?part=bought')
  await buyer.sees(sol('1.5'))
  await page.setViewport({ width: 360, height: 800 })
  assert.equal(await axeFindings(page), [])
  assert.is(await page.evaluate(isWide), false)
  await buyer.press('Fetch again, free')
  await buyer.sees('On its way to your disk.')
  const { total_spent, balance } = (await app.call('GET', '/balance', { as: ben.token })).body
  assert.equal([total_spent, balance], [1.5, 0.5])
  const { items } = (await app.call('GET', '/microip/downloads', { as: ben.token })).body
  assert.equal(
    items.map((one: { asset_id: string; amount_paid: number }) => [one.asset_id, one.amount_paid]),
    [
      [assetId, 0],
      [assetId, 1.5],
    ],
  )
  await buyer.visit('/licences?part=account')
  await buyer.sees('Licence bought')
  assert.is(await page.evaluate(isWide), false)
  buyer.quiet(['400 /wallet/solana/no%20address'], { lost: true })
})
