import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { NotFound } from '../../../../src/base/errors.ts'
import { canonicalJson } from '../../../../src/base/json.ts'
import { type ChainReceipt, checkChainReceipt } from '../../../../src/domain/chain/index.ts'
import { openTestChain, type TestChain } from '../../../support/open-test-chain.ts'

function problemsOf(chain: TestChain, receipt: ChainReceipt): string[] {
  const body = canonicalJson(receipt.record)
  return checkChainReceipt(receipt, { body, publicKey: chain.publicKey })
}

test('an empty chain is in order', async () => {
  using chain = openTestChain()
  const { ok, blocks, records, head } = await chain.verify()
  assert.equal(
    { ok, blocks, records, head },
    { ok: true, blocks: 0, records: 0, head: '0'.repeat(64) },
  )
})

test('blocks of one and of many records verify, across slices', async () => {
  using chain = openTestChain()
  for (let n = 1; n <= 7; n++) await chain.write(...names(n, `many${n}`))
  await Promise.all(Array.from({ length: 450 }, (_, i) => chain.write(`one${i}`)))
  const { ok, blocks, records } = await chain.verify()
  assert.equal({ ok, blocks, records }, { ok: true, blocks: 457, records: 478 })
})

test('the receipt of every record of a block is genuine', async () => {
  using chain = openTestChain()
  for (let n = 1; n <= 9; n++) {
    const hashes = await chain.write(...names(n, `block${n}`))
    for (const transactionHash of hashes) {
      const receipt = chain.receipt({ transactionHash })
      assert.equal(problemsOf(chain, receipt), [])
      assert.ok(chain.isOnChain(receipt))
    }
  }
})

test('a record is named by chain, height and place', async () => {
  using chain = openTestChain()
  await chain.write('a')
  const [, second] = await chain.write('b', 'c')
  const receipt = chain.receipt({ transactionHash: second ?? '' })
  assert.is(receipt.on_chain_id, `${chain.chainId}:1:1`)
})

test('whatever is changed in a receipt shows', async () => {
  using chain = openTestChain()
  await chain.write('before')
  const [hash = ''] = await chain.write('a', 'b', 'c')
  const genuine = JSON.stringify(chain.receipt({ transactionHash: hash }))
  const changed = (change: (receipt: ChainReceipt) => unknown) => {
    const receipt: ChainReceipt = JSON.parse(genuine)
    change(receipt)
    return problemsOf(chain, receipt)
  }
  assert.equal(
    changed(() => {}),
    [],
  )
  const flip = (hex: string) => (hex[0] === '0' ? '1' : '0') + hex.slice(1)
  const changes: ((receipt: ChainReceipt) => unknown)[] = [
    (receipt) => Object.assign(receipt.record, { id: 'z' }),
    (receipt) => Object.assign(receipt, { transaction_hash: flip(receipt.transaction_hash) }),
    (receipt) => Object.assign(receipt, { chain_id: 'local-other' }),
    (receipt) => Object.assign(receipt, { place: 1 }),
    (receipt) => Object.assign(receipt, { path: receipt.path.map(flip) }),
    (receipt) => Object.assign(receipt, { path: receipt.path.slice(1) }),
    ...(['prev', 'root', 'signature', 'hash', 'public_key'] as const).map(
      (member) => (receipt: ChainReceipt) =>
        Object.assign(receipt.block, { [member]: flip(receipt.block[member]) }),
    ),
    (receipt) => Object.assign(receipt.block, { height: 7 }),
    (receipt) => Object.assign(receipt.block, { records: 4 }),
    (receipt) => Object.assign(receipt.block, { at: '2026-01-01T00:00:00.000Z' }),
  ]
  for (const change of changes) assert.ok(changed(change).length > 0, String(change))
})

test('there is no receipt of what is not there', () => {
  using chain = openTestChain()
  assert.throws(() => chain.receipt({ transactionHash: 'f'.repeat(64) }), NotFoundError)
})
const NotFoundError = (error: unknown) => error instanceof NotFound

