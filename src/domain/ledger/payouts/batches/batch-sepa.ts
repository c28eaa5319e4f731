import { isoOf } from '../../../../base/clock.ts'
import { Conflict, InvalidInput } from '../../../../base/errors.ts'
import { bicFor, ibanOf } from '../../../../base/iban.ts'
import { type Cents, currency } from '../../../../base/money.ts'
import type { PayoutPaymentRow } from '../queries.ts'
import type { PayoutBatch } from './read-batch.ts'

/** The operator's own account, from which providers are paid. */
export type Debtor = { name: string; iban: string; bic?: string | undefined }

/** Throws Conflict where the operator named no account, or one that cannot be. */
export function requireDebtor({ debtor }: { debtor: Debtor | undefined }): Debtor {
  if (debtor) return checked(debtor)
  throw new Conflict({
    reason: 'no_payout_debtor',
    message: 'The operator has not set the account to pay from: KONTOR_PAYOUT_NAME and _IBAN.',
  })
}

/** The setting is the operator's to mend, not the caller's. */
function checked(debtor: Debtor): Debtor {
  try {
    const iban = ibanOf(debtor.iban)
    return { ...debtor, iban, bic: bicFor({ iban, bic: debtor.bic }) ?? undefined }
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    throw new Conflict({
      reason: 'bad_payout_debtor',
      message: `KONTOR_PAYOUT_${error.field.toUpperCase()} cannot be: ${error.message}`,
      facts: { field: error.field },
    })
  }
}

/**
 * The payments of a batch as a SEPA credit transfer, ISO 20022 pain.001.001.09: one payment
 * information with one transaction for each statement, whose id (with `-` for `_`, which banks do
 * not take) is the end-to-end reference. Throws Conflict for an amount that is too large.
 */
export function batchSepa(batch: PayoutBatch, debtor: Debtor): string {
  const { batchId, createdAtMs, totalCents, payments } = batch
  const createdAt = isoOf(createdAtMs)
  const sums = [
    element('NbOfTxs', String(payments.length)),
    element('CtrlSum', decimal(totalCents)),
  ]
  const header = element('GrpHdr', [
    element('MsgId', reference(batchId)),
    element('CreDtTm', createdAt.slice(0, 19)),
    ...sums,
    element('InitgPty', [element('Nm', sepaText(debtor.name))]),
  ])
  const payment = element('PmtInf', [
    element('PmtInfId', reference(batchId)),
    element('PmtMtd', 'TRF'),
    ...sums,
    element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
    element('ReqdExctnDt', [element('Dt', createdAt.slice(0, 10))]),
    element('Dbtr', [element('Nm', sepaText(debtor.name))]),
    element('DbtrAcct', [accountId(debtor.iban)]),
    element('DbtrAgt', [agentId(debtor.bic ?? null)]),
    element('ChrgBr', 'SLEV'),
    ...payments.map(transaction),
  ])
  const root = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
  const body = element('CstmrCdtTrfInitn', [header, payment])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${root}">${body}</Document>\n`
}

function transaction(payment: PayoutPaymentRow): string {
  if (payment.amountCents > sepaMaxCents) throw tooLarge(payment)
  const amount = `<InstdAmt Ccy="${currency}">${decimal(payment.amountCents)}</InstdAmt>`
  return element('CdtTrfTxInf', [
    element('PmtId', [element('EndToEndId', reference(payment.payoutStatementId))]),
    element('Amt', [amount]),
    ...(payment.bic === null ? [] : [element('CdtrAgt', [agentId(payment.bic)])]),
    element('Cdtr', [element('Nm', sepaText(payment.holderName))]),
    element('CdtrAcct', [accountId(payment.iban)]),
    element('RmtInf', [element('Ustrd', reference(payment.payoutStatementId))]),
  ])
}

function tooLarge({ payoutStatementId }: PayoutPaymentRow): Conflict {
  return new Conflict({
    reason: 'amount_too_large',
    message: `${payoutStatementId} is above what one SEPA transfer may carry (999,999,999.99 EUR).`,
  })
}

function accountId(iban: string): string {
  return element('Id', [element('IBAN', iban)])
}

function agentId(bic: string | null): string {
  const id = bic === null ? element('Othr', [element('Id', 'NOTPROVIDED')]) : element('BICFI', bic)
  return element('FinInstnId', [id])
}

/** Text is escaped, elements go in as they are. */
function element(name: string, content: string | readonly string[]): string {
  return `<${name}>${typeof content === 'string' ? escaped(content) : content.join('')}</${name}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Ids are letters, digits and one `_`, which is not among what every bank takes. */
function reference(id: string): string {
  return id.replaceAll('_', '-')
}

/** Whole cents as euros; no floating point, whatever the amount. */
function decimal(amount: Cents): string {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const nameMaxChars = 70
const sepaMaxCents = 99_999_999_999

/** Letters that are no plain letter with an accent. */
const inLatin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  '&': '+',
}

/** What every bank takes (EPC217-08): letters lose their accents, the rest is a dot. */
export function sepaText(text: string): string {
  const plain = text
    .replaceAll(/[ßæÆøØłŁ&]/g, (letter) => inLatin[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
  return plain.slice(0, nameMaxChars).trim() || '.'
}
