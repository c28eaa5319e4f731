import { bind } from '../../../base/bind.ts'
import { type Principal, requirePlatformAdmin } from '../../identity/index.ts'
import type { LedgerRoom } from '../room.ts'
import { invoiceOf } from './invoice.ts'
import { invoiceHtml } from './invoice-html.ts'
import { exportLedger } from './ledger.ts'
import { listInvoices } from './list-invoices.ts'
import { exportStatements } from './statements.ts'
import { exportUsage } from './usage.ts'

/** The part of the room that gives its records away. */
export function exportCommands(room: LedgerRoom) {
  type Asked = Parameters<typeof exportLedger>[1]
  return {
    ...bind(room, {
      exportUsage,
      exportStatements,
      invoiceOf,
      listInvoices,
      /** For whoever holds the data folder: the command line. */
      exportLedgerAsOperator: exportLedger,
    }),
    /** Throws Forbidden unless a platform admin asks. */
    exportLedger(principal: Principal, request: Asked) {
      requirePlatformAdmin(principal)
      return exportLedger(room, request)
    },
    invoiceHtml,
  }
}
