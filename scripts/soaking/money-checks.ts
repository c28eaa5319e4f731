// What must hold of money whenever the server rests, worked out anew from the single events.
import { join } from 'node:path'
import { verifyLedger } from '../../src/domain/ledger/index.ts'
import { connect } from '../../src/store/connect.ts'
import { fetchOf, grantsByReason, noGrant } from './unanswered.ts'
import type { World } from './world.ts'

/** A sentence for everything that is wrong. */
export function moneyBreaches(world: World): string[] {
  return [...lostDeeds(world), ...rules.flatMap((rule) => brokenRows(world, rule))]
}

function lostDeeds(world: World): string[] {
  const { links, topUps, searches } = world.journal
  const grants = grantsByReason(world)
  const billed = 'SELECT count(*) FROM search_activity WHERE request_id = ? AND billed = 1'
  return [
    ...links
      .filter(({ minted }) => minted === 'done')
      .map((link) => ({ ...link, ...fetchOf(world, link) }))
      .filter(({ used, events, fetched }) => used !== events || (fetched === 'done' && used !== 1))
      .map(({ name, used, events }) => `${name}: used ${used} times, charged ${events} times`),
    ...topUps
      .filter(({ given }) => given === 'done')
      .map(({ name, credits }) => ({ name, credits, is: grants.get(name) ?? noGrant }))
      .filter(({ credits, is }) => is.transfers !== 1 || is.credits !== credits)
      .map(({ name, is }) => `${name} was granted ${is.transfers} times, ${is.credits} credits`),
    ...searches
      .filter(({ searched }) => searched === 'done')
      .map(({ name }) => ({ name, times: world.look().value(billed, name) }))
      .filter(({ times }) => times !== 1)
      .map(({ name, times }) => `${name} was billed ${times} times`),
  ]
}

/** The books, entry by entry, in one moment of the running server's. */
export function bookBreaches({ dir }: Pick<World, 'dir'>): string[] {
  const { raw, db } = connect(join(dir, 'kontor.db'), 'read')
  try {
    raw.exec('BEGIN')
    return verifyLedger(db).problems.map((problem) => JSON.stringify(problem))
  } finally {
    raw.close()
  }
}

type Rule = { name: string; sql: string }

function brokenRows(world: World, { name, sql }: Rule): string[] {
  return world
    .look()
    .rows(sql)
    .map((row) => `${name}: ${JSON.stringify(row)}`)
}

/** Each gives the rows that break it. */
const rules: readonly Rule[] = [
  {
    name: 'no money appears or vanishes',
    sql: 'SELECT sum(posted) AS posted FROM account HAVING sum(posted) <> 0',
  },
  {
    name: 'every link that was used was charged, and no other',
    sql: `SELECT used, charged FROM (SELECT
        (SELECT count(*) FROM dl_link WHERE state = 'used') AS used,
        (SELECT count(*) FROM meter_event WHERE kind = 'download') AS charged)
      WHERE used <> charged`,
  },
  {
    name: 'a balance is what came in less what was bought and paid for plans',
    sql: `WITH sums AS (
        SELECT owner, posted,
          1000000 + (SELECT coalesce(sum(details ->> 'credits'), 0) FROM audit_event
            WHERE action = 'credits.granted' AND audit_event.tenant_id = owner)
          - (SELECT coalesce(sum(charge_cents), 0) FROM meter_event WHERE buyer_tenant_id = owner)
          - (SELECT coalesce(sum(fee_cents), 0) FROM plan_month
            WHERE plan_month.tenant_id = owner AND state = 'paid') AS expected
        FROM account WHERE kind = 'balance')
      SELECT * FROM sums WHERE posted <> expected`,
  },
  {
    name: 'every provider has one statement of a settled month, over exactly its charges',
    sql: `WITH earned AS (
        SELECT provider_tenant_id AS tenant_id, period, sum(charge_cents) AS gross,
          sum(provider_cents) AS seller
        FROM meter_event WHERE charge_cents > 0
          AND period <= (SELECT max(period) FROM closed_period) GROUP BY 1, 2),
      stated AS (
        SELECT tenant_id, period, count(*) AS statements, sum(gross_cents) AS stated_gross,
          sum(seller_cents) AS stated_seller
        FROM payout_statement JOIN payout_progress USING (payout_statement_id) GROUP BY 1, 2)
      SELECT * FROM earned FULL JOIN stated USING (tenant_id, period)
      WHERE statements IS NOT 1
        OR (statements = 1 AND (gross IS NOT stated_gross OR seller IS NOT stated_seller))`,
  },
  {
    name: 'every statement was posted once',
    sql: `SELECT payout_statement_id, seller_cents, (SELECT json_group_array(amount_minor)
        FROM transfer WHERE transfer_id = 'settle:' || payout_statement_id) AS posted
      FROM payout_statement
      WHERE posted <> CASE seller_cents WHEN 0 THEN '[]' ELSE json_array(seller_cents) END`,
  },
  {
    name: 'no settlement is posted without a statement',
    sql: `SELECT transfer_id FROM transfer WHERE code = 'settlement' AND transfer_id NOT IN
      (SELECT 'settle:' || payout_statement_id FROM payout_statement)`,
  },
  {
    name: 'a month of a plan is paid once, by one transfer of the fee',
    sql: `SELECT tenant_id, period, state, fee_cents, (SELECT json_group_array(amount_minor)
        FROM transfer WHERE transfer_id = 'plan:' || tenant_id || ':' || period) AS posted
      FROM plan_month
      WHERE posted <> CASE state WHEN 'paid' THEN json_array(fee_cents) ELSE '[]' END`,
  },
  {
    name: 'who did not pay is on the free plan until somebody changes it',
    sql: `SELECT tenant_id, period FROM plan_month AS month WHERE state = 'unpaid'
      AND NOT EXISTS (SELECT 1 FROM audit_event WHERE action = 'tenant.plan_changed'
        AND audit_event.tenant_id = month.tenant_id AND details ->> 'reason' = 'fee_not_paid'
        AND at = month.created_at)`,
  },
]
