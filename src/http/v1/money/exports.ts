import { Readable } from 'node:stream'
import { requireEveryDataset } from '../../../domain/identity/index.ts'
import type { ExportFormat } from '../../../domain/ledger/index.ts'
import { get, type HttpFacts } from '../../route.ts'
import { LedgerExportQuery, UsageExportQuery } from './exports.schema.ts'

export const exportUsage = get('/v1/exports/usage', {
  id: 'exportUsage',
  summary: 'A month of metered events as CSV or JSON Lines',
  description:
    "A buyer's own events, with the key or the person that made them, or those that a provider " +
    'earned from, without who bought. Streamed in pieces.',
  tag: 'Billing',
  access: { scope: 'billing:read' },
  query: UsageExportQuery,
  reply: null,
  errors: [400, 401, 403],
  raw: true,
  media: ['text/csv', 'application/x-ndjson'],
  run({ rooms, principal, query, http }) {
    requireEveryDataset(principal)
    const name = `usage-${query.side}-${query.period}`
    sendExport(http, rooms.ledger.exportUsage(principal, query), { name, format: query.format })
  },
})

export const exportLedger = get('/v1/exports/ledger', {
  id: 'exportLedger',
  summary: 'A month of transfers of all accounts as CSV or JSON Lines',
  description: 'Streamed in pieces.',
  tag: 'Administration',
  access: 'platform_admin',
  query: LedgerExportQuery,
  reply: null,
  errors: [400, 401, 403],
  raw: true,
  media: ['text/csv', 'application/x-ndjson'],
  run({ rooms, principal, query, http }) {
    const name = `ledger-${query.period}`
    sendExport(http, rooms.ledger.exportLedger(principal, query), { name, format: query.format })
  },
})

export const exportStatements = get('/v1/exports/statements', {
  id: 'exportStatements',
  summary: 'The payout statements of a month, of all providers, as CSV or JSON Lines',
  description: 'With the part of the platform, what was taken back, held and released. Streamed.',
  tag: 'Administration',
  access: 'platform_admin',
  query: LedgerExportQuery,
  reply: null,
  errors: [400, 401, 403],
  raw: true,
  media: ['text/csv', 'application/x-ndjson'],
  run({ rooms, principal, query, http }) {
    const name = `statements-${query.period}`
    sendExport(http, rooms.ledger.exportStatements(principal, query), {
      name,
      format: query.format,
    })
  },
})

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

/** In pieces as they are read, however long the month. */
function sendExport(
  { ctx }: HttpFacts,
  text: AsyncGenerator<string>,
  { name, format }: { name: string; format: ExportFormat },
): void {
  ctx.status = 200
  ctx.set('Content-Type', types[format])
  ctx.set('Content-Disposition', `attachment; filename="${name}.${format}"`)
  ctx.set('Cache-Control', 'private, no-store')
  ctx.body = Readable.from(text)
}
