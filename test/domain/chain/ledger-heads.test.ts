// Heads of the ledger on the local chain: every hour, and held against the books by the check.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp, type TestApp } from '../../support/open-test-app.ts'

async function deposit(app: TestApp, token: string, amount: number) {
  const { status } = await app.call('POST', '/balance/deposit', { as: token, body: { amount } })
  assert.is(status, 200)
}

const headsOf = ({ store }: TestApp): Record<string, string>[] =>
  store.raw
    .prepare("SELECT body FROM chain_record WHERE kind = 'ledger_head' ORDER BY height")
    .pluck()
    .all()
    .map((body) => JSON.parse(String(body)))

async function anHour(app: TestApp) {
  app.clock.advance({ hours: 1 })
  await app.runUpkeep()
}

test('every hour the head of the ledger is on the chain, if there is a new one', async () => {
  await using app = await openTestApp({ parts: { jobs: false } })
  const { token } = await app.signUp('Anna')
  await app.runUpkeep()
  const before = headsOf(app).length
  await deposit(app, token, 1)
  await app.runUpkeep()
  assert.is(headsOf(app).length, before)
  await anHour(app)
  const heads = headsOf(app)
  assert.is(heads.length, before + 1)
  const { body } = await app.call('GET', '/v1/ledger/head')
  assert.is(heads.at(-1)?.transfer_root, body.data.transfers.root)
  assert.is(heads.at(-1)?.id, body.data.signature)
  await anHour(app)
  assert.is(headsOf(app).length, before + 1)
  await deposit(app, token, 1)
  await anHour(app)
  assert.is(headsOf(app).length, before + 2)
  assert.equal((await app.rooms.chain.verify()).problems, [])
})

/** The books as somebody left them who holds the file. */
async function tampered(change: string): Promise<string[]> {
  await using app = await openTestApp({ parts: { jobs: false } })
  const { token } = await app.signUp('Anna')
  await deposit(app, token, 1)
  await app.runUpkeep()
  await anHour(app)
  const triggers = app.store.raw
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
    .pluck()
    .all()
  for (const name of triggers) app.store.raw.exec(`DROP TRIGGER ${name}`)
  app.store.raw.pragma('foreign_keys = OFF')
  app.store.raw.pragma('ignore_check_constraints = ON')
  app.store.raw.exec(change)
  const { ok, problems } = await app.rooms.chain.verify()
  assert.is(ok, problems.length === 0)
  return problems.map(({ message }) => message)
}

const last = '(SELECT max(seq) FROM transfer)'

test('books that were cut off no longer fit the head on the chain', async () => {
  const [message = ''] = await tampered(`DELETE FROM transfer WHERE seq = ${last}`)
  assert.match(message, /^the ledger has lost transfer \d+, which it had at 2026-/)
})

test('books that were written anew no longer fit the head on the chain', async () => {
  const change = `UPDATE transfer SET hash = randomblob(32) WHERE seq = ${last}`
  const [message = ''] = await tampered(change)
  assert.match(message, /^the ledger has another transfer \d+ than at 2026-/)
})

test('a head on the chain that cannot be read is said to be', async () => {
  const change = `UPDATE chain_record SET body = char(2) || body WHERE kind = 'ledger_head'`
  const found = await tampered(change)
  assert.ok(found.includes('holds a head of the ledger that cannot be read'), found.join())
})

test('books that nobody touched fit', async () => {
  assert.equal(await tampered('SELECT 1'), [])
})

test.run()
