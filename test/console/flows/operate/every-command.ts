// Whoever runs the platform needs no terminal: each command that has its place in the table of the
// manual is carried out there, by one administrator with a second factor, on one server.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import { allCarriedOut, carriedOut, commandRows } from '../../../support/console/commands.ts'
import { flow } from '../../../support/console/flow.ts'
import { openPerson, type Person } from '../../../support/console/person.ts'
import { insertRow } from '../../../support/insert-row.ts'
import { stage } from '../../../support/market.ts'
import { openTestShop, type TestShop } from '../../../support/open-test-shop.ts'
import { openReceiver } from '../../../support/receiver.ts'
import { addTotp, codeOf } from '../../../support/second-factors.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { untilSo } from '../../../support/until.ts'
import * as house from './house.ts'
import { fillsInbox, imports } from './imports.ts'
import * as machine from './machine.ts'
import * as own from './own-house.ts'

flow('an administrator carries out every command of the table in the console', async (b) => {
  await using receiver = await openReceiver()
  using backups = temporaryFolder()
  using inbox = temporaryFolder()
  fillsInbox(inbox.path)
  const { shop, events, receipt, draft } = await openSoldShop({
    backupDir: backups.path,
    backupHours: 720,
    importRoots: inbox.path,
    webhookAllow: ['127.0.0.1'],
  })
  await using app = shop
  const spare = await app.signUp('Spare')
  const late = await app.signUp('Late')
  await addTotp(app, spare)
  const { email, secret } = await administrator(app)
  await using operator = await openPerson(b, app)
  const desk = { operator, app, secret }
  await operator.visit('/health')
  await operator.logIn(email)
  await showsCode(desk)
  // Whoever else is on the machine may read the secrets: that is found.
  chmodSync(join(app.dir, 'secret.key'), 0o644)
  await machine.examines(operator)
  await machine.looksAtJobs(operator, app)
  await machine.looksAtWebhooks(operator, app, receiver)
  const id = await own.keepsDatasets(operator, app.datasetId)
  await own.letsIn(operator, { app, id, late, spare, buyer: app.buyer })
  await own.searches(operator)
  await own.takesOffMarket(operator, { dataset: app.datasetId, spare: draft })
  await own.makesKey(operator, app)
  await imports(operator, inbox.path)
  await own.reviews(operator)
  await own.triesSamples(operator, app)
  await looksAfterHouses(operator, { app, spare })
  await house.settles(operator, app)
  // One by the clock may have been made just now, and has its name by the moment.
  app.clock.advance({ seconds: 1 })
  await house.backsUp(operator)
  await machine.looksBack(operator, app)
  await machine.makesRoom(operator)
  await machine.rebuildsIndex(operator)
  await machine.looksAtSettings(operator)
  await machine.renewsSecrets(operator)
  await own.checksReceipt(operator, receipt)
  await machine.helpsBy(operator, await machine.deedOf(app, late.token))
  await comesAgainLater(desk, email)
  await own.sells(operator)
  await house.paysOut(operator, app)
  await house.givesBack(operator, { events })
  await house.readsLog(operator, spare.tenantId)
  await machine.nothingMoves(operator)
  const erasure = `/v1/admin/tenants/${spare.tenantId}/erasure` as const
  operator.quiet(['403 /console/session', `400 ${erasure}`])
  const named = commandRows().filter(({ places }) => places.length > 0)
  assert.equal(allCarriedOut(), named.flatMap(({ names }) => names).sort())
})

/** A dataset that nobody will miss, with a file in it. */
async function draftOf(app: TestShop): Promise<string> {
  const made = { as: app.provider.token, body: { name: 'Spare' } }
  const { dataset_id: datasetId } = (await app.call('POST', '/v1/datasets', made)).body.data
  await stage({ ...app, datasetId }, { bytes: Buffer.from('A draft.'), filename: 'draft.txt' })
  return datasetId
}

