// What leaves for the bank: account numbers, and batches as CSV and pain.001.
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cents } from '../../../../src/base/money.ts'
import type { PayoutBatch } from '../../../../src/domain/ledger/index.ts'
import { batchCsv } from '../../../../src/domain/ledger/payouts/batch-csv.ts'
import { batchSepa, sepaText } from '../../../../src/domain/ledger/payouts/batch-sepa.ts'
import { bicOf, ibanOf } from '../../../../src/domain/ledger/payouts/iban.ts'

const good = [
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['fr14 2004 1010 0505 0001 3m02 606', 'FR1420041010050500013M02606'],
  ['NL91ABNA0417164300', 'NL91ABNA0417164300'],
  ['NO9386011117947', 'NO9386011117947'],
  ['MT84MALT011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
]

for (const [typed, iban] of good) {
  test(`${typed} is an IBAN`, () => assert.is(ibanOf(typed as string), iban))
}

const bad = [
  ...['', 'DE', 'DE89370400440532013001', 'DE8937040044053201300', 'DE893704004405320130000'],
  ...['US64SVBKUS6S3300958879', '89370400440532013000', 'DE8937040044053201300O', '💶'],
]

for (const typed of bad) {
  test(`'${typed}' is no IBAN`, () => assert.throws(() => ibanOf(typed), /SEPA area/))
}

test('one changed character makes an IBAN wrong', () => {
  fc.assert(
    fc.property(fc.nat({ max: 19 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const digits = '370400440532013000'
      const place = at % digits.length
      const other = String((Number(digits[place]) + by) % 10)
      const changed = `DE89${digits.slice(0, place)}${other}${digits.slice(place + 1)}`
      assert.throws(() => ibanOf(changed), /SEPA area/)
    }),
  )
})

test('a BIC has eight or eleven characters', () => {
  assert.is(bicOf('cobadeff370'), 'COBADEFF370')
  for (const typed of ['', 'COBADE', 'COBADEFFX', '12345678']) {
    assert.throws(() => bicOf(typed), /8 or 11/)
  }
})

const batch: PayoutBatch = {
  batchId: 'pay_01kjpzv280be65636ttmsjpxc6',
  createdAtMs: Date.UTC(2026, 3, 15, 9, 30),
  totalCents: cents(123_456),
  payments: [
    {
      batchId: 'pay_01kjpzv280be65636ttmsjpxc6',
      payoutStatementId: 'stmt_01kjpzv280be65636ttmsjpxc7',
      tenantId: 'tnt_1',
      holderName: 'Müller & Søn <Łódź>',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFF370',
      amountCents: cents(123_451),
    },
    {
      batchId: 'pay_01kjpzv280be65636ttmsjpxc6',
      payoutStatementId: 'stmt_01kjpzv280be65636ttmsjpxc8',
      tenantId: 'tnt_2',
      holderName: '=cmd|"calc"',
      iban: 'NL91ABNA0417164300',
      bic: null,
      amountCents: cents(5),
    },
  ],
}

test('a batch as CSV: one line for each payment, formulas disarmed', () => {
  assert.is(
    batchCsv(batch),
    [
      'payout_statement_id,tenant_id,holder_name,iban,bic,amount,currency',
      'stmt_01kjpzv280be65636ttmsjpxc7,tnt_1,Müller & Søn <Łódź>,DE89370400440532013000,' +
        'COBADEFF370,1234.51,EUR',
      `stmt_01kjpzv280be65636ttmsjpxc8,tnt_2,"'=cmd|""calc""",NL91ABNA0417164300,,0.05,EUR`,
      '',
    ].join('\r\n'),
  )
})

/** The texts of a document by the path of their element. */
function read(xml: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const path: string[] = []
  const parser = new Parser(
    {
      onopentag: (name) => void path.push(name),
      ontext(text) {
        const key = path.slice(-3).join('/')
        if (text.trim() !== '') found.set(key, [...(found.get(key) ?? []), text])
      },
      onclosetag(name, implied) {
        assert.is(implied, false, name)
        assert.is(path.pop(), name)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  assert.equal(path, [])
  return found
}

const debtor = { name: 'Kontor GmbH', iban: 'FR1420041010050500013M02606' }

test('a batch as pain.001 names every payment, its sum and its account', () => {
  const xml = batchSepa(batch, debtor)
  assert.match(xml, '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">')
  const texts = read(xml)
  const at = (path: string) => texts.get(path)
  assert.equal(at('CstmrCdtTrfInitn/GrpHdr/MsgId'), [batch.batchId])
  assert.equal(at('CstmrCdtTrfInitn/GrpHdr/CreDtTm'), ['2026-04-15T09:30:00'])
  assert.equal(at('CstmrCdtTrfInitn/GrpHdr/NbOfTxs'), ['2'])
  assert.equal(at('CstmrCdtTrfInitn/GrpHdr/CtrlSum'), ['1234.56'])
  assert.equal(at('PmtInf/Dbtr/Nm'), ['Kontor GmbH'])
  assert.equal(at('CdtTrfTxInf/Amt/InstdAmt'), ['1234.51', '0.05'])
  assert.equal(
    at('CdtTrfTxInf/PmtId/EndToEndId'),
    batch.payments.map((p) => p.payoutStatementId),
  )
  assert.equal(at('CdtTrfTxInf/Cdtr/Nm'), ['Muller + Son .Lodz.', '.cmd..calc.'])
  assert.equal(at('CdtrAcct/Id/IBAN'), ['DE89370400440532013000', 'NL91ABNA0417164300'])
  assert.equal(at('CdtrAgt/FinInstnId/BICFI'), ['COBADEFF370'])
  assert.equal(at('FinInstnId/Othr/Id'), ['NOTPROVIDED'])
})

test('references fit into the 35 characters that a bank takes', () => {
  for (const { payoutStatementId, batchId } of batch.payments) {
    assert.ok(payoutStatementId.length <= 35 && batchId.length <= 35)
  }
})

test('whatever a name holds, the file stays well-formed and the name in the allowed set', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
      const payments = batch.payments.map((payment) => ({ ...payment, holderName: name }))
      read(batchSepa({ ...batch, payments }, { ...debtor, name }))
      assert.match(sepaText(name), /^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/)
    }),
  )
})

test.run()
