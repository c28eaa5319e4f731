import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as accounts from '../../../../src/domain/ledger/books/account.ts'
import {
  bodyHash,
  type EventBody,
  eventHash,
  genesis,
  hashOfEvent,
  hashOfTransfer,
  type TransferBody,
  transferHash,
} from '../../../../src/domain/ledger/books/chain.ts'
import {
  solBalance,
  solDeposits,
  solNetworkFees,
  solRevenue,
  solWithdrawals,
} from '../../../../src/domain/ledger/books/sol.ts'

const { granted, spendable } = accounts

const body: TransferBody = {
  groupId: 'g',
  phase: 'post',
  debit: granted,
  credit: spendable('tnt_1'),
  amountMinor: 5,
  holdSeq: null,
  code: 'grant',
  ref: 'tnt_1',
}

const link = {
  prev: genesis,
  bodyHash: bodyHash(body, 1),
  seq: 1,
  transferId: 'grant:1',
  createdAt: 1,
  debitAfter: -5,
  creditAfter: 5,
}

const event: EventBody = {
  eventId: 'dl:1',
  kind: 'download',
  buyerTenantId: 'tnt_1',
  providerTenantId: 'tnt_2',
  datasetId: 'dset_1',
  assetId: 'obj_1',
  apiKeyId: 'key_1',
  searchId: 'srch_1',
  quantity: 1,
  priceVersion: 1,
  chargeCents: 25,
  providerShareBp: 6000,
  providerCents: 15,
  grossAfterCents: 25,
  period: '2026-03',
  createdAt: 1,
}

test('the hash of a transfer never changes between releases', () => {
  const expected = 'b58c323c0a94faee1d81f1485d827dab29dce1af17baa4ebd25f12ba7c29069c'
  assert.is(transferHash(link).toString('hex'), expected)
})

test('the hash of an event never changes between releases', () => {
  const expected = 'dab784b48ab6644dd9f5b96ffdd0e9b22bc400825dbe0b058a38b34a8d2b52d2'
  assert.is(eventHash({ prev: genesis, seq: 1, body: event }, 1).toString('hex'), expected)
})

const blind = Buffer.alloc(16, 7)
const blinded = { ...link, bodyHash: bodyHash(body, 2), blind }
const blindedEvent = { ...event, prev: genesis, seq: 1, blind }

test('nor do the hashes of rows with a blind', () => {
  assert.equal(
    [hashOfTransfer(blinded), hashOfEvent(blindedEvent)].map((hash) => hash.toString('hex')),
    [
      'b86b7b3cef9dd25af9c1939f3dae8b4a65f81d0c7a069eba97331dea1146fb68',
      '24d9bb414612972a1a4c18a2d2c1648b97f1498d5f3896f4907c0865bc4f6d2c',
    ],
  )
})

test('without a blind a row is hashed as before', () => {
  assert.equal(hashOfTransfer({ ...link, blind: null }), transferHash(link))
  const before = eventHash({ prev: genesis, seq: 1, body: event }, 1)
  assert.equal(hashOfEvent({ ...blindedEvent, blind: null }), before)
})

test('the blind of a row and each number that it hides are in its hash', () => {
  const other = Buffer.alloc(16, 8)
  const transfers = [{}, { blind: other }, { debitAfter: 0 }, { creditAfter: 0 }, { blind: null }]
  const events = [{}, { blind: other }, { grossAfterCents: 0 }, { blind: null }]
  const hashes = [
    ...transfers.map((part) => hashOfTransfer({ ...blinded, ...part })),
    ...events.map((part) => hashOfEvent({ ...blindedEvent, ...part })),
  ]
  assert.is(new Set(hashes.map((hash) => hash.toString('hex'))).size, hashes.length)
})

test('the names of accounts never change between releases: the hashes are made of them', () => {
  const { accountText, earnings, payable } = accounts
  const named = [
    ...[spendable('tnt_1'), earnings('tnt_1'), payable('tnt_1', '2026-03')],
    ...[accounts.revenue, accounts.reversals, accounts.payouts, accounts.goodwill],
    ...[granted, accounts.welcomed, accounts.redeemed, accounts.paidIn],
    ...[solBalance('usr_1'), solDeposits, solWithdrawals, solNetworkFees, solRevenue],
  ]
  assert.equal(named.map(accountText), [
    ...['CREDIT/tnt_1/balance', 'CREDIT/tnt_1/earned', 'CREDIT/tnt_1/payable:2026-03'],
    ...['CREDIT/platform/revenue', 'CREDIT/platform/reversals'],
    ...['CREDIT/world/payouts', 'CREDIT/world/goodwill'],
    ...['CREDIT/world/granted', 'CREDIT/world/welcomed'],
    ...['CREDIT/world/vouchers', 'CREDIT/world/paid-in'],
    ...['SOL/usr_1/balance', 'SOL/world/deposits', 'SOL/world/withdrawals'],
    ...['SOL/platform/network-fees', 'SOL/platform/revenue'],
  ])
})

test('only the world may owe', () => {
  const { mayGoNegative, revenue } = accounts
  assert.equal([granted, spendable('tnt_1'), revenue].map(mayGoNegative), [true, false, false])
})

test('every part of a transfer is in its body hash', () => {
  const others: Partial<TransferBody>[] = [
    { groupId: 'h' },
    { phase: 'hold' },
    { debit: spendable('tnt_1') },
    { credit: spendable('tnt_2') },
    { credit: { ...body.credit, kind: 'earned' } },
    { credit: { ...body.credit, unit: 'SOL' } },
    { amountMinor: 6 },
    { holdSeq: 1 },
    { code: 'welcome' },
    { ref: '' },
  ]
  const hashes = [{}, ...others].map((part) => bodyHash({ ...body, ...part }, 1).toString('hex'))
  assert.is(new Set(hashes).size, hashes.length)
})

test('a character that moves from one part to the next changes the hash', () => {
  const left = bodyHash({ ...body, code: 'ab', ref: 'c' }, 1)
  const right = bodyHash({ ...body, code: 'a', ref: 'bc' }, 1)
  assert.not(left.equals(right))
})

test('the place of a transfer in the chain is in its hash', () => {
  const others: Partial<typeof link>[] = [
    { prev: Buffer.alloc(32, 1) },
    { bodyHash: genesis },
    { seq: 2 },
    { transferId: 'grant:2' },
    { createdAt: 2 },
    { debitAfter: -6 },
    { creditAfter: 6 },
  ]
  const hashes = [{}, ...others].map((part) => transferHash({ ...link, ...part }).toString('hex'))
  assert.is(new Set(hashes).size, hashes.length)
})

test('every part of an event and its place are in its hash', () => {
  const hashes = Object.keys(event).map((name) => {
    const changed = {
      ...event,
      [name]: typeof event[name as keyof EventBody] === 'number' ? 9 : 'x',
    }
    return eventHash({ prev: genesis, seq: 1, body: changed }, 1).toString('hex')
  })
  hashes.push(eventHash({ prev: genesis, seq: 1, body: event }, 1).toString('hex'))
  hashes.push(eventHash({ prev: genesis, seq: 2, body: event }, 1).toString('hex'))
  hashes.push(eventHash({ prev: Buffer.alloc(32, 1), seq: 1, body: event }, 1).toString('hex'))
  assert.is(new Set(hashes).size, hashes.length)
})

test.run()
