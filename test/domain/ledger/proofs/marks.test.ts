// How far the ledger reached, who signed it, and trees that are kept in part.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import { secretsFrom } from '../../../../src/base/secrets.ts'
import {
  checkReceipt,
  keptSignatures,
  ledgerMarks,
  ledgerMarksMissed,
  linkAt,
  mayHaveSigned,
  publicKeyFromPem,
  publicKeyOfSecret,
  type Receipt,
} from '../../../../src/domain/ledger/index.ts'
import { rootOf } from '../../../../src/domain/ledger/proofs/merkle.ts'
import {
  countNodes,
  findHeadAt,
  findHeadUpTo,
  findTransferByHash,
  listHeadsAfter,
} from '../../../../src/domain/ledger/proofs/queries.ts'
import { openSigner, pemOf, signingPurpose } from '../../../../src/domain/ledger/proofs/signer.ts'
import { growTree, subtreesOf } from '../../../../src/domain/ledger/proofs/tree.ts'
import { verifySigners } from '../../../../src/domain/ledger/proofs/verify-signers.ts'
import { refusalOf } from '../../../support/open-test-identity.ts'
import { openTestLedger } from '../../../support/open-test-ledger.ts'
import { openTestPayouts, ownerOf, type TestPayouts } from '../../../support/open-test-payouts.ts'
import { testSecrets } from '../../../support/test-secrets.ts'

function openHand({ store: { raw } }: Pick<TestPayouts, 'store'>): void {
  const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const name of triggers.all()) raw.exec(`DROP TRIGGER ${name}`)
  raw.pragma('foreign_keys = OFF')
}

async function openSold(sales: number) {
  const books = await openTestPayouts()
  for (let i = 0; i < sales; i++) await books.sell(50)
  return books
}

test('an empty ledger has its marks, and misses nothing', async () => {
  using ledger = openTestLedger()
  const { db } = ledger.store
  const chain = '0'.repeat(64)
  const marks = ledgerMarks(db)
  assert.equal(marks, {
    transfers: { size: 0, chain },
    events: { size: 0, chain },
    heads: { size: 0, signature: '', signed_at: null },
  })
  assert.equal(ledgerMarksMissed(db, marks), [])
  assert.equal([...keptSignatures(db)], [])
  assert.equal(ledger.lastHead().events.size, 0)
  await ledger.tenant({ credits: 1 })
  assert.equal(ledgerMarksMissed(db, marks), [])
  const tenantId = await ledger.tenant()
  const search = { tenantId, searchId: 'srch_1', paramsHash: 'p', nowMs: 1 } as const
  await ledger.store.write((tx) => ledger.recordSearch(tx, search))
  const { transfers, events } = (await ledger.keepHead()) ?? {}
  assert.equal([transfers?.size, events?.size], [1, 1])
  await ledger.store.write((tx) => ledger.recordSearch(tx, { ...search, searchId: 'srch_2' }))
  assert.is((await ledger.keepHead())?.events.size, 2, 'a search alone is signed, too')
  assert.is((await ledger.keepHead())?.events.size, 2)
  const kept = ledger.store.raw.prepare('SELECT head_no, transfers, events FROM ledger_head')
  assert.equal(kept.raw().all(), [
    [1, 1, 1],
    [2, 1, 2],
  ])
})

test('what was lost since, or is another, is missed', async () => {
  using books = await openSold(2)
  const { db, raw, clock } = books.store
  await books.keepHead()
  const marks = ledgerMarks(db)
  const hexOf = (table: string, column = 'hash') =>
    raw.prepare(`SELECT lower(hex(${column})) FROM ${table} ORDER BY 1 DESC`).pluck().all()
  assert.equal([marks.transfers.size, marks.events.size, marks.heads.size], [5, 2, 1])
  assert.ok(hexOf('transfer').includes(marks.transfers.chain))
  assert.ok(hexOf('meter_event').includes(marks.events.chain))
  assert.is(marks.heads.signed_at, isoOf(clock.nowMs()))
  assert.equal(hexOf('ledger_head', 'signature'), [marks.heads.signature])
  assert.equal([...keptSignatures(db)], [marks.heads.signature])
  await books.sell()
  await books.keepHead()
  assert.equal(ledgerMarksMissed(db, marks), [])
  openHand(books)
  const missed = (sql: string) => {
    raw.exec('SAVEPOINT hand')
    raw.exec(sql)
    const lines = ledgerMarksMissed(db, marks)
    raw.exec('ROLLBACK TO hand; RELEASE hand')
    return lines
  }
  assert.equal(missed('DELETE FROM transfer WHERE seq > 4'), [
    'the ledger has lost transfer 5, which it had',
  ])
  assert.equal(missed('UPDATE transfer SET hash = zeroblob(32) WHERE seq = 5'), [
    'the ledger has another transfer 5',
  ])
  assert.equal(missed('DELETE FROM meter_event'), ['the ledger has lost event 2, which it had'])
  const head = 'the signed head 1 is missing or another one'
  assert.equal(missed('DELETE FROM ledger_head WHERE head_no = 1'), [head])
  assert.equal(missed('UPDATE ledger_head SET signature = zeroblob(64)'), [head])
  assert.equal(missed('SELECT 1'), [])
})

