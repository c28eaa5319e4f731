// What leaves for the bank: account numbers, and batches as CSV and pain.001.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bicFor, bicOf, ibanOf } from '../../../../../src/base/iban.ts'
import { cents } from '../../../../../src/base/money.ts'
import type { PayoutBatch } from '../../../../../src/domain/ledger/index.ts'
import { batchCsv } from '../../../../../src/domain/ledger/payouts/batches/batch-csv.ts'
import {
  batchSepa,
  requireDebtor,
  sepaText,
} from '../../../../../src/domain/ledger/payouts/batches/batch-sepa.ts'
import { anyCharacter } from '../../../../support/any-text.ts'
import { all, readPain } from '../../../../support/pain-rules.ts'

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
  // The sum is right and the form is not: letters for digits, check digits that there are not.
  ...['DE85A70400440532013000', 'GB27291234601613319268', 'DE99000000000000000030'],
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

const debtor = { name: 'Kontor GmbH', iban: 'FR1420041010050500013M02606' }

/** The texts of every element of a name. */
function texts(xml: string, name: string): string[] {
  return all(readPain(xml), name).map(({ text }) => text)
}

test('a batch as pain.001 names every payment, its sum and its account', () => {
  const xml = batchSepa(batch, debtor)
  const at = (name: string) => texts(xml, name)
  assert.equal(at('MsgId'), ['pay-01kjpzv280be65636ttmsjpxc6'])
  assert.equal(at('CreDtTm'), ['2026-04-15T09:30:00'])
  assert.equal(at('NbOfTxs'), ['2', '2'])
  assert.equal(at('CtrlSum'), ['1234.56', '1234.56'])
  assert.equal(at('Nm'), ['Kontor GmbH', 'Kontor GmbH', 'Muller + Son .Lodz.', '.cmd..calc.'])
  assert.equal(at('InstdAmt'), ['1234.51', '0.05'])
  assert.equal(at('EndToEndId'), [
    'stmt-01kjpzv280be65636ttmsjpxc7',
    'stmt-01kjpzv280be65636ttmsjpxc8',
  ])
  assert.equal(at('IBAN').slice(1), ['DE89370400440532013000', 'NL91ABNA0417164300'])
  assert.equal(at('BICFI'), ['COBADEFF370'])
  assert.equal(at('Id').includes('NOTPROVIDED'), true)
})

const payment = batch.payments[0] as PayoutBatch['payments'][0]

function batchOf(changes: readonly Partial<typeof payment>[]): PayoutBatch {
  const payments = changes.map((change, n) => ({
    ...payment,
    payoutStatementId: `stmt_${n}` as const,
    ...change,
  }))
  const total = payments.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return { ...batch, payments, totalCents: cents(total) }
}

test('two hundred payments of every size keep the rules of a gateway', () => {
  const amount = fc.integer({ min: 1, max: 99_999_999_999 })
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 200 }), (amounts) => {
      readPain(batchSepa(batchOf(amounts.map((n) => ({ amountCents: cents(n) }))), debtor))
    }),
    { numRuns: 30 },
  )
})

test('whatever a name holds, the file keeps them too', () => {
  const letters = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(letters, (name) => {
      readPain(batchSepa(batchOf([{ holderName: name }]), { ...debtor, name }))
      assert.match(sepaText(name), /^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/)
    }),
  )
})

/** `assert.throws` would hand an assertion on. */
function isRefused(xml: string): boolean {
  try {
    readPain(xml)
    return false
  } catch {
    return true
  }
}

const broken: [name: string, change: (xml: string) => string][] = [
  [
    'elements in another order',
    (xml) => xml.replace(/(<CreDtTm>.*?<\/CreDtTm>)(<NbOf.*?s>)/, '$2$1'),
  ],
  ['a missing element', (xml) => xml.replace(/<DbtrAgt>.*?<\/DbtrAgt>/, '')],
  ['one too many', (xml) => xml.replace(/(<Cdtr>.*?<\/Cdtr>)/, '$1$1')],
  ['a letter that banks do not take', (xml) => xml.replace('<MsgId>pay-', '<MsgId>pay_')],
  ['three decimals', (xml) => xml.replace('>0.05<', '>0.050<')],
  ['nothing to pay', (xml) => xml.replace('>0.05<', '>0.00<')],
  ['another currency', (xml) => xml.replace('"EUR"', '"USD"')],
  ['a sum that is none', (xml) => xml.replace('>1234.56<', '>1234.57<')],
  ['a count that is none', (xml) => xml.replace('<NbOfTxs>2', '<NbOfTxs>3')],
  ['text between elements', (xml) => xml.replace('<PmtId>', '<PmtId>x')],
]

for (const [name, change] of broken) {
  test(`the rules of a gateway refuse ${name}`, () => {
    const xml = batchSepa(batch, debtor)
    assert.is.not(change(xml), xml)
    assert.ok(isRefused(change(xml)))
  })
}

test('what one transfer cannot carry is refused', () => {
  assert.throws(
    () => batchSepa(batchOf([{ amountCents: cents(100_000_000_000) }]), debtor),
    ({ reason }: { reason: string }) => reason === 'amount_too_large',
  )
})

test('an account outside the European Economic Area needs a BIC', () => {
  assert.is(bicFor({ iban: 'DE89370400440532013000' }), null)
  assert.is(bicFor({ iban: 'CH9300762011623852957', bic: 'ubswchzh80a' }), 'UBSWCHZH80A')
  assert.throws(() => bicFor({ iban: 'CH9300762011623852957' }), /bic is required/)
})

for (const [part, setting] of [
  [{ iban: 'DE00370400440532013000' }, 'KONTOR_PAYOUT_IBAN'],
  [{ bic: 'nobank' }, 'KONTOR_PAYOUT_BIC'],
] as const) {
  test(`an account of the operator's that cannot be is said to be the setting ${setting}`, () => {
    const refuse = () => requireDebtor({ debtor: { ...debtor, ...part } })
    assert.throws(refuse, ({ reason, message }: { reason: string; message: string }) => {
      return reason === 'bad_payout_debtor' && message.includes(setting)
    })
  })
}

test.run()
