import { isoOf, monthStartMs } from '../../../base/clock.ts'
import { type AccountName, accountText } from '../books/account.ts'
import { exportSliceRows } from '../limits.ts'
import type { AccountRow, TransferRow } from '../queries.ts'
import type { LedgerRoom } from '../room.ts'
import { learnAccounts } from '../verify/verify-transfers.ts'
import { listTransfersBetween } from './queries.ts'
import { type ExportFormat, exportText } from './table.ts'

const columns = [
  ...['seq', 'transfer_id', 'group_id', 'phase', 'debit', 'credit', 'amount', 'code', 'ref'],
  ...['created_at', 'debit_after', 'credit_after', 'hash'],
]

/** A month of transfers, of everybody. Whoever calls has asked who may. */
export function exportLedger(
  room: LedgerRoom,
  { period, format }: { period: string; format: ExportFormat },
): AsyncGenerator<string> {
  return exportText(columns, recordsOf(room, period), format)
}

function* recordsOf({ store: { db } }: LedgerRoom, period: string) {
  const accounts = new Map<number, AccountRow>()
  const time = { fromMs: monthStartMs(period), toMs: monthStartMs(period, 1) }
  let after = 0
  for (;;) {
    const rows = listTransfersBetween(db, time, { after, limit: exportSliceRows })
    learnAccounts(db, accounts, rows)
    yield rows.map((row) => recordOf(row, accounts))
    const last = rows.at(-1)
    if (!last || rows.length < exportSliceRows) return
    after = last.seq
  }
}

function recordOf(row: TransferRow, accounts: ReadonlyMap<number, AccountRow>) {
  const nameOf = (id: number) => accountText(accounts.get(id) as AccountName)
  return {
    seq: row.seq,
    transfer_id: row.transferId,
    group_id: row.groupId,
    phase: row.phase,
    debit: nameOf(row.debitAccountId),
    credit: nameOf(row.creditAccountId),
    amount: row.amountMinor,
    code: row.code,
    ref: row.ref,
    created_at: isoOf(row.createdAt),
    debit_after: row.debitAfter,
    credit_after: row.creditAfter,
    hash: row.hash.toString('hex'),
  }
}
