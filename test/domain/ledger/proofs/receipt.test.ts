import { generateKeyPairSync } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Forbidden, NotFound } from '../../../../src/base/errors.ts'
import { secretsFrom } from '../../../../src/base/secrets.ts'
import {
  checkReceipt,
  publicKeyFromPem,
  type Receipt,
} from '../../../../src/domain/ledger/index.ts'
import { openSigner } from '../../../../src/domain/ledger/proofs/signer.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { downloadOf } from '../../../support/open-test-ledger.ts'
import { openTestPayouts, ownerOf, type TestPayouts } from '../../../support/open-test-payouts.ts'
import { forgetBlinds } from '../../../support/rows-of-before.ts'

async function openSold(sales = 3) {
  const books = await openTestPayouts()
  const events: string[] = []
  for (let i = 0; i < sales; i++) events.push(await books.sell(50))
  const key = publicKeyFromPem(books.signingKey().publicKeyPem)
  const receipt = (id = events[0] as string) => books.receiptFor(ownerOf(books.buyer), id)
  return Object.assign(books, { events, key, receipt })
}

/** As it comes back from a file. */
function copied(receipt: Receipt): Receipt {
  return JSON.parse(JSON.stringify(receipt))
}

function refused(deed: () => unknown): unknown {
  try {
    deed()
  } catch (error) {
    return error
  }
  throw new Error('nothing was refused')
}

test('a receipt proves the event and its transfers, with the key alone', async () => {
  using books = await openSold()
  const receipt = copied(books.receipt())
  assert.equal(
    receipt.entries.map(({ log }) => log),
    ['event', 'transfer', 'transfer'],
  )
  assert.equal(checkReceipt(receipt, books.key), [])
})

test('every row of a long ledger has its receipt, also beyond what the trees keep', async () => {
  using books = await openSold(150)
  await books.keepHead()
  books.events.push(await books.sell(1))
  for (const id of books.events)
    assert.equal(checkReceipt(copied(books.receipt(id)), books.key), [])
  assertLedgerBalances(books)
})

test('a top-up has a receipt too', async () => {
  using books = await openSold()
  const id = books.store.raw
    .prepare("SELECT transfer_id FROM transfer WHERE code = 'grant'")
    .pluck()
    .get() as string
  const receipt = copied(books.receipt(id))
  assert.equal([receipt.entries.length, checkReceipt(receipt, books.key)], [1, []])
})

test('a ledger knows its own receipts and heads again, and no other’s', async () => {
  using books = await openSold()
  using other = await openSold(4)
  const receipt = copied(books.receipt())
  const head = books.lastHead()
  const told = (kept: Parameters<typeof books.verifyAgainst>[0]) =>
    books.verifyAgainst(kept).map(({ message }) => message)
  assert.equal([told(receipt), told(head)], [[], []])
  await books.sell(1)
  assert.equal([told(receipt), told(head)], [[], []], 'what was then is there yet')
  const [entry, ...rest] = receipt.entries
  const changed = { ...entry, body: { ...entry?.body, chargeCents: 1 } } as typeof entry
  const forged = { ...receipt, entries: [changed, ...rest] } as Receipt
  assert.ok(told(forged).includes('the ledger has another event 1, or none'))
  const later = { ...head, signed_at: '2020-01-01T00:00:00.000Z' }
  assert.ok(told(later as typeof head).includes('was changed after it was signed'))
  assert.equal(told(other.lastHead()), [
    'the ledger has lost transfer 9, which it had',
    'the ledger has another event 4',
  ])
  const strange = told({ ...head, key_id: '0'.repeat(16) })
  assert.equal(strange, ['was signed with a key that is not one of this ledger'])
})

test('a download has a receipt by the beginning of its id, where one alone begins so', async () => {
  using books = await openSold(2)
  const { buyer, provider, store } = books
  for (const [n, digits] of ['ab', 'ff'].entries()) {
    const link = { n, nowMs: store.clock.nowMs() }
    const download = downloadOf({ buyer, provider, priceCents: 5 }, link)
    const linkHash = digits.repeat(32)
    await store.write((tx) => books.chargeDownload(tx, { ...download, linkHash }))
    assert.is(books.receipt(`dlv_${digits.repeat(13)}`).id, `dl:${linkHash}`)
  }
  for (const unknown of ['00', 'aa', 'ac']) {
    const attempt = () => books.receipt(`dlv_${unknown.repeat(13)}`)
    assert.instance(refused(attempt), NotFound, unknown)
  }
})