type Desk = { operator: Person; app: TestShop; secret: string }

/** Two files were sold in March; it has just become April, and nothing is settled. */
async function openSoldShop(folders: object) {
  // Nobody listens there: what is traced is remembered here.
  const traceUrl = 'http://127.0.0.1:9'
  const config = { logLevel: 'info', slowRequestMs: 0, traceUrl, secondFactor: 'admins' }
  const payer = { payoutName: 'Kontor GmbH', payoutIban: 'FR1420041010050500013M02606' }
  const shop = await openTestShop({
    config: { ...config, ...payer, ...folders },
    parts: { jobs: true },
  })
  const asset = await shop.offer({ filename: 'runner.txt' })
  await shop.shelve(asset, ['Cavitation is heard before it is seen.'])
  for (let i = 0; i < 2; i++) await shop.call('GET', await shop.link(asset))
  const as = shop.buyer.token
  const { purchases } = (await shop.call('GET', '/v1/purchases', { as })).body.data
  const path = `/v1/receipts/${encodeURIComponent(purchases[0].receipt_id)}`
  const receipt = (await shop.call('GET', path, { as })).body.data
  const sold = "SELECT event_id FROM meter_event WHERE kind = 'download' ORDER BY seq"
  const events = shop.store.raw.prepare(sold).pluck().all() as string[]
  // Somebody's payment of which nobody knows whether it came.
  insertRow(shop.store, 'x402_payment', {
    paymentHash: Buffer.alloc(32, 7),
    tenantId: shop.buyer.tenantId,
    credits: 250,
    request: '{}',
    state: 'unclear',
    attempts: 1,
    network: 'base',
    createdAt: shop.clock.nowMs(),
    updatedAt: shop.clock.nowMs(),
  })
  const draft = await draftOf(shop)
  // So early that the month is not settled by itself.
  shop.clock.advance({ hours: 29 * 24 + 14.5 })
  return { shop, events, receipt, draft }
}

/** The provider runs the platform as well, and has an app for codes. */
async function administrator(app: TestShop) {
  const { email, userId } = app.provider
  const body = { email, password: 'correct horse battery' }
  const { session_token: token } = (await app.call('POST', '/v1/auth/login', { body })).body.data
  const { secret } = await addTotp(app, { token })
  app.sql(`UPDATE user SET is_platform_admin = 1 WHERE user_id = '${userId}'`)
  app.clock.advance({ seconds: 30 })
  return { email, secret }
}

async function showsCode({ operator, app, secret }: Desk): Promise<void> {
  await operator.sees('Now show your second factor')
  await operator.page.locator('input[name=code]').fill(codeOf(app, secret))
  await operator.click('button[type=submit]')
  await operator.page.waitForSelector('.avatar')
  carriedOut('login')
}

async function looksAfterHouses(operator: Person, about: house.About): Promise<void> {
  const spare = { id: about.spare.tenantId, name: 'Spare house' }
  await house.looksAfterTenant(operator, spare)
  await house.looksAfterPerson(operator, about)
  await house.welcomes(operator, about)
  await house.erases(operator, spare)
}

/** Logs out, and comes again when nobody may contest the month any more. */
async function comesAgainLater(desk: Desk, email: string): Promise<void> {
  const { operator, app } = desk
  const { press, sees } = operator
  const open = app.store.raw
    .prepare('SELECT count(*) FROM session WHERE user_id = ? AND created_at > ?')
    .pluck()
  const others = Number(open.get(app.provider.userId, 0))
  await press('Account of Provider')
  await press('Log out')
  await sees('A counting house')
  // The house closes first; then its session ends.
  await untilSo('the session has ended', () => open.get(app.provider.userId, 0) === others - 1)
  carriedOut('logout')
  app.clock.advance({ hours: 14 * 24 })
  await app.rooms.ledger.releaseDue()
  await operator.logIn(email)
  await showsCode(desk)
}
