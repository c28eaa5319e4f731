// A hand on the database alone: it holds no key of the house, and whatever it does is found by the
// two verifiers.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cents } from '../../../src/base/money.ts'
import { secretsFrom } from '../../../src/base/secrets.ts'
import { appendBlock } from '../../../src/domain/chain/local/append-block.ts'
import type { ChainRoom } from '../../../src/domain/chain/room.ts'
import { granted, spendable } from '../../../src/domain/ledger/books/account.ts'
import { post } from '../../../src/domain/ledger/books/post.ts'
import { openSigner } from '../../../src/domain/ledger/index.ts'
import { keepHead } from '../../../src/domain/ledger/proofs/keep-head.ts'
import type { LedgerRoom } from '../../../src/domain/ledger/room.ts'
import type { Tx } from '../../../src/store/tx.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openTrade } from '../../support/two-houses.ts'

type House = { dir: string; [Symbol.dispose](): void }
type Raw = ReturnType<typeof Database>

let furnished:
  | Promise<{ from: string; earlier: string; receipt: unknown; head: unknown }>
  | undefined

/** A folder with sales, deposits, signed heads and blocks, and the same some deeds earlier. */
function furnish() {
  furnished ??= (async () => {
    const folder = temporaryFolder()
    process.once('exit', () => folder[Symbol.dispose]())
    const [from, earlier] = [join(folder.path, 'data'), join(folder.path, 'earlier.db')]
    await using app = await openTestApp({ dir: from })
    const { market } = await openTrade(app)
    const { token, tenantId } = market.buyer
    await app.call('POST', '/balance/deposit', { as: token, body: { amount: 1 } })
    const hour = async () => {
      app.clock.advance({ hours: 1 })
      await app.runUpkeep()
    }
    await hour()
    app.store.raw.prepare('VACUUM INTO ?').run(earlier)
    const grant = { credits: 5, reason: 'more' }
    const { token: admin } = market.operator
    const made = await app.call('POST', `/v1/admin/tenants/${tenantId}/credits`, {
      as: admin,
      body: grant,
    })
    assert.is(made.status, 201, JSON.stringify(made.body))
    await app.call('POST', '/balance/deposit', { as: token, body: { amount: 1 } })
    await hour()
    await hour()
    const seller = 'SELECT event_id FROM meter_event WHERE charge_cents > 0 LIMIT 1'
    const event = app.store.raw.prepare(seller).pluck().get()
    const receipt = (await app.call('GET', `/v1/receipts/${event}`, { as: token })).body
    const head = (await app.call('GET', '/v1/ledger/head')).body
    return { from, earlier, receipt, head }
  })()
  return furnished
}

async function openHouse() {
  const { from, ...kept } = await furnish()
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  cpSync(from, dir, { recursive: true })
  return Object.assign(folder, { dir, ...kept })
}

/** What somebody does who has the file: nothing in it stands in the way. */
function alter({ dir }: Pick<House, 'dir'>, harm: (raw: Raw) => unknown): void {
  const raw = new Database(join(dir, 'kontor.db'))
  const triggers = raw
    .prepare("SELECT sql, name FROM sqlite_master WHERE type = 'trigger'")
    .all() as { sql: string; name: string }[]
  for (const { name } of triggers) raw.exec(`DROP TRIGGER "${name}"`)
  raw.pragma('foreign_keys = OFF')
  harm(raw)
  for (const { sql } of triggers) raw.exec(sql)
  raw.close()
}

async function verified({ dir }: Pick<House, 'dir'>, ...args: string[]) {
  const line = [...(args.length > 0 ? args : ['ledger', 'verify']), '--json', '--data-dir', dir]
  const { code, out } = await runCommand({ args: [...line, '--log-level', 'silent'] })
  const { problems } = JSON.parse(out.join('\n')) as { problems: (string | { message: string })[] }
  const said = problems.map((one) => (typeof one === 'string' ? one : one.message))
  assert.is(code, said.length > 0 ? 1 : 0)
  return said
}

test('a folder that the server alone wrote is in order, by both verifiers', async () => {
  using house = await openHouse()
  assert.equal(await verified(house), [])
  assert.equal(await verified(house, 'chain', 'verify'), [])
})