const hidden = { commitment: '00'.repeat(32) }
const changes: [name: string, change: (receipt: Receipt) => void][] = [
  ['the price', (r) => set(r.entries[0]?.body, 'chargeCents', 99)],
  ['the buyer', (r) => set(r.entries[0]?.body, 'buyerTenantId', 'tnt_x')],
  ['an amount', (r) => set(r.entries[1]?.body, 'amountMinor', 61)],
  ['a side', (r) => set(r.entries[1]?.body, 'credit', { unit: 'CREDIT', owner: 'x', kind: 'y' })],
  ['a balance', (r) => set(r.entries[1], 'debitAfter', 0)],
  ['a balance of another', (r) => set(r.entries[1], 'creditAfter', 30)],
  ['a month of another', (r) => set(r.entries[0]?.body, 'grossAfterCents', 50)],
  ['a commitment', (r) => set(r.entries[0]?.commitments, 'grossAfterCents', hidden)],
  ['a blind', (r) => set(r.entries[1]?.commitments, 'debitAfter', { blind: '00' })],
  ['a lack of commitments', (r) => set(r.entries[1], 'commitments', undefined)],
  ['a time', (r) => set(r.entries[1], 'createdAt', 0)],
  ['a place', (r) => set(r.entries[0], 'seq', 2)],
  ['a place that cannot be', (r) => set(r.entries[0], 'seq', 99)],
  ['a link', (r) => set(r.entries[0], 'prev', '00')],
  ['a path', (r) => set(r.entries[0], 'path', [])],
  ['the root', (r) => set(r.head.events, 'root', '00'.repeat(32))],
  ['the size', (r) => set(r.head.events, 'size', 4)],
  ['the time of signing', (r) => set(r.head, 'signed_at', '2020-01-01T00:00:00.000Z')],
  ['the signature', (r) => set(r.head, 'signature', '00'.repeat(64))],
  ['a signature that is none', (r) => set(r.head, 'signature', 'x')],
  ['the id', (r) => set(r, 'id', 'dl:other')],
  ['the entries', (r) => set(r, 'entries', [])],
]

function set(object: unknown, name: string, value: unknown): void {
  ;(object as Record<string, unknown>)[name] = value
}

for (const [name, change] of changes) {
  test(`a receipt with another ${name.replace(/^(the|an?) /, '')} is not genuine`, async () => {
    using books = await openSold()
    const receipt = copied(books.receipt())
    change(receipt)
    assert.ok(checkReceipt(receipt, books.key).length > 0)
  })
}

test('another key, and the key that comes with the receipt of a forger, do not do', async () => {
  using books = await openSold()
  const forger = openSigner(secretsFrom(Buffer.alloc(32, 9)))
  assert.ok(checkReceipt(copied(books.receipt()), forger.publicKey).length > 0)
})

test('a receipt is shown to the buyer and to nobody else', async () => {
  using books = await openSold()
  const [id = ''] = books.events
  const stranger = ownerOf(await books.tenant())
  for (const principal of [stranger, ownerOf(books.provider)]) {
    assert.instance(
      refused(() => books.receiptFor(principal, id)),
      NotFound,
    )
  }
  for (const unknown of ['dl:x', '', 'welcome:x']) {
    assert.instance(
      refused(() => books.receipt(unknown)),
      NotFound,
    )
  }
  const unread = ownerOf(books.buyer, { scopes: new Set() })
  assert.instance(
    refused(() => books.receiptFor(unread, id)),
    Forbidden,
  )
})

test('a part of a charge, or of its refund, is shown to the buyer alone', async () => {
  using books = await openSold()
  const [id = ''] = books.events
  const admin = ownerOf(await books.tenant(), { isPlatformAdmin: true })
  await books.refundCharge(books.admin(), { eventId: id, reason: 'sold twice' })
  const parts = ['', 'refund:'].flatMap((group) =>
    ['provider', 'platform'].map((part) => `${group}${id}:${part}`),
  )
  for (const part of parts) {
    for (const mayRead of [ownerOf(books.buyer), admin]) {
      const receipt = copied(books.receiptFor(mayRead, part))
      assert.equal([receipt.id, checkReceipt(receipt, books.key)], [part, []])
    }
    const asked = () => books.receiptFor(ownerOf(books.provider), part)
    assert.instance(refused(asked), NotFound, part)
  }
})

