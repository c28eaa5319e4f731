import { type SQL, sql } from 'drizzle-orm'
import { monthOf } from '../../../base/clock.ts'
import type {
  ApiKeyId,
  DatasetId,
  ObjectId,
  SearchActivityId,
  SearchId,
  TenantId,
  UserId,
} from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { PeriodRequest } from '../../../base/period.ts'
import type { Reading } from '../../../store/reading.ts'
import type { Db } from '../../../store/tx.ts'
import { type Caller, mayBeSeenBy } from '../../catalog/index.ts'
import type { SearchMode } from '../../search/index.ts'
import { spendGroupsMax } from '../limits.ts'
import type { Moment } from '../page.ts'
import { type Period, perDay } from '../period.ts'

/** Whose history: a tenant's, or that of one key of it. */
export type Whose = { readonly tenantId: TenantId; readonly apiKeyId: ApiKeyId | undefined }

export type PageOf = { after: Moment | undefined; limit: number }

// Keys

export function countKeys(
  db: Db,
  { tenantId, apiKeyId, nowMs }: Whose & { nowMs: number },
): { all: number; active: number } {
  return db.get(sql`
    SELECT count(*) AS "all",
      coalesce(sum(revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${nowMs})), 0)
        AS active
    FROM api_key
    WHERE tenant_id = ${tenantId} AND ${apiKeyId ? sql`api_key_id = ${apiKeyId}` : sql`TRUE`}`)
}

