import { and, asc, lte, sql } from 'drizzle-orm'
import { recordAudit } from '../../audit/index.ts'
import { findDatasetRow } from '../datasets/queries.ts'
import { accessEndsMax } from '../limits.ts'
import type { CatalogRoom } from '../room.ts'
import { datasetAccess } from '../tables.ts'
import { deleteAccess } from './queries.ts'
import { tellEnded } from './tell-asker.ts'

/**
 * For the upkeep: takes access away whose time is over. One short transaction; gives how many there
 * were, `accessEndsMax` when there may be more.
 */
export function endAccess({ store, clock }: CatalogRoom): Promise<number> {
  return store.write((tx) => {
    const nowMs = clock.nowMs()
    const { expiresAtMs } = datasetAccess
    const ended = tx
      .select()
      .from(datasetAccess)
      .where(and(sql`${expiresAtMs} IS NOT NULL`, lte(expiresAtMs, nowMs)))
      .orderBy(asc(expiresAtMs))
      .limit(accessEndsMax)
      .all()
    for (const { datasetId, tenantId, expiresAtMs: endedAtMs } of ended) {
      deleteAccess(tx, { datasetId, tenantId })
      const owner = findDatasetRow(tx, datasetId)?.tenantId
      if (!owner) continue
      recordAudit(tx, {
        atMs: nowMs,
        tenantId: owner,
        actor: { type: 'system', id: null },
        action: 'dataset.access_ended',
        subject: { type: 'dataset', id: datasetId },
        details: { tenant_id: tenantId, expires_at: endedAtMs },
      })
      tellEnded(tx, { tenantId, datasetId }, { reason: 'expired', atMs: nowMs })
    }
    return ended.length
  })
}
