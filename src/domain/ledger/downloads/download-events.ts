import type { Db } from '../../../store/tx.ts'
import { listDownloadEventsAfter, listEvents, type MeterEventRow, type Page } from '../queries.ts'
import { downloadEventId } from './charge-download.ts'

export type DownloadEvent = Pick<
  MeterEventRow,
  | 'seq'
  | 'buyerTenantId'
  | 'providerTenantId'
  | 'assetId'
  | 'chargeCents'
  | 'providerShareBp'
  | 'createdAt'
> & { linkHash: string }

/** The metered downloads of these links, by the hex hash of the link. */
export function downloadEventsOf(db: Db, linkHashes: string[]): Map<string, DownloadEvent> {
  const rows = listEvents(db, linkHashes.map(downloadEventId))
  return new Map(rows.map(toDownload).map((event) => [event.linkHash, event]))
}

/** Metered downloads in order of time, a page at a time. */
export function downloadEventsAfter(db: Db, page: Page): DownloadEvent[] {
  return listDownloadEventsAfter(db, page).map(toDownload)
}

function toDownload(row: MeterEventRow): DownloadEvent {
  return { ...row, linkHash: row.eventId.slice(downloadEventId('').length) }
}