const tampering: [what: string, sql: string][] = [
  ['a record edited', `UPDATE chain_record SET body = replace(body, 'r5', 'x5') WHERE height = 5`],
  ['a record removed', 'DELETE FROM chain_record WHERE height = 9'],
  ['a time changed', 'UPDATE chain_block SET created_at = created_at + 1 WHERE height = 7'],
  [
    'a block removed',
    'DELETE FROM chain_record WHERE height = 3; DELETE FROM chain_block WHERE height = 3',
  ],
  ['a signature changed', 'UPDATE chain_block SET signature = zeroblob(64) WHERE height = 2'],
  ['a kind changed', "UPDATE chain_record SET kind = 'ledger_head' WHERE height = 4"],
  ['a subject changed', "UPDATE chain_record SET subject_id = 'r5' WHERE height = 4"],
  [
    'a name changed',
    `UPDATE chain_record SET transaction_hash = '${'a'.repeat(64)}' WHERE height = 4`,
  ],
]
for (const [what, sql] of tampering) {
  test(`${what} by whoever has the file is found`, async () => {
    using chain = openTestChain()
    await Promise.all(Array.from({ length: 12 }, (_, i) => chain.write(`r${i}`)))
    dropTriggers(chain)
    chain.store.raw.exec(`PRAGMA foreign_keys = OFF; ${sql}`)
    const { ok, problems } = await chain.verify()
    assert.is(ok, false)
    assert.ok(problems.length > 0)
  })
}

test('a chain that was cut off verifies, and the receipt of what is gone tells', async () => {
  using chain = openTestChain()
  await Promise.all(Array.from({ length: 12 }, (_, i) => chain.write(`r${i}`)))
  const [hash = ''] = await chain.write('last')
  const receipt = chain.receipt({ transactionHash: hash })
  dropTriggers(chain)
  chain.store.raw.exec(
    'DELETE FROM chain_record WHERE height > 9; DELETE FROM chain_block WHERE height > 9',
  )
  assert.is((await chain.verify()).ok, true)
  assert.is(chain.isOnChain(receipt), false)
  assert.equal(problemsOf(chain, receipt), [])
})

for (const [table, how] of [
  ['chain_block', 'UPDATE chain_block SET height = 9'],
  ['chain_block', 'DELETE FROM chain_block'],
  ['chain_record', "UPDATE chain_record SET body = '{}'"],
  ['chain_record', 'DELETE FROM chain_record'],
  ['chain_block', 'INSERT OR REPLACE INTO chain_block SELECT * FROM chain_block'],
] as const) {
  test(`the database refuses: ${how}`, async () => {
    using chain = openTestChain()
    await chain.write('a')
    assert.throws(
      () => chain.store.raw.exec(how),
      table === 'chain_block' ? /chain|block/ : /chain/,
    )
  })
}

test('a record rolled back leaves no block', async () => {
  using chain = openTestChain()
  const records = [{ subjectId: 'a', body: { kind: 'test', id: 'a' } }]
  const failing = chain.store.write((tx) => {
    chain.append(tx, { records, nowMs: 1 })
    throw new Error('no')
  })
  assert.is(await failing.catch((error: Error) => error.message), 'no')
  assert.is(chain.height(), 0)
})

test('the chain’s clock does not go back', async () => {
  using chain = openTestChain()
  await chain.write('a')
  chain.store.clock.set({ hours: -5 })
  await chain.write('b')
  assert.is((await chain.verify()).ok, true)
})

function names(count: number, start: string): string[] {
  return Array.from({ length: count }, (_, i) => `${start}:${i}`)
}

function dropTriggers({ store: { raw } }: TestChain): void {
  const names = raw
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'chain_%'")
    .pluck()
    .all()
  for (const name of names) raw.exec(`DROP TRIGGER ${name}`)
}

test.run()