test('a link, a head and a transfer are found where they are and nowhere else', async () => {
  using books = await openSold(1)
  const { db, raw } = books.store
  const first = await books.keepHead()
  await books.sell()
  const second = await books.keepHead()
  assert.equal(linkAt(db, { log: 'transfer', seq: 0 }), Buffer.alloc(32))
  assert.is(linkAt(db, { log: 'event', seq: 3 }), undefined)
  assert.is(linkAt(db, { log: 'event', seq: 2 })?.toString('hex'), second?.events.chain)
  assert.is(linkAt(db, { log: 'transfer', seq: 3 })?.toString('hex'), first?.transfers.chain)
  const numbers = [2, 3, 4, 5].map((seq) => findHeadUpTo(db, seq)?.headNo)
  assert.equal(numbers, [undefined, 1, 1, 2])
  assert.equal([findHeadAt(db, 1)?.transfers, findHeadAt(db, 3)], [3, undefined])
  const after = (from: number, limit = 9) =>
    listHeadsAfter(db, { after: from, limit }).map(({ headNo }) => headNo)
  assert.equal([after(0), after(1), after(0, 1), after(2)], [[1, 2], [2], [1], []])
  const hash = raw.prepare('SELECT hash FROM transfer WHERE seq = 3').pluck().get() as Buffer
  const within = (fromSeq: number, toSeq: number) =>
    findTransferByHash(db, hash, { fromSeq, toSeq })?.seq
  assert.equal(
    [within(1, 3), within(3, 5), within(1, 2), within(4, 5)],
    [...[3, 3, undefined, undefined]],
  )
})

test('a tree is the same whether its subtrees are kept, or not yet, or in part', async () => {
  using books = await openSold(100)
  const { db, write, raw } = books.store
  const { transfers } = books.lastHead()
  const root = () => rootOf(transfers.size, subtreesOf(db, 'transfer')).toString('hex')
  assert.is(root(), transfers.root)
  assert.is(await write((tx) => growTree(tx, 'transfer', { leaves: 64 })), true)
  const count = (level: number, log: 'transfer' | 'event' = 'transfer') =>
    countNodes(db, { log, level })
  assert.equal([count(5), count(6), count(7), count(5, 'event')], [2, 1, 0, 0])
  assert.is(root(), transfers.root)
  assert.is(await write((tx) => growTree(tx, 'transfer', { leaves: 1_024 })), false)
  assert.equal([count(5), count(6), count(7), count(8)], [6, 3, 1, 0])
  assert.is(root(), transfers.root)
  assert.is(await write((tx) => growTree(tx, 'transfer', { leaves: 1_024 })), false)
  assert.is(count(5), 6)
  openHand(books)
  raw.exec("DELETE FROM merkle_node WHERE log = 'transfer' AND level > 5")
  assert.is(root(), transfers.root, 'what is not kept is worked out')
  raw.exec("UPDATE merkle_node SET hash = zeroblob(32) WHERE place = 0 AND log = 'transfer'")
  assert.is.not(root(), transfers.root, 'what is kept is read')
  raw.exec('DELETE FROM merkle_node WHERE place = 4; DELETE FROM merkle_node WHERE place = 5')
  raw.exec("INSERT INTO merkle_node VALUES ('transfer', 5, 6, zeroblob(32))")
  const grow = () => write((tx) => growTree(tx, 'transfer', { leaves: 64 }))
  assert.is(await refusalOf(grow), 'not refused', 'there is no 7th yet')
  const beyond = () => rootOf(1_000, subtreesOf(db, 'transfer'))
  assert.throws(beyond, /the chain of transfers ends within its tree/)
})

test('a head is signed by a secret of the folder, or by nobody who is known', async () => {
  using books = await openSold(1)
  const { db } = books.store
  const secret = Buffer.alloc(32, 9)
  assert.is(mayHaveSigned(db, secret), true, 'nothing is signed yet')
  await books.keepHead()
  assert.is(mayHaveSigned(db, secret), false)
  const { publicKey, publicKeyPem, keyId } = openSigner(testSecrets)
  assert.is(pemOf(publicKey), publicKeyPem)
  assert.equal(publicKeyFromPem(publicKeyPem), publicKey)
  assert.is(publicKeyOfSecret(secret).length, 32)
  assert.not.equal(publicKeyOfSecret(secret), publicKey)
  const problems = (signer: Parameters<typeof verifySigners>[0]) =>
    [...verifySigners(signer, db)].flat()
  const stranger = openSigner(secretsFrom(Buffer.alloc(32, 8)))
  assert.equal(problems(openSigner(testSecrets)), [])
  assert.equal(problems(stranger), [
    {
      check: 'ledger_head',
      seq: 1,
      message: "was signed with a key that is not the ring's",
    },
  ])
  const signedMs = books.store.clock.nowMs()
  const past = (retiredMs: number) => ({
    ...stranger,
    past: () => [{ number: 1, publicKey, sinceMs: 0, retiredMs }],
  })
  assert.equal([problems(past(signedMs)).length, problems(past(signedMs - 1)).length], [0, 1])
  const { previous, ...shown } = books.signingKey()
  assert.equal([shown, previous], [{ keyId, publicKeyPem }, []])
  assert.is(signingPurpose, 'ledger-signing')
})

