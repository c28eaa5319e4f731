import { type Principal, requirePlatformAdmin } from '../../identity/index.ts'
import type { LedgerRoom } from '../room.ts'
import { invoiceOf } from './invoice.ts'
import { invoiceHtml } from './invoice-html.ts'
import { exportLedger } from './ledger.ts'
import { exportUsage, type UsageExport } from './usage.ts'

/** The part of the room that gives its records away. */
export function exportCommands(room: LedgerRoom) {
  type Asked = Parameters<typeof exportLedger>[1]
  return {
    exportUsage: (principal: Principal, request: UsageExport) =>
      exportUsage(room, principal, request),
    /** Throws Forbidden unless a platform admin asks. */
    exportLedger(principal: Principal, request: Asked) {
      requirePlatformAdmin(principal)
      return exportLedger(room, request)
    },
    /** The same for whoever holds the data folder: the command line. */
    exportLedgerAsOperator: (request: Asked) => exportLedger(room, request),
    invoiceOf: (principal: Principal, period: string) => invoiceOf(room, principal, period),
    invoiceHtml,
  }
}
