import { type SQL, sql } from 'drizzle-orm'
import type { ObjectId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { findRefund } from '../disputes/queries.ts'
import { downloadEventId } from './charge-download.ts'

/** Whether anybody ever paid for the file of an asset with credits: a condition on its column. */
export function isDownloadSold(assetId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM meter_event
    WHERE kind = 'download' AND charge_cents > 0 AND meter_event.asset_id = ${assetId})`
}

export function wasDownloadSold(db: Db, assetId: ObjectId): boolean {
  return db.get(sql`SELECT 1 WHERE ${isDownloadSold(sql`${assetId}`)}`) !== undefined
}

/** Whether what this link charged was given back. */
export function wasDownloadRefunded(db: Db, linkHash: string): boolean {
  return findRefund(db, downloadEventId(linkHash)) !== undefined
}
