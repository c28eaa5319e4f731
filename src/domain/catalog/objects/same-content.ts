import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ObjectId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { ObjectRecord } from '../object.ts'
import { objects } from '../tables.ts'
import type { ObjectStatus } from '../values.ts'

export type SameContent = { objectId: ObjectId; filename: string; status: ObjectStatus }

/** Other objects of the same tenant with the same bytes that wait for review or are approved. */
export function listSameContent(
  db: Db,
  { objectId, tenantId, checksumSha256 }: ObjectRecord,
  { limit }: { limit: number },
): SameContent[] {
  if (checksumSha256 === null) return []
  const { filename, status } = objects
  return db
    .select({ objectId: objects.objectId, filename, status })
    .from(objects)
    .where(
      and(
        eq(objects.tenantId, tenantId),
        eq(objects.checksumSha256, checksumSha256),
        inArray(status, ['staged', 'active']),
        ne(objects.objectId, objectId),
      ),
    )
    .orderBy(asc(sql`+${objects.objectId}`))
    .limit(limit)
    .all()
}
