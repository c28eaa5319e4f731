import { type SQL, sql } from 'drizzle-orm'
import { monthStartMs } from '../../../base/clock.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Reading } from '../../../store/reading.ts'
import type { Db } from '../../../store/tx.ts'
import type { PayoutState } from '../payout.ts'

/** So many tenants beyond one whose documents were ever charged for, or these tenants. */
export type Earners = { after: string; limit: number } | { tenantIds: readonly TenantId[] }

/**
 * Tenants whose documents were ever charged for, in order of their ids. Not those with an account
 * of earnings: it is opened with the first whole cent, and a month that gave less has its
 * statement, too. Each step is one look into the index, whatever the number of events. The limit
 * stands within: around it, all that are left would be walked for each page.
 */
function earnersAmong(earners: Earners): SQL {
  if ('tenantIds' in earners) {
    const ids = JSON.stringify(earners.tenantIds)
    return sql`earner (tenant_id) AS (SELECT value FROM json_each(${ids}))`
  }
  const next = (than: SQL) => sql`(
    SELECT provider_tenant_id FROM meter_event
    WHERE charge_cents > 0 AND provider_tenant_id > ${than}
    ORDER BY provider_tenant_id LIMIT 1
  )`
  return sql`earner (tenant_id) AS (
    SELECT ${next(sql`${earners.after}`)}
    UNION ALL SELECT ${next(sql`tenant_id`)} FROM earner WHERE tenant_id IS NOT NULL
    LIMIT ${earners.limit}
  )`
}

/** Whether anybody's documents were ever charged for: one look into the index. */
export function hasEarners(db: Db): boolean {
  return db.get(sql`SELECT 1 FROM meter_event WHERE charge_cents > 0 LIMIT 1`) !== undefined
}

/** Tenants that were charged for in a month of which they have no statement, and who came last. */
export type Unsettled = { tenantIds: TenantId[]; last: string | undefined }
export type Place = { period: string; after: string; among: number }

/**
 * The same among so many earners beyond one. Nearly always nobody is: who was settled is looked up
 * where nobody waits for it.
 */
export async function findUnsettled(
  reading: Reading,
  { period, after, among }: Place,
): Promise<Unsettled> {
  const row = await reading.get<{ ids: string; last: string | null; looked: number }>(sql`
    WITH RECURSIVE ${earnersAmong({ after, limit: among })}
    SELECT count(*) AS looked, max(tenant_id) AS last,
      json_group_array(tenant_id ORDER BY tenant_id) FILTER (WHERE
        NOT EXISTS (SELECT 1 FROM payout_statement AS s
          WHERE s.tenant_id = earner.tenant_id AND s.period_start_at = ${monthStartMs(period)})
        AND EXISTS (SELECT 1 FROM meter_event
          WHERE provider_tenant_id = earner.tenant_id AND period = ${period} AND charge_cents > 0)
      ) AS ids
    FROM earner WHERE tenant_id IS NOT NULL`)
  const last = row.looked < among ? undefined : (row.last ?? undefined)
  return { tenantIds: JSON.parse(row.ids), last }
}

/** What a tenant was charged for in a month, of one moment. */
export type MonthRow = {
  tenantId: TenantId
  /** A list in JSON: each share in basis points, with the last running sum of it. */
  shares: string
  /** What was given back of it before the month was settled: it never reaches a statement. */
  backCents: number
  backOfProviderCents: number
}

/**
 * Of each of them all that was charged for, for each share: the last running sums, each found at
 * the end of its part of the index, whatever the number of events.
 */
export function monthsOf(earners: Earners, period: string): SQL {
  return sql`
    WITH RECURSIVE ${earnersAmong(earners)}, ${sharesOf(period)},
    sums AS (
      SELECT tenant_id, json_group_array(json_array(bp, ${lastGross(period)})) AS shares
      FROM share WHERE bp IS NOT NULL GROUP BY tenant_id
    )
    SELECT ${monthColumns(period)}
    FROM earner LEFT JOIN sums USING (tenant_id)
    WHERE tenant_id IS NOT NULL ORDER BY tenant_id`
}

// Written out, not bound: the partial index is used only where its condition is literal.
function chargedTo(tenant: SQL, period: string): SQL {
  return sql`FROM meter_event WHERE provider_tenant_id = ${tenant} AND period = ${period}
    AND charge_cents > 0`
}

function sharesOf(period: string): SQL {
  const next = (tenant: SQL, than: SQL) => sql`(SELECT provider_share_bp
    ${chargedTo(tenant, period)} AND provider_share_bp > ${than}
    ORDER BY provider_share_bp LIMIT 1)`
  return sql`share (tenant_id, bp) AS (
    SELECT tenant_id, ${next(sql`earner.tenant_id`, sql`-1`)} FROM earner
    WHERE tenant_id IS NOT NULL
    UNION ALL SELECT tenant_id, ${next(sql`share.tenant_id`, sql`share.bp`)} FROM share
    WHERE bp IS NOT NULL
  )`
}

