import { csvLine } from '../../../../base/csv.ts'
import { amountOf, cents, currency } from '../../../../base/money.ts'
import type { PayoutBatch } from './read-batch.ts'

const columns = [
  'payout_statement_id',
  'tenant_id',
  'holder_name',
  'iban',
  'bic',
  'amount',
  'currency',
]

/** The payments of a batch for a spreadsheet or a bank that takes no XML. */
export function batchCsv({ payments }: PayoutBatch): string {
  const lines = payments.map((payment) => [
    ...[payment.payoutStatementId, payment.tenantId, payment.holderName, payment.iban],
    ...[payment.bic, amountOf(cents(payment.amountCents)).toFixed(2), currency],
  ])
  return [columns, ...lines].map(csvLine).join('')
}
