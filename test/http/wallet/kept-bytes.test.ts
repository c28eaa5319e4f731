// What was sold under a licence, after its owner deleted it: who bought it may fetch it for thirty
// days, nobody else may, and then the bytes go.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { furnished } from '../../support/furnished.ts'
import { buy, fund, licensedAsset, sentences } from '../../support/licences.ts'
import { openTestApp, type Party, type TestApp } from '../../support/open-test-app.ts'

const days = (count: number) => ({ hours: count * 24 })
const notOnOffer = {
  detail: 'Asset not found or not available for download',
  code: 'not_found',
}

type Sold = { anna: Party; ben: Party; cleo: Party; assetId: string; link: string }

/** Ben has bought, Cleo has not. */
async function sold(app: TestApp, type = 'standard'): Promise<Sold> {
  const [anna, ben] = [await app.signUp('Anna'), await app.signUp('Ben')]
  const cleo = await app.signUp('Cleo')
  const assetId = await licensedAsset(app, anna, { price: 1, type })
  for (const one of [ben, cleo]) await fund(app, one, 3)
  const { body } = await buy(app, ben, assetId)
  // Another application answers where this one did.
  const { pathname, search } = new URL(body.download_url)
  return { anna, ben, cleo, assetId, link: pathname + search }
}

/** Each fact has a house of its own, in which it was sold already. */
const openHouse = furnished((app) => sold(app), {})

async function openSold() {
  const { app, found } = await openHouse()
  return Object.assign(app, { deal: found })
}

function deleteObject(app: TestApp, { anna, assetId }: Sold) {
  return app.call('DELETE', `/v1/objects/${assetId}`, { as: anna.token })
}

async function deleteDataset(app: TestApp, { anna }: Sold) {
  const { body } = await app.call('GET', '/v1/datasets', { as: anna.token })
  const path = `/v1/datasets/${body.data.datasets[0].dataset_id}`
  return app.call('DELETE', path, { as: anna.token })
}

/** Long enough for the grace period; what is due by then is done. */
async function pass(app: TestApp, step: { hours?: number; seconds?: number }) {
  app.clock.advance(step)
  await app.runUpkeep()
  await app.settleJobs()
}

async function assertHeldBy(app: TestApp, { ben, assetId }: Sold) {
  const { status, body } = await buy(app, ben, assetId)
  assert.is(status, 200)
  assert.is(body.transaction.amount_paid, 0)
  const fetched = await app.call('GET', body.download_url)
  assert.equal([fetched.status, fetched.bytes.toString()], [200, sentences.repeat(3)])
}

async function assertGone(app: TestApp, { assetId }: Sold, parties: Party[]) {
  for (const one of parties) {
    const answer = await buy(app, one, assetId)
    assert.equal([answer.status, answer.body], [404, notOnOffer])
  }
}

/** Nobody finds or reads it, on whatever surface. */
async function assertUnseen(app: TestApp, { anna, ben, assetId }: Sold) {
  for (const one of [anna, ben]) {
    const as = one.token
    assert.is((await app.call('GET', `/microip/${assetId}`, { as })).status, 404)
    assert.is((await app.call('GET', `/v1/objects/${assetId}/download`, { as })).status, 404)
    assert.is((await app.call('GET', `/asset/${assetId}`, { as: await app.key(one) })).status, 404)
  }
}

for (const [what, remove] of Object.entries({ object: deleteObject, dataset: deleteDataset })) {
  test(`who bought it may fetch it for thirty days after its ${what} was deleted`, async () => {
    await using app = await openSold()
    const { deal } = app
    assert.is((await remove(app, deal)).status, 200)
    await app.settleJobs()
    await assertUnseen(app, deal)
    assert.is((await app.call('GET', deal.link)).status, 403)
    await assertHeldBy(app, deal)
    const { download_url: kept } = (await buy(app, deal.ben, deal.assetId)).body
    const { headers } = await app.call('HEAD', kept)
    const named = `attachment; filename=${deal.assetId}.txt`
    assert.is(headers.get('content-disposition'), named)
    await assertGone(app, deal, [deal.cleo, deal.anna])
    await pass(app, { ...days(30), seconds: -1 })
    await assertHeldBy(app, await renewed(app, deal))
    assertLedgerBalances(app)
  })
}