export function keyNames(db: Db, tenantId: TenantId, keyIds: readonly string[]) {
  const rows = db.all<{ id: string; name: string }>(sql`
    SELECT api_key_id AS id, name FROM api_key
    WHERE tenant_id = ${tenantId} AND api_key_id IN ${listOf(keyIds)}`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The names of those of these datasets that a caller sees. */
export async function datasetNames(reading: Reading, caller: Caller, ids: readonly string[]) {
  const rows = await reading.all<{ id: string; name: string }>(sql`
    SELECT dataset_id AS id, name FROM dataset
    WHERE dataset_id IN ${listOf(ids)} AND +${mayBeSeenBy(caller)}`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

// Money

export type SpendRow = {
  key: string | number | null
  cents: number
  events: number
  /** All groups together that cost less than those that are told one by one. */
  isRest: 0 | 1
}

const groupings = {
  day: sql`at / ${perDay}`,
  dataset: sql`dataset_id`,
  api_key: sql`api_key_id`,
}
export type Grouping = keyof typeof groupings

/**
 * What left the balance for good: metered charges and the fees of plans, less what was given back,
 * each at its own time. Only metered events are counted; they belong to the month of their time or
 * to a later one.
 */
export function sumSpend(
  reading: Reading,
  spend: Whose & Period,
  grouping: Grouping,
): Promise<SpendRow[]> {
  const { tenantId } = spend
  const byGroup = sql`
    SELECT ${groupings[grouping]} AS key, sum(cents) AS cents, sum(events) AS events
    FROM (
      SELECT created_at AS at, dataset_id, api_key_id, charge_cents AS cents, 1 AS events
      FROM meter_event INDEXED BY meter_event_by_buyer_period
      WHERE buyer_tenant_id = ${tenantId} AND period >= ${monthOf(spend.fromMs)}
        AND ${since(spend, sql`created_at`)}
      UNION ALL
      SELECT refund.created_at, dataset_id, api_key_id, -refund.charge_cents, 0
      FROM refund JOIN meter_event USING (event_id)
      WHERE refund.buyer_tenant_id = ${tenantId} AND ${since(spend, sql`refund.created_at`)}
      UNION ALL
      SELECT created_at, NULL, NULL AS api_key_id, fee_cents, 0
      FROM plan_month
      WHERE tenant_id = ${tenantId} AND state = 'paid' AND ${sinceByNoKey(spend)})
    GROUP BY 1`
  return reading.all<SpendRow>(sql`
    SELECT key, sum(cents) AS cents, sum(events) AS events, isRest FROM (
      SELECT key, cents, events,
        row_number() OVER (ORDER BY cents DESC, events DESC, key) > ${spendGroupsMax} AS isRest
      FROM (${byGroup}))
    GROUP BY isRest, iif(isRest, NULL, key)`)
}

/** Charges less what was given back in a time, without fees, and when the first of them was. */
export function findSpendingPace(
  reading: Reading,
  spend: Whose & Period,
): Promise<{ cents: number; sinceMs: number | null }> {
  const { tenantId } = spend
  return reading.get(sql`
    SELECT coalesce(sum(cents), 0) AS cents, min(at) AS sinceMs FROM (
      SELECT created_at AS at, charge_cents AS cents
      FROM meter_event INDEXED BY meter_event_by_buyer_period
      WHERE buyer_tenant_id = ${tenantId} AND period >= ${monthOf(spend.fromMs)}
        AND ${since(spend, sql`created_at`)} AND charge_cents > 0
      UNION ALL
      SELECT NULL, -refund.charge_cents FROM refund JOIN meter_event USING (event_id)
      WHERE refund.buyer_tenant_id = ${tenantId} AND ${since(spend, sql`refund.created_at`)})`)
}

/** A fee belongs to no key. */
function sinceByNoKey({ fromMs, toMs, apiKeyId }: Whose & Period): SQL {
  if (apiKeyId !== undefined) return sql`FALSE`
  return since({ fromMs, toMs, apiKeyId }, sql`created_at`)
}

export function countDownloads(db: Db, downloads: Whose & PeriodRequest): number {
  return count(
    db,
    sql`meter_event INDEXED BY ${downloadsOf(downloads)}
    WHERE buyer_tenant_id = ${downloads.tenantId} AND kind = 'download'
      AND ${since(downloads, sql`created_at`)}`,
  )
}

// Searches

export type SearchRow = {
  searchActivityId: SearchActivityId
  searchId: SearchId
  queryText: string
  mode: SearchMode
  resultCount: number
  chargedCents: Cents
  apiKeyId: ApiKeyId | null
  userId: UserId | null
  occurredAtMs: number
}

/** The newest before a position. */
export function listSearchRows(
  db: Db,
  history: Whose & PeriodRequest,
  { after, limit }: PageOf,
): SearchRow[] {
  const older = after
    ? sql`(occurred_at, search_activity_id) < (${after[0]}, ${after[1]})`
    : sql`TRUE`
  return db.all<SearchRow>(sql`
    SELECT search_activity_id AS searchActivityId, search_id AS searchId, query_text AS queryText,
      mode, result_count AS resultCount, charged_credits AS chargedCents, api_key_id AS apiKeyId,
      ${userId} AS userId, occurred_at AS occurredAtMs
    FROM search_activity INDEXED BY ${byTimeOrKey(history, 'search_activity')}
    WHERE tenant_id = ${history.tenantId} AND ${since(history, sql`occurred_at`)} AND ${older}
    ORDER BY occurred_at DESC, search_activity_id DESC LIMIT ${limit}`)
}

export function countSearches(db: Db, history: Whose & PeriodRequest): number {
  return count(
    db,
    sql`search_activity INDEXED BY ${byTimeOrKey(history, 'search_activity')}
    WHERE tenant_id = ${history.tenantId} AND ${since(history, sql`occurred_at`)}`,
  )
}

/** The datasets that each of these searches had results from. */
export function datasetsReached(db: Db, searchIds: readonly SearchId[]) {
  const rows = db.all<{ searchId: SearchId; datasetIds: string }>(sql`
    SELECT search_id AS searchId, json_group_array(dataset_id) AS datasetIds
    FROM search_reach WHERE search_id IN ${listOf(searchIds)} GROUP BY search_id`)
  return new Map(rows.map((row) => [row.searchId, JSON.parse(row.datasetIds) as DatasetId[]]))
}

// Accesses

export type AccessRow = {
  accessId: string
  kind: 'read' | 'download'
  /** Of a download. */
  receiptId: string | null
  assetId: ObjectId
  datasetId: DatasetId
  searchId: SearchId | null
  chargedCents: Cents
  apiKeyId: ApiKeyId | null
  userId: UserId | null
  occurredAtMs: number
}

/** Assets that were read with their passages. */
export function listReadRows(
  db: Db,
  history: Whose & PeriodRequest,
  { after, limit }: PageOf,
): AccessRow[] {
  const older = after ? sql`(occurred_at, access_id) < (${after[0]}, ${after[1]})` : sql`TRUE`
  return db.all<AccessRow>(sql`
    SELECT access_id AS accessId, 'read' AS kind, NULL AS receiptId, object_id AS assetId,
      dataset_id AS datasetId,
      NULL AS searchId, 0 AS chargedCents, api_key_id AS apiKeyId, ${userId} AS userId,
      occurred_at AS occurredAtMs
    FROM asset_access INDEXED BY ${byTimeOrKey(history, 'asset_access')}
    WHERE tenant_id = ${history.tenantId} AND ${since(history, sql`occurred_at`)} AND ${older}
    ORDER BY occurred_at DESC, access_id DESC LIMIT ${limit}`)
}

/**
 * Links that were fetched. The id is cut from the event's, which names the link by the hash of its
 * token: at one moment all downloads come before all readings, as `dlv_` comes after `acc_`.
 */
export function listDownloadRows(
  db: Db,
  history: Whose & PeriodRequest,
  { after, limit }: PageOf,
): AccessRow[] {
  const older = after ? sql`(created_at, ${downloadId}) < (${after[0]}, ${after[1]})` : sql`TRUE`
  return db.all<AccessRow>(sql`
    SELECT ${downloadId} AS accessId, 'download' AS kind, event_id AS receiptId,
      asset_id AS assetId,
      dataset_id AS datasetId, search_id AS searchId, charge_cents AS chargedCents,
      api_key_id AS apiKeyId, ${linkUserId} AS userId, created_at AS occurredAtMs
    FROM meter_event INDEXED BY ${downloadsOf(history)}
    WHERE buyer_tenant_id = ${history.tenantId} AND kind = 'download'
      AND ${since(history, sql`created_at`)} AND ${older}
      AND created_at <= ${after?.[0] ?? Number.MAX_SAFE_INTEGER}
    ORDER BY created_at DESC, accessId DESC LIMIT ${limit}`)
}

/** Whoever did it with a session. */
const userId = sql`CASE WHEN api_key_id IS NULL THEN principal_id END`

/** The same of a download, whose event names its link by the hash of the token. */
const linkUserId = sql`
  (SELECT user_id FROM dl_link WHERE token_hash = unhex(substr(meter_event.event_id, 4)))`

/** Who was logged in when these events of a buyer's were made, by event; keys are nobody. */
export function findPeopleOf(
  db: Db,
  events: readonly { readonly eventId: string; readonly searchId: string | null }[],
): Map<string, UserId> {
  const asked = JSON.stringify(events.map(({ eventId, searchId }) => [eventId, searchId]))
  const rows = db.all<{ eventId: string; userId: UserId | null }>(sql`
    SELECT event.value ->> 0 AS eventId, CASE WHEN event.value ->> 0 LIKE 'dl:%'
      THEN (SELECT user_id FROM dl_link WHERE token_hash = unhex(substr(event.value ->> 0, 4)))
      ELSE (SELECT ${userId} FROM search_activity WHERE search_id = event.value ->> 1)
      END AS userId
    FROM json_each(${asked}) AS event`)
  const known = rows.flatMap(({ eventId, userId }) => (userId ? [[eventId, userId] as const] : []))
  return new Map(known)
}

/** `dl:` and 64 hexadecimal digits are the event's id; 26 of them are as good as all. */
const downloadId = sql`('dlv_' || substr(event_id, 4, 26))`

export function countReads(db: Db, history: Whose & PeriodRequest): number {
  return count(
    db,
    sql`asset_access INDEXED BY ${byTimeOrKey(history, 'asset_access')}
    WHERE tenant_id = ${history.tenantId} AND ${since(history, sql`occurred_at`)}`,
  )
}

/** The index in whose order a history is: that of a tenant, or that of one key. */
function byTimeOrKey({ apiKeyId }: Pick<Whose, 'apiKeyId'>, table: string): SQL {
  return sql.raw(apiKeyId === undefined ? `${table}_by_time` : `${table}_by_key`)
}

export function downloadsOf({ apiKeyId }: Pick<Whose, 'apiKeyId'>): SQL {
  return sql.raw(`meter_event_downloads${apiKeyId === undefined ? '' : '_by_key'}`)
}

/** The time and the key, as far as they are given. */
export function since(
  { fromMs, toMs, apiKeyId }: PeriodRequest & Pick<Whose, 'apiKeyId'>,
  at: SQL,
): SQL {
  const conditions = [sql`TRUE`]
  if (fromMs !== undefined) conditions.push(sql`${at} >= ${fromMs}`)
  if (toMs !== undefined) conditions.push(sql`${at} < ${toMs}`)
  if (apiKeyId !== undefined) conditions.push(sql`api_key_id = ${apiKeyId}`)
  return sql`(${sql.join(conditions, sql` AND `)})`
}

function count(db: Db, fromWhere: SQL): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${fromWhere}`).n
}

function listOf(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
}