test('a receipt shows its reader the numbers of its own accounts alone', async () => {
  using books = await openSold()
  const [id = ''] = books.events.slice(-1)
  const admin = ownerOf(await books.tenant(), { isPlatformAdmin: true })
  const shown = (receipt: Receipt) =>
    receipt.entries.map((entry) =>
      entry.log === 'event'
        ? entry.body.grossAfterCents
        : [entry.body.code, entry.debitAfter, entry.creditAfter],
    )
  const bought = copied(books.receipt(id))
  const parts = [
    ['provider_share', 9_870, 0],
    ['platform_share', 9_850, 0],
  ]
  assert.equal([bought.kind, shown(bought)], ['kontor receipt 2', [0, ...parts]])
  const ofPlatform = copied(books.receiptFor(admin, id))
  const revenue = [
    ['provider_share', 0, 0],
    ['platform_share', 0, 60],
  ]
  assert.equal(shown(ofPlatform), [0, ...revenue])
  await books.endOfMarch()
  const settled = `settle:${books.statement().payoutStatementId}`
  assert.equal(shown(books.receiptFor(ownerOf(books.provider), settled)), [['settlement', 0, 90]])
  const toppedUp = books.store.raw.prepare("SELECT transfer_id FROM transfer WHERE code = 'grant'")
  const topUp = copied(books.receipt(toppedUp.pluck().get() as string))
  assert.equal(shown(topUp), [['grant', 0, 10_000]])
  for (const receipt of [bought, ofPlatform, topUp]) {
    assert.equal(checkReceipt(receipt, books.key), [])
    const blinds =
      'SELECT lower(hex(blind)) FROM transfer UNION SELECT lower(hex(blind)) FROM meter_event'
    for (const blind of books.store.raw.prepare(blinds).pluck().all()) {
      assert.not.match(JSON.stringify(receipt), blind as string)
    }
  }
})

test('rows of before are shown with their numbers, and checked as ever', async () => {
  using books = await openSold(2)
  forgetBlinds(books.store)
  const [id = ''] = books.events
  const old = copied(books.receipt(id))
  assert.is(old.kind, 'kontor receipt 1')
  assert.not.match(JSON.stringify(old), /commitment|blind/)
  await books.refundCharge(books.admin(), { eventId: id, reason: 'sold twice' })
  const kinds = [id, `refund:${id}:provider`, await books.sell(50)].map((one) => {
    const receipt = copied(books.receipt(one))
    assert.equal([checkReceipt(receipt, books.key), books.verifyAgainst(receipt)], [[], []], one)
    return receipt.kind.slice(-1)
  })
  assert.equal([kinds.join(''), books.verifyAgainst(old)], ['122', []])
  assert.equal((await books.verifySince(headAfter(books, 3))).problems, [])
  assertLedgerBalances(books)
})

function headAfter({ store }: TestPayouts, seq: number): string {
  const head = store.raw.prepare('SELECT lower(hex(hash)) FROM transfer WHERE seq = ?').pluck()
  return head.get(seq) as string
}

test('a platform admin gets every receipt', async () => {
  using books = await openSold()
  const admin = ownerOf(await books.tenant(), { isPlatformAdmin: true })
  const receipt = copied(books.receiptFor(admin, books.events[1] as string))
  assert.equal(checkReceipt(receipt, books.key), [])
})

test('the provider gets the receipt of its settlement', async () => {
  using books = await openSold()
  await books.endOfMarch()
  const { payoutStatementId } = books.statement()
  const id = `settle:${payoutStatementId}`
  const receipt = copied(books.receiptFor(ownerOf(books.provider), id))
  assert.equal(checkReceipt(receipt, books.key), [])
})

test('the key depends on the data folder and is the same after a restart', async () => {
  using books: TestPayouts = await openSold()
  const { keyId } = books.signingKey()
  const again = openSigner(secretsFrom(Buffer.alloc(32, 7)))
  assert.is(again.keyId, keyId)
  assert.is.not(openSigner(secretsFrom(Buffer.alloc(32, 8))).keyId, keyId)
})

test('only an Ed25519 key can be the key', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  assert.throws(() => publicKeyFromPem(pem), /not an Ed25519 key/)
  assert.throws(() => publicKeyFromPem('x'))
})

test.run()