/** Sessions end after seven days. */
async function renewed(app: TestApp, deal: Sold): Promise<Sold> {
  const login = async (party: Party): Promise<Party> => {
    const body = { email: party.email, password: 'correct horse battery' }
    const answer = await app.call('POST', '/v1/auth/login', { body })
    return { ...party, token: answer.body.data.session_token }
  }
  const { anna, ben, cleo } = deal
  return { ...deal, anna: await login(anna), ben: await login(ben), cleo: await login(cleo) }
}

test('after thirty days the bytes are gone for everybody, also over a restart', async () => {
  await using first = await openSold()
  const { deal } = first
  await deleteObject(first, deal)
  await first.settleJobs()
  await pass(first, days(2))
  await first.close()
  await using app = await openTestApp({ dir: first.dir, clock: first.clock })
  await app.settleJobs()
  await assertHeldBy(app, deal)
  await pass(app, { ...days(28), seconds: -60 })
  const later = await renewed(app, deal)
  await assertHeldBy(app, later)
  const { download_url: late } = (await buy(app, later.ben, later.assetId)).body
  assert.is(blobsOf(app).length, 1)
  await pass(app, { seconds: 60 })
  await assertGone(app, later, [later.ben, later.cleo, later.anna])
  assert.is((await app.call('GET', late)).status, 403)
  assert.equal(blobsOf(app), [])
  const history = await app.call('GET', '/microip/downloads', { as: later.ben.token })
  assert.is(history.body.items.at(-1).amount_paid, 1)
})

test('what nobody bought goes after the grace period', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  const assetId = await licensedAsset(app, anna)
  await app.call('DELETE', `/v1/objects/${assetId}`, { as: anna.token })
  await app.settleJobs()
  await pass(app, days(2))
  assert.equal(blobsOf(app), [])
})

test('an exclusive licence outlives the deletion as well', async () => {
  await using app = await openTestApp()
  const deal = await sold(app, 'exclusive')
  await deleteObject(app, deal)
  await assertHeldBy(app, deal)
  await assertGone(app, deal, [deal.cleo, deal.anna])
})

test('what was taken down is fetched by nobody, deleted or not', async () => {
  await using app = await openSold()
  const { deal } = app
  await takeDown(app, deal)
  await assertGone(app, deal, [deal.ben])
  await deleteObject(app, deal)
  await assertGone(app, deal, [deal.ben])
})

const asideOf: Record<string, (app: TestApp, deal: Sold) => Promise<unknown> | unknown> = {
  'its dataset is paused': (app, deal) => setDataset(app, deal, 'paused'),
  'its dataset is archived': (app, deal) => setDataset(app, deal, 'archived'),
  'it is read anew': (app) => app.store.raw.exec("UPDATE object SET index_state = 'queued'"),
  'it could not be read anew': (app) =>
    app.store.raw.exec("UPDATE object SET index_state = 'failed'"),
}

async function setDataset(app: TestApp, { anna }: Sold, status: string) {
  const { body } = await app.call('GET', '/v1/datasets', { as: anna.token })
  const path = `/v1/datasets/${body.data.datasets[0].dataset_id}`
  const answer = await app.call('PATCH', path, { as: anna.token, body: { status } })
  assert.is(answer.status, 200)
  return path
}

test('who bought it fetches it also while it is put aside, and nobody else does', async () => {
  await using app = await openSold()
  const { deal } = app
  for (const [what, putAside] of Object.entries(asideOf)) {
    await putAside(app, deal)
    const { status, body } = await buy(app, deal.ben, deal.assetId)
    assert.equal([status, body.transaction?.amount_paid], [200, 0], what)
    await assertHeldBy(app, deal)
    await assertGone(app, deal, [deal.cleo])
  }
})

test('who runs the platform finds what is kept, takes it down, and finds it again', async () => {
  await using app = await openSold()
  const { deal } = app
  await deleteObject(app, deal)
  await app.settleJobs()
  const { token } = await app.admin()
  const ask = (path: string) => app.call('GET', `/v1/admin/${path}`, { as: token })
  const kept = (await ask(`objects/${deal.assetId}`)).body.data
  assert.equal([kept.tenant_id, kept.status], [deal.anna.tenantId, 'deleted'])
  assert.ok(kept.bytes_kept_until)
  const path = `/v1/admin/objects/${kept.tenant_id}/${deal.assetId}/takedown`
  const down = await app.call('POST', path, { as: token, body: { reason: 'a court' } })
  assert.is(down.status, 200)
  await assertGone(app, deal, [deal.ben])
  const list = (await ask('taken-down')).body.data
  assert.equal([list.total, list.objects[0].object_id], [1, deal.assetId])
  app.store.raw.exec('UPDATE object SET bytes_kept_until = 1')
  assert.is((await ask(`objects/${deal.assetId}`)).status, 404)
  assert.is((await ask('taken-down')).body.data.total, 0)
})

