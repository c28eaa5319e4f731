// Erasure where wallets, SOL and sold licences are: of one person, and of a whole tenant.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listenForCommands } from '../../../src/cli/control.ts'
import { folderCommands } from '../../../src/cli/folder-commands.ts'
import { furnished } from '../../support/furnished.ts'
import { insertRow } from '../../support/insert-row.ts'
import { buy, fund, licensedAsset, sentences } from '../../support/licences.ts'
import { commandsOn } from '../../support/two-houses.ts'
import { untilSo } from '../../support/until.ts'
import { register } from '../../support/wallet-client.ts'
import { ethersWallet } from '../../support/wallets.ts'

const wallet = ethersWallet()

const openSold = furnished(async (app) => {
  await app.admin()
  const [seller, buyer] = [await app.signUp('Seller'), await app.signUp('Buyer')]
  assert.is((await register(app, seller, wallet, { label: 'my cold wallet' })).status, 201)
  const asset = await licensedAsset(app, seller, { price: 1 })
  await fund(app, buyer, 10)
  assert.is((await buy(app, buyer, asset)).status, 200)
  return { seller, buyer, asset }
}, {})

/** A seller with a wallet whose licence was bought, on a server that takes commands. */
async function openSale() {
  const { app, found } = await openSold()
  const listening = await listenForCommands(app, folderCommands)
  return {
    app,
    dir: app.dir,
    ...found,
    wallet,
    ...commandsOn(app.dir),
    count: (sql: string) => app.store.raw.prepare(sql).pluck().get(),
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]()
      await app[Symbol.asyncDispose]()
    },
  }
}

test('a person with SOL in the books is erased only when that is given up', async () => {
  await using sale = await openSale()
  const refused = await sale.run('erase', '--user', sale.seller.email, '--yes')
  assert.equal([refused.code, /--forfeit/.test(refused.err.join())], [1, true])
  assert.is(sale.count('SELECT count(*) FROM wallet'), 1)
})

test('wallets, addresses, searches and own assets of an erased person are nowhere', async () => {
  await using sale = await openSale()
  const { app, seller, wallet } = sale
  await app.call('GET', '/search?q=winter', { as: seller.token })
  await sale.printed('erase', '--user', seller.email, '--yes', '--forfeit')
  await app.settleJobs()
  app.store.raw.exec('VACUUM')
  // One that is under way in its own thread refuses another.
  await untilSo('the log is empty', () => {
    const [{ busy }] = app.store.raw.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }]
    return busy === 0
  })
  const text = readFileSync(join(sale.dir, 'kontor.db'), 'latin1').toLowerCase()
  const words = [seller.email, wallet.address, 'my cold wallet', 'Heat pumps in old houses']
  for (const word of [...words, 'pumps.txt', sentences.slice(0, 60)]) {
    assert.not(text.includes(word.toLowerCase()), word)
  }
  assert.is(sale.count('SELECT count(*) FROM wallet'), 0)
  assert.ok((await app.verifyLedger()).ok)
  assert.ok((await app.rooms.chain.verify()).ok)
})

test('what is left when the erasure of a person is cut short goes by itself', async () => {
  await using sale = await openSale()
  const { app, seller } = sale
  const { store } = app
  const { tenantId, userId: principalId } = seller
  const seen = { accessId: 'acc_1', tenantId, principalId, objectId: 'obj_1', datasetId: 'dset_1' }
  insertRow(store, 'asset_access', { ...seen, occurredAt: 1 })
  const looks = `SELECT count(*) FROM asset_access WHERE principal_id = '${principalId}'`
  const { write } = store
  let writes = 0
  // The account goes, and then the process.
  const dying: typeof write = (fn) =>
    ++writes > 1 ? Promise.reject(new Error('it was killed')) : write(fn)
  Object.assign(store, { write: dying })
  const request = { email: seller.email, forfeit: true }
  const said = await app.rooms.erasure.erasePerson(request).catch((error: Error) => error.message)
  Object.assign(store, { write })
  assert.is(said, 'it was killed')
  assert.is(sale.count(`SELECT count(*) FROM wallet WHERE user_id = '${seller.userId}'`), 0)
  assert.is(sale.count(looks), 1)
  app.clock.advance({ seconds: 60 })
  await app.settleJobs()
  assert.is(sale.count(looks), 0)
  assert.is(sale.count(`SELECT count(*) FROM asset_card WHERE user_id = '${seller.userId}'`), 0)
  const named = sale.count(`SELECT name FROM microip WHERE owner_user_id = '${seller.userId}'`)
  assert.is(named, 'Erased')
  const { events } = app.rooms.audit.listAll({ limit: 100, action: 'user.erased' })
  assert.is(events.length, 1)
})

test('who bought a licence fetches the file still, as after any deletion', async () => {
  await using sale = await openSale()
  const { app, buyer, seller, asset } = sale
  await sale.printed('erase', '--user', seller.email, '--yes', '--forfeit')
  const again = await buy(app, buyer, asset)
  assert.is(again.status, 200)
  assert.is((await app.call('GET', again.body.download_url)).bytes.toString(), sentences.repeat(3))
  assert.ok(sale.count(`SELECT bytes_kept_until FROM object WHERE object_id = '${asset}'`))
})

test('a tenant goes with its wallets; what was sold is kept until the operator says', async () => {
  await using sale = await openSale()
  const { app, buyer, wallet, asset } = sale
  const name = 'Seller house'
  const args = ['tenant', 'erase', name, '--confirm', name, '--forfeit']
  const done = await sale.printed(...args)
  assert.equal([done.wallets, done.files_kept], [1, 1])
  assert.is((await buy(app, buyer, asset)).status, 200)
  const log = JSON.stringify(app.rooms.audit.listAll({ limit: 100 }))
  assert.not(log.toLowerCase().includes(wallet.address.toLowerCase()))
  const { tenantId } = sale.seller
  const ended = await sale.printed(
    ...['tenant', 'erase', tenantId, '--confirm', 'Erased', '--forfeit', '--drop-sold'],
  )
  assert.is(ended.files_kept, 0)
  assert.is((await buy(app, buyer, asset)).status, 404)
  assert.ok((await app.verifyLedger()).ok)
})

test('an archive has the wallets and licences of its tenant, nothing of the buyer', async () => {
  await using sale = await openSale()
  const { seller, buyer, wallet, dir } = sale
  const to = join(dir, '..', 'archive')
  await sale.printed('tenant', 'export', 'Seller house', '--to', to)
  const read = (name: string) => readFileSync(join(to, 'records', `${name}.jsonl`), 'utf8')
  assert.ok(read('wallets').includes(wallet.address))
  assert.ok(read('licences').includes('standard'))
  assert.is(read('licences-sold').trim().split('\n').length, 1)
  for (const name of ['licences-sold', 'sol-entries', 'statement', 'audit']) {
    assert.not(read(name).includes(buyer.userId), name)
    assert.not(read(name).includes(buyer.tenantId), name)
  }
  assert.ok(read('sol-entries').includes(seller.userId))
})

test.run()
