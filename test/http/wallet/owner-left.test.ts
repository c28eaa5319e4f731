// Who was removed from a tenant, or erased: the SOL, the wallets and the licences of the person.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { furnished } from '../../support/furnished.ts'
import { approveAsset, buy, fund, license, uploadAsset } from '../../support/licences.ts'
import { type Party, signUp, type TestApp } from '../../support/open-test-app.ts'
import { register } from '../../support/wallet-client.ts'
import { naclWallet } from '../../support/wallets.ts'

/** A house, somebody of it who licensed a colleague's file, and two who may buy it. */
async function furnish(app: TestApp) {
  const owner = await app.signUp('Owner')
  const invited = await app.call('POST', '/v1/tenant/invitations', {
    as: owner.token,
    body: { roles: ['seller_manager'] },
  })
  const { invitation_code } = invited.body.data
  const ann = await signUp(app.call, 'Ann', { invitation_code, tenant_name: undefined })
  const { body } = await uploadAsset(app, owner, { description: 'The cellar of Ilse.' })
  const assetId: string = body.asset_id
  await approveAsset(app, owner, assetId)
  assert.is((await license(app, ann, { assetId, price: 0.5 })).status, 201)
  await app.settleJobs()
  const [buyer, late] = [await app.signUp('Buyer'), await app.signUp('Late')]
  for (const one of [buyer, late]) await fund(app, one, 2)
  assert.is((await buy(app, buyer, assetId)).status, 200)
  return { owner, ann, buyer, late, assetId }
}

const openCopy = furnished(furnish, {})

async function openHouse() {
  const { app, found } = await openCopy()
  return Object.assign(app, found)
}

type House = Awaited<ReturnType<typeof openHouse>>

const remove = ({ call, owner, ann }: House) =>
  call('DELETE', `/v1/tenant/members/${ann.userId}`, { as: owner.token })

/** Leaves nothing of it. */
async function withdrawAll(app: TestApp, { token: as }: Party) {
  await app.call('POST', '/balance/deposit', { as, body: { amount: 1 } })
  const { body } = await app.call('GET', '/balance', { as })
  const amount = Math.round((body.balance - 0.01) * 1e9) / 1e9
  const answer = await app.call('POST', '/balance/withdraw', { as, body: { amount } })
  assert.is(answer.status, 200, JSON.stringify(answer.body))
}

async function assertNotOnOffer({ call, late, assetId, ...app }: House) {
  const as = late.token
  const list = await call('GET', '/microip', { as })
  assert.equal([list.body.items, list.body.total], [[], 0])
  const found = await call('POST', '/search', { as, body: { query: 'heat pump' } })
  assert.equal([found.status, found.body], [200, []])
  assert.is((await call('GET', `/microip/${assetId}`, { as })).status, 404)
  assert.is((await buy({ call, ...app } as House, late, assetId)).status, 404)
}

test('nobody is removed with SOL; licences are sold no more then, wallets are free', async () => {
  await using app = await openHouse()
  const { ann, owner, assetId } = app
  const wallet = naclWallet()
  assert.is((await register(app, ann, wallet)).status, 201)
  const refused = await remove(app)
  assert.is(refused.status, 409)
  assert.is(refused.body.error.details.reason, 'balance_left')
  assert.match(refused.body.error.message, /^This person still has 0\.4875 SOL/)
  assert.is((await app.call('GET', '/balance', { as: ann.token })).status, 200)
  await withdrawAll(app, ann)
  assert.is((await remove(app)).status, 204)
  await assertNotOnOffer(app)
  assert.is((await buy(app, app.buyer, assetId)).body.transaction.amount_paid, 0)
  assert.is((await app.call('GET', `/microip/${assetId}`, { as: owner.token })).status, 200)
  // The message of the same second was used.
  app.clock.advance({ seconds: 1 })
  assert.is((await register(app, app.late, wallet)).status, 201)
  assertLedgerBalances(app)
})

test('nobody is removed while a withdrawal is on its way', async () => {
  await using app = await openHouse()
  app.store.raw.exec(`INSERT INTO sol_entry (entry_id, user_id, type, amount_lamports,
      fee_lamports, status, group_id, created_at, updated_at)
    VALUES ('btx_1', '${app.ann.userId}', 'withdrawal', 1, 0, 'pending', 'g', 1, 1)`)
  const { status, body } = await remove(app)
  assert.equal([status, body.error.details.reason], [409, 'pending'])
})

test('what an erased person licensed of a colleague is sold no more', async () => {
  await using app = await openHouse()
  await withdrawAll(app, app.ann)
  await app.rooms.erasure.erasePerson({ email: app.ann.email, forfeit: false })
  await assertNotOnOffer(app)
})

test('with a tenant goes what is left of who was removed from it', async () => {
  await using app = await openHouse()
  const { ann, owner, store } = app
  const wallet = naclWallet()
  await withdrawAll(app, ann)
  assert.is((await remove(app)).status, 204)
  // As who was removed by an earlier version is found.
  store.raw.exec(`INSERT INTO wallet_user (user_id) VALUES ('${ann.userId}')
    ON CONFLICT DO NOTHING`)
  store.raw.exec(`INSERT INTO wallet (user_id, network, address, address_key, label, is_primary,
      last_used_at, created_at, updated_at)
    VALUES ('${ann.userId}', 'solana', '${wallet.address}', '${wallet.address}', '', 1, 1, 1, 1)`)
  const { tenantId } = app.rooms.identity.tenantNamed(owner.tenantId)
  await app.rooms.erasure.eraseTenant({ tenantId, forfeit: true, dropSold: true })
  const count = (table: string) => store.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  assert.equal([count('wallet'), count('asset_card')], [0, 0])
  const texts = store.raw.prepare('SELECT name, description, long_summary FROM microip').all()
  assert.equal(texts, [{ name: 'Erased', description: '', long_summary: '' }])
})

test.run()