test('every head is asked who signed it', async () => {
  using books = await openSold(1)
  await books.keepHead()
  openHand(books)
  books.store.raw.exec(`
    WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 502)
    INSERT INTO ledger_head SELECT i, transfers, transfer_root, transfer_chain, events, event_root,
      event_chain, signed_at, zeroblob(32), signature FROM ledger_head, n`)
  const found = [...verifySigners(openSigner(testSecrets), books.store.db)].flat()
  assert.equal([found.length, found[0]?.seq, found.at(-1)?.seq], [501, 2, 502])
})

test('a receipt tells each thing that is wrong with it', async () => {
  using books = await openSold(3)
  const event = books.store.raw.prepare('SELECT event_id FROM meter_event WHERE seq = 2').pluck()
  const receipt = books.receiptFor(ownerOf(books.buyer), event.get() as string)
  const key = publicKeyFromPem(receipt.public_key)
  const told = (change: (receipt: Receipt) => void) => {
    const copy = structuredClone(receipt)
    change(copy)
    return checkReceipt(copy, key)
  }
  const unsigned = 'the head was not signed with this key, or was changed'
  const missing = (row: string) => `${row} is not in this head`
  const other = 'the receipt is about something else than its id'
  assert.equal(
    told(() => undefined),
    [],
  )
  assert.equal(
    told((copy) => Object.assign(copy.head, { signed_at: 'x' })),
    [unsigned],
  )
  assert.equal(
    told((copy) => Object.assign(copy.head, { signature: '00' })),
    [unsigned],
  )
  assert.equal(
    told((copy) => Object.assign(copy, { entries: [] })),
    ['the receipt proves nothing'],
  )
  assert.equal(
    told((copy) => Object.assign(copy, { id: 'x' })),
    [other],
  )
  assert.equal(
    told((copy) => copy.entries.splice(0, 1)),
    [],
    'transfers alone are of their group',
  )
  assert.equal(
    told((copy) => Object.assign(copy.entries[1] ?? {}, { debitAfter: 0 })),
    [missing('transfer 4')],
  )
  assert.equal(
    told((copy) => Object.assign(copy.entries[0] ?? {}, { prev: '00' })),
    [missing('event 2')],
  )
  assert.equal(
    told((copy) => Object.assign(copy.head.transfers, { root: copy.head.events.root })),
    [unsigned, missing('transfer 4'), missing('transfer 5')],
  )
})

test('a receipt is for the buyer of an event, whole or in part, and for the platform', async () => {
  using books = await openSold(2)
  const { buyer, provider } = books
  const row = books.store.raw.prepare('SELECT event_id FROM meter_event WHERE seq = 1').pluck()
  const eventId = row.get() as string
  const root = ownerOf(await books.tenant(), { isPlatformAdmin: true })
  const get = (who: Parameters<typeof books.receiptFor>[0], id: string) =>
    refusalOf(() => books.receiptFor(who, id))
  const [ok, none] = ['not refused', 'NotFound']
  const stranger = ownerOf(await books.tenant())
  const asked = [ownerOf(buyer), ownerOf(provider), stranger, root]
  const all = async (id: string) => Promise.all(asked.map((who) => get(who, id)))
  assert.equal(await all(eventId), [ok, none, none, ok])
  assert.equal(await all(`${eventId}:provider`), [ok, none, none, ok])
  assert.equal(await all(`${eventId}:platform`), [ok, none, none, ok])
  assert.equal(await all('x'), [none, none, none, none])
  const viewer = ownerOf(buyer, { scopes: new Set() })
  assert.is(await get(viewer, eventId), 'Forbidden missing_scope')
  const whole = books.receiptFor(ownerOf(buyer), eventId)
  assert.equal([whole.kind, whole.id, whole.entries.length], ['kontor receipt 2', eventId, 3])
  assert.is(whole.public_key, books.signingKey().publicKeyPem)
  const [event, share] = whole.entries
  const {
    seq: _seq,
    prev: _prev,
    hash: _hash,
    blind: _blind,
    ...body
  } = books.store.raw.prepare('SELECT * FROM meter_event WHERE seq = 1').get() as Record<
    string,
    unknown
  >
  assert.equal(
    Object.values(event?.body ?? {})
      .map(String)
      .sort(),
    // What the provider sold in the month is not the buyer's.
    Object.values({ ...body, gross_after_cents: 0 })
      .map(String)
      .sort(),
  )
  const account = (owner: string, kind: string) => ({ unit: 'CREDIT', owner, kind })
  assert.equal(share?.body, {
    groupId: eventId,
    phase: 'post',
    amountMinor: 30,
    holdSeq: null,
    debit: account(buyer, 'balance'),
    credit: account(provider, 'earned'),
    code: 'provider_share',
    ref: 'obj_1',
  })
})

test.run()