function lastGross(period: string): SQL {
  return sql`(SELECT gross_after_cents ${chargedTo(sql`share.tenant_id`, period)}
    AND provider_share_bp = share.bp ORDER BY seq DESC LIMIT 1)`
}

function monthColumns(period: string): SQL {
  const early = ofRefunds({ period, source: 'earned' })
  return sql`earner.tenant_id AS tenantId, coalesce(shares, '[]') AS shares,
    ${early('charge_cents')} AS backCents, ${early('provider_cents')} AS backOfProviderCents`
}

function ofRefunds({ period, source }: { period: string; source: 'earned' | 'payable' }) {
  return (column: 'charge_cents' | 'provider_cents') => sql`(
    SELECT coalesce(sum(${sql.identifier(column)}), 0) FROM refund
    WHERE provider_tenant_id = earner.tenant_id AND period = ${period} AND source = ${source})`
}

/** The same with what a check of the month holds it against, all of one moment. */
export type CheckedRow = MonthRow & {
  isClosed: 0 | 1
  /** Each share with how many of its first events were added up, the last of them, and the sums. */
  firstSums: string
  /** The last event that there is. */
  upTo: number
  /** What was given back of a statement. */
  refundedCents: number
  /** What the account of the month has, and what of that is set aside. */
  posted: number
  held: number
  /** The statement, if there is one. */
  status: PayoutState | null
  grossCents: number
  sellerCents: number
  reversedCents: number
  heldCents: number
  releasedCents: number
}

export function checkedMonthsOf(
  earners: Earners,
  { period, eventsMax }: { period: string; eventsMax: number },
): SQL {
  const ofAccount = (column: 'posted' | 'held') => sql`coalesce((
    SELECT ${sql.identifier(column)} FROM account
    WHERE unit = 'CREDIT' AND owner = earner.tenant_id AND kind = 'payable:' || ${period}), 0)`
  return sql`
    WITH RECURSIVE ${earnersAmong(earners)}, ${sharesOf(period)},
    sums AS (
      SELECT tenant_id, json_group_array(json_array(bp, ${lastGross(period)})) AS shares,
        json_group_array(json(${firstSums(period, eventsMax)})) AS firstSums
      FROM share WHERE bp IS NOT NULL GROUP BY tenant_id
    )
    SELECT ${monthColumns(period)}, coalesce(firstSums, '[]') AS firstSums,
      (SELECT coalesce(max(seq), 0) FROM meter_event) AS upTo,
      EXISTS (SELECT 1 FROM closed_period WHERE period = ${period}) AS isClosed,
      ${ofRefunds({ period, source: 'payable' })('provider_cents')} AS refundedCents,
      ${ofAccount('posted')} AS posted, ${ofAccount('held')} AS held,
      status, gross_cents AS grossCents, seller_cents AS sellerCents,
      reversed_cents AS reversedCents, held_cents AS heldCents, released_cents AS releasedCents
    FROM earner LEFT JOIN sums USING (tenant_id)
      LEFT JOIN payout_statement AS statement ON statement.tenant_id = earner.tenant_id
        AND statement.period_start_at = ${monthStartMs(period)}
      LEFT JOIN payout_progress AS progress USING (payout_statement_id)
    WHERE earner.tenant_id IS NOT NULL ORDER BY earner.tenant_id`
}

function firstSums(period: string, eventsMax: number): SQL {
  return sql`(SELECT json_array(share.bp, count(*), max(seq), sum(charge_cents),
      sum(provider_cents))
    FROM (SELECT seq, charge_cents, provider_cents
      ${chargedTo(sql`share.tenant_id`, period)} AND provider_share_bp = share.bp
      ORDER BY seq LIMIT ${eventsMax}))`
}

type ChargesOfShare = { tenantId: TenantId; period: string; shareBp: number }
export type SumOfCharges = { n: number; last: number; grossCents: number; sellerCents: number }

/** What some more events of a share come to, beyond one of them. */
export function sumOfCharges(
  { tenantId, period, shareBp }: ChargesOfShare,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): SQL {
  return sql`
    SELECT count(*) AS n, max(seq) AS last, coalesce(sum(charge_cents), 0) AS grossCents,
      coalesce(sum(provider_cents), 0) AS sellerCents
    FROM (SELECT seq, charge_cents, provider_cents ${chargedTo(sql`${tenantId}`, period)}
      AND provider_share_bp = ${shareBp} AND seq > ${after} AND seq <= ${upTo}
      ORDER BY seq LIMIT ${limit})`
}