/** Credits out of nothing, in transfers that follow from those before. */
function addCredits(raw: Raw): void {
  const tx = drizzle({ client: raw }) as unknown as Tx
  const owner = raw.prepare("SELECT owner FROM account WHERE kind = 'balance'").pluck().get()
  const credit = spendable(owner as 'tnt_x')
  const [transferId, groupId] = ['grant:forged', 'grant:forged']
  const amountMinor = cents(100_000)
  const deed = { code: 'grant', ref: 'x', atMs: 1 }
  post(tx, { ...deed, transferId, groupId, debit: granted, credit, amountMinor })
}

test('credits that follow from what is there are found', async () => {
  using house = await openHouse()
  const raw = new Database(join(house.dir, 'kontor.db'))
  addCredits(raw)
  raw.close()
  const said = await verified(house)
  assert.ok(said.includes('transfer has other rows than the server wrote'), said.join())
})

/** Everything that is signed, signed anew with a key of his own, which he writes into the table. */
async function signAnew(raw: Raw, chainId: string): Promise<void> {
  const secrets = secretsFrom(Buffer.alloc(32, 9))
  const signer = openSigner(secrets)
  const db = drizzle({ client: raw })
  const write = async <T>(fn: (tx: Tx) => T) => fn(db as unknown as Tx)
  const clock = { nowMs: () => Date.parse('2026-03-02T12:00:00Z'), elapsedMs: () => 0 }
  const store = { db, write }
  raw.exec('DELETE FROM ledger_head')
  await keepHead({ store, signer, clock } as unknown as LedgerRoom)
  const records = raw
    .prepare('SELECT * FROM chain_record WHERE kind <> ? ORDER BY height, place')
    .all('ledger_head') as { subject_id: string; body: string }[]
  raw.exec('DELETE FROM chain_record; DELETE FROM chain_block')
  for (const { subject_id: subjectId, body } of records) {
    const record = { subjectId, body: JSON.parse(body) }
    appendBlock({ signer, chainId } as unknown as ChainRoom, db as unknown as Tx, {
      records: [record],
      nowMs: clock.nowMs(),
    })
  }
  raw
    .prepare('INSERT INTO signing_key VALUES (?, ?, 7, 0, NULL)')
    .run(signer.keyId, signer.publicKey)
}

test('credits with everything signed anew are refused by both verifiers', async () => {
  using house = await openHouse()
  const raw = new Database(join(house.dir, 'kontor.db'))
  addCredits(raw)
  const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const name of triggers.all()) raw.exec(`DROP TRIGGER "${name}"`)
  const id = raw.prepare('SELECT on_chain_id FROM microip').pluck().get() as string | undefined
  await signAnew(raw, id?.split(':')[0] ?? (await chainIdOf(house.dir)))
  raw.close()
  const [ledger, chain] = [await verified(house), await verified(house, 'chain', 'verify')]
  assert.ok(ledger.includes("was signed with a key that is not the ring's"), ledger.join())
  assert.ok(
    chain.some((one) => one.endsWith('names another key')),
    chain.join(),
  )
  const { out } = await runCommand({ args: ['ledger', 'key', '--json', '--data-dir', house.dir] })
  assert.equal(JSON.parse(out.join('\n')).previous_keys, [])
})

async function chainIdOf(dir: string): Promise<string> {
  const { out } = await runCommand({ args: ['chain', 'verify', '--json', '--data-dir', dir] })
  return JSON.parse(out.join('\n')).chain_id
}

type Harm = [title: string, sql: string, ledger: RegExp, chain?: RegExp]
// The chain gets the head that is the last when it asks: which of them it has is left to time.
const harms: Harm[] = [
  ['all heads are gone', 'DELETE FROM ledger_head', /signed head \d+ is missing/, /lost its head/],
  [
    'the last head is gone',
    'DELETE FROM ledger_head WHERE head_no = (SELECT max(head_no) FROM ledger_head)',
    /signed head \d+ is missing/,
  ],
  ['a head in between is gone', 'DELETE FROM ledger_head WHERE head_no = 2', /^head 2 is missing$/],
  [
    'the chain was cut off',
    `DELETE FROM chain_record WHERE height > 0; DELETE FROM chain_block WHERE height > 0`,
    /the chain has lost block \d+, which it had/,
    /the record of deposit \S+ is missing/,
  ],
  ['a log was cut off', 'DELETE FROM meter_event WHERE seq > 2', /the ledger has lost event \d+/],
]
for (const [title, sql, ledger, chain] of harms) {
  test(`that ${title} is found`, async () => {
    using house = await openHouse()
    alter(house, (raw) => raw.exec(sql))
    const said = await verified(house)
    assert.ok(
      said.some((one) => ledger.test(one)),
      said.join('\n'),
    )
    if (!chain) return
    const ofChain = await verified(house, 'chain', 'verify')
    assert.ok(
      ofChain.some((one) => chain.test(one)),
      ofChain.join('\n'),
    )
  })
}

