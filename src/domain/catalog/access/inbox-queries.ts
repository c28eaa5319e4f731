import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { AccessRequestId, DatasetId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { accessRequests, datasets } from '../tables.ts'
import type { Caller } from '../visibility.ts'
import type { AccessRequestStatus } from './access-request.ts'
import type { AccessRequestRow } from './queries.ts'

type Filters = { status?: AccessRequestStatus | undefined }
type Page = Filters & { after: AccessRequestId | undefined; offset: number; limit: number }

/** What was asked of a tenant, the newest `limit` after (that is, older than) a position. */
export function pageInbox(db: Db, caller: Caller, page: Page): AccessRequestRow[] {
  const older = page.after && lt(accessRequests.accessRequestId, page.after)
  return db
    .select()
    .from(accessRequests)
    .where(and(askedOf(caller, page), older))
    .orderBy(desc(accessRequests.accessRequestId))
    .limit(page.limit)
    .offset(page.offset)
    .all()
}

export function countInbox(db: Db, caller: Caller, filters: Filters): number {
  const total = sql<number>`count(*)`
  const asked = askedOf(caller, filters)
  return db.select({ total }).from(accessRequests).where(asked).get()?.total ?? 0
}

export function datasetNamesOf(db: Db, ids: readonly DatasetId[]): Map<DatasetId, string> {
  const { datasetId, name } = datasets
  const rows = db
    .select({ datasetId, name })
    .from(datasets)
    .where(inArray(datasetId, [...new Set(ids)]))
    .all()
  return new Map(rows.map((row) => [row.datasetId, row.name]))
}

/** As far as a key's list of datasets reaches. */
function askedOf({ tenantId, datasetAccess }: Caller, { status }: Filters) {
  const { providerTenantId, datasetId } = accessRequests
  const listed =
    datasetAccess.mode === 'all_available'
      ? undefined
      : inArray(datasetId, [...datasetAccess.datasetIds])
  const ofStatus = status === undefined ? undefined : eq(accessRequests.status, status)
  return and(eq(providerTenantId, tenantId), ofStatus, listed)
}
