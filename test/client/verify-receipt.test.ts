// The client's check of receipts says what the server's own says, with nothing but the key.
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Verdict, verifyReceipt } from '../../src/client/index.ts'
import { checkReceipt, publicKeyFromPem, type Receipt } from '../../src/domain/ledger/index.ts'
import { openTestPayouts, ownerOf } from '../support/open-test-payouts.ts'
import { forgetBlinds } from '../support/rows-of-before.ts'

type Sent = Parameters<typeof verifyReceipt>[0]
const good: Verdict = { signature: true, included: true, about: true, sums: true }

async function openSold(sales: number) {
  const books = await openTestPayouts()
  const ids: string[] = []
  for (let i = 0; i < sales; i++) ids.push(await books.sell(50))
  const { publicKeyPem } = books.signingKey()
  const get = (id = '', who = ownerOf(books.buyer)): Receipt =>
    JSON.parse(JSON.stringify(books.receiptFor(who, id)))
  return Object.assign(books, { ids, get, receipts: ids.map((id) => get(id)), publicKeyPem })
}

const verify = (receipt: Receipt, pem: string) => verifyReceipt(receipt as unknown as Sent, pem)

test('each receipt of a ledger of any size is genuine', async () => {
  using books = await openSold(9)
  for (const receipt of books.receipts) {
    assert.equal(await verify(receipt, books.publicKeyPem), good)
  }
})

test('so are those of rows of before, and those of the operator', async () => {
  using books = await openSold(2)
  forgetBlinds(books.store)
  const admin = ownerOf(await books.tenant(), { isPlatformAdmin: true })
  const ids = [books.ids[0], await books.sell(1)]
  const receipts = [...ids.map((id) => books.get(id)), ...ids.map((id) => books.get(id, admin))]
  for (const receipt of receipts) {
    assert.equal(await verify(receipt, books.publicKeyPem), good)
  }
  assert.equal(
    receipts.map(({ kind }) => kind.slice(-1)),
    ['1', '2', '1', '2'],
  )
})

const hidden = { grossAfterCents: { commitment: '00'.repeat(32) } }
const forgeries: [what: string, forge: (receipt: Receipt) => void, missing: (keyof Verdict)[]][] = [
  ['the price', (r) => set(r.entries[0]?.body, { chargeCents: 51 }), ['included', 'sums']],
  ['a share', (r) => set(r.entries[1]?.body, { amountMinor: 1 }), ['included', 'sums']],
  ['the buyer', (r) => set(r.entries[0]?.body, { buyerTenantId: 'tnt_x' }), ['included']],
  ['when', (r) => set(r.entries[2], { createdAt: 1 }), ['included']],
  ['what the buyer has', (r) => set(r.entries[1], { debitAfter: 1 }), ['included']],
  ['what another has', (r) => set(r.entries[1], { creditAfter: 1 }), ['included']],
  ['what another sold', (r) => set(r.entries[0]?.body, { grossAfterCents: 1 }), ['included']],
  ['what is hidden', (r) => set(r.entries[0], { commitments: hidden }), ['included']],
  ['that it is hidden', (r) => set(r.entries[1], { commitments: undefined }), ['included']],
  ['the place', (r) => set(r.entries[0], { seq: 2 }), ['included']],
  ['a place beyond', (r) => set(r.entries[0], { seq: 1e9 }), ['included']],
  ['the way', (r) => void r.entries[0]?.path.pop(), ['included']],
  ['the head', (r) => set(r.head, { signed_at: '2020-01-01T00:00:00Z' }), ['signature']],
  ['the size', (r) => set(r.head.events, { size: 5 }), ['signature', 'included']],
  ['the signature', (r) => set(r.head, { signature: 'zz' }), ['signature']],
  ['its name', (r) => set(r, { id: 'evt_another' }), ['about']],
  ['everything', (r) => void r.entries.splice(0), ['included', 'about']],
]

test('whatever is changed in a receipt is found, as the server finds it', async () => {
  using books = await openSold(3)
  const key = publicKeyFromPem(books.publicKeyPem)
  for (const [what, forge, missing] of forgeries) {
    const receipt = structuredClone(books.receipts[0] as Receipt)
    forge(receipt)
    const verdict = await verify(receipt, books.publicKeyPem)
    const failed = (Object.keys(verdict) as (keyof Verdict)[]).filter((step) => !verdict[step])
    assert.equal(failed, missing, what)
    assert.ok(checkReceipt(receipt, key).length > 0, what)
  }
})

test('the key of another house proves nothing', async () => {
  using books = await openSold(1)
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
  const verdict = await verify(books.receipts[0] as Receipt, String(other))
  assert.equal(verdict, { ...good, signature: false })
})

function set(of: object | undefined, values: object): void {
  Object.assign(of as object, values)
}

test.run()