/** The file of some deeds ago in the place of today's: whole, and in itself in order. */
function putBack({ dir, earlier }: { dir: string; earlier: string }): void {
  for (const name of ['kontor.db-wal', 'kontor.db-shm']) rmSync(join(dir, name), { force: true })
  cpSync(earlier, join(dir, 'kontor.db'))
}

test('an older database is found by both, also when it has grown again', async () => {
  using house = await openHouse()
  putBack(house)
  const [ledger, chain] = [await verified(house), await verified(house, 'chain', 'verify')]
  for (const said of [ledger, chain]) {
    assert.ok(
      said.some((one) => one.startsWith('the ledger has lost transfer ')),
      said.join(),
    )
  }
  {
    await using app = await openTestApp({ dir: house.dir, parts: { jobs: false } })
    const { token } = await app.signUp('Guest')
    const deposit = () => app.call('POST', '/balance/deposit', { as: token, body: { amount: 1 } })
    for (let i = 0; i < 9; i++) assert.is((await deposit()).status, 200)
  }
  assert.ok((await verified(house)).some((one) => one.startsWith('the ledger has lost transfer ')))
})

test('what an operator accepts is in order from then on, and on record', async () => {
  using house = await openHouse()
  putBack(house)
  const accept = ['ledger', 'accept', '--reason', 'the replica was put back']
  const { code } = await runCommand({ args: [...accept, '--data-dir', house.dir] })
  assert.is(code, 0)
  assert.equal(await verified(house), [])
  const { out } = await runCommand({ args: ['audit', '--json', '--data-dir', house.dir] })
  assert.match(out.join('\n'), /ledger\.accepted/)
})

test('an anchor that was altered is said to be, one that is gone is made by accept', async () => {
  using house = await openHouse()
  const file = join(house.dir, 'ledger.anchor')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('"size":', '"size":1'))
  assert.match((await verified(house)).join(), /ledger\.anchor was altered/)
  rmSync(file)
  const command = (...args: string[]) => runCommand({ args: [...args, '--data-dir', house.dir] })
  const refused = await command('ledger', 'verify')
  assert.match(refused.err.join(), /ledger\.anchor is missing\. .* kontor ledger accept takes/)
  assert.not(existsSync(file))
  assert.is((await command('ledger', 'accept', '--reason', 'it was lost')).code, 0)
  assert.ok(existsSync(file))
  assert.equal(await verified(house), [])
})

const kinds = ['receipt', 'head'] as const
for (const kind of kinds) {
  test(`a ${kind} that somebody kept is held against the ledger`, async () => {
    using house = await openHouse()
    const file = join(house.dir, '..', 'kept.json')
    const against = ['ledger', 'verify', '--against', file]
    writeFileSync(file, JSON.stringify(house[kind]))
    assert.equal(await verified(house, ...against), [])
    const { out } = await runCommand({ args: [...against, '--data-dir', house.dir] })
    assert.match(out.join('\n'), /is part of it\./)
    putBack(house)
    await runCommand({ args: ['ledger', 'accept', '--reason', 'x', '--data-dir', house.dir] })
    assert.equal(await verified(house), [])
    assert.match((await verified(house, ...against)).join('\n'), /the ledger has lost transfer \d+/)
    const forged = JSON.stringify(house[kind]).replace('"size":', '"size":1')
    writeFileSync(file, forged)
    assert.match((await verified(house, ...against)).join('\n'), /changed/)
  })
}

test('a file that is neither receipt nor head is a mistake of the command line', async () => {
  using house = await openHouse()
  const file = join(house.dir, '..', 'kept.json')
  writeFileSync(file, '{}')
  const args = ['ledger', 'verify', '--against', file, '--data-dir', house.dir]
  const { code, err } = await runCommand({ args })
  assert.is(code, 2)
  assert.match(err.join(), /holds no receipt/)
})

test.run()
