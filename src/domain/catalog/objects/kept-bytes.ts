import type { ObjectId } from '../../../base/ids.ts'
import { downloadUrlTtlMs } from '../limits.ts'
import type { CatalogRoom } from '../room.ts'
import { findKept } from './queries.ts'

/**
 * A temporary URL for the bytes of a deleted object that are kept for who bought a licence on it;
 * undefined where none are. Whoever calls this has found out that the caller bought one.
 */
export function signKept(
  { store: { db }, clock, links }: CatalogRoom,
  { objectId }: { objectId: ObjectId },
): { downloadUrl: string; expiresAtMs: number } | undefined {
  const nowMs = clock.nowMs()
  const object = findKept(db, { objectId, nowMs })
  if (!object) return undefined
  const expiresAtMs = Math.min(nowMs + downloadUrlTtlMs, object.bytesKeptUntilMs ?? nowMs)
  const link = { purpose: 'licence', objectId, limitBytes: object.sizeBytes, expiresAtMs } as const
  return { downloadUrl: links.sign(link), expiresAtMs }
}