test('while its dataset or its house is suspended nobody fetches it', async () => {
  await using app = await openSold()
  const { deal } = app
  const { raw } = app.store
  raw.exec("UPDATE dataset SET status = 'suspended', suspended_from = 'active'")
  await assertGone(app, deal, [deal.ben])
  raw.exec("UPDATE dataset SET status = 'active', suspended_from = NULL")
  await assertHeldBy(app, deal)
  await suspendHouse(app, deal)
  await assertGone(app, deal, [deal.ben])
})

const shut: Record<string, (app: TestApp, deal: Sold) => Promise<void>> = {
  'it was taken down': takeDown,
  'its dataset is suspended': suspendDataset,
  'its house is suspended': suspendHouse,
}

for (const [what, shutOut] of Object.entries(shut)) {
  test(`an open link of a licence leads nowhere once ${what}`, async () => {
    await using app = await openSold()
    const { deal } = app
    const own = await app.call('GET', `/v1/objects/${deal.assetId}/download`, {
      as: deal.anna.token,
    })
    await shutOut(app, deal)
    assert.is((await app.call('GET', deal.link)).status, 403)
    assert.is((await app.call('GET', own.body.data.download_url)).status, 200)
  })

  test(`what was deleted before is fetched by nobody once ${what}`, async () => {
    await using app = await openSold()
    const { deal } = app
    await deleteObject(app, deal)
    const { download_url: kept } = (await buy(app, deal.ben, deal.assetId)).body
    await shutOut(app, deal)
    await assertGone(app, deal, [deal.ben])
    assert.is((await app.call('GET', kept)).status, 403)
  })
}

for (const [what, remove] of Object.entries({ object: deleteObject, dataset: deleteDataset })) {
  test(`a suspended dataset gives nothing back when its ${what} is deleted`, async () => {
    await using app = await openSold()
    const { deal } = app
    await suspendDataset(app, deal)
    assert.is((await remove(app, deal)).status, 200)
    await app.settleJobs()
    await assertGone(app, deal, [deal.ben])
    if (what === 'object') await deleteDataset(app, deal)
    await assertGone(app, deal, [deal.ben])
  })
}

test('what went with its dataset is taken down as long as its bytes are kept', async () => {
  await using app = await openSold()
  const { deal } = app
  await deleteDataset(app, deal)
  await app.settleJobs()
  await assertHeldBy(app, deal)
  await takeDown(app, deal)
  await assertGone(app, deal, [deal.ben])
  const path = `/v1/admin/objects/${deal.anna.tenantId}/${deal.assetId}`
  const as = (await app.admin()).token
  assert.is((await app.call('POST', `${path}/restore`, { as, body: {} })).status, 200)
  await assertHeldBy(app, deal)
  app.store.raw.exec('UPDATE object SET bytes_kept_until = 1')
  const late = { as, body: { reason: 'too late' } }
  assert.is((await app.call('POST', `${path}/takedown`, late)).status, 404)
})

async function takeDown(app: TestApp, { anna, assetId }: Sold) {
  await shutOutBy(app, `/v1/admin/objects/${anna.tenantId}/${assetId}/takedown`)
}

async function suspendDataset(app: TestApp, { anna }: Sold) {
  const { body } = await app.call('GET', '/v1/datasets', { as: anna.token })
  await shutOutBy(app, `/v1/admin/datasets/${body.data.datasets[0].dataset_id}/suspend`)
}

async function suspendHouse(app: TestApp, { anna }: Sold) {
  await shutOutBy(app, `/v1/admin/tenants/${anna.tenantId}/suspend`)
}

async function shutOutBy(app: TestApp, path: string) {
  const as = (await app.admin()).token
  const { status } = await app.call('POST', path, { as, body: { reason: 'complaint' } })
  assert.is(status, 200)
}

test('a link of a licence cannot be made out of another link', async () => {
  await using app = await openSold()
  const { deal } = app
  await deleteObject(app, deal)
  const forged = deal.link.replace(/purpose=[a-z]+/, 'purpose=licence')
  assert.is.not(forged, deal.link)
  assert.is((await app.call('GET', forged)).status, 403)
})

function blobsOf({ dir }: TestApp): string[] {
  const entries = readdirSync(join(dir, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.map(({ name }) => name).filter((name) => name.startsWith('obj_'))
}

test.run()
