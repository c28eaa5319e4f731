import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  lt,
  lte,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm'
import { monthStartMs } from '../../../base/clock.ts'
import type { PayoutBatchId, PayoutStatementId, TenantId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { After } from '../../../base/page.ts'
import { findsBy, prepared } from '../../../store/prepared.ts'
import type { Reading } from '../../../store/reading.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { openDisputesOf } from '../disputes/queries.ts'
import type { PayoutState } from '../payout.ts'
import {
  closedPeriods,
  meterEvents,
  payoutAccounts,
  payoutBatches,
  payoutPayments,
  payoutProgress,
  payoutStatements,
} from '../tables.ts'

const { placeholder } = sql

type StatementRow = typeof payoutStatements.$inferSelect
type ProgressRow = typeof payoutProgress.$inferSelect
export type PayoutPaymentRow = typeof payoutPayments.$inferSelect
export type PayoutBatchRow = typeof payoutBatches.$inferSelect
export type PayoutAccountRow = typeof payoutAccounts.$inferSelect

/** A statement with how far it has come. */
export type Statement = Omit<StatementRow, 'payoutStatementId' | 'tenantId'> &
  ProgressRow & { tenantId: TenantId; paidAt: number | null }

// Months

export const findClosedPeriod = findsBy(closedPeriods, closedPeriods.period)

export function listClosedPeriods(db: Db): string[] {
  return db
    .select()
    .from(closedPeriods)
    .orderBy(asc(closedPeriods.period))
    .all()
    .map(({ period }) => period)
}

/** The months that were closed last, whichever they are. */
export function listLastClosed(db: Db, limit: number): string[] {
  const { closedAt, period } = closedPeriods
  const rows = db.select().from(closedPeriods).orderBy(desc(closedAt), desc(period)).limit(limit)
  return rows.all().map((row) => row.period)
}

/** The month of the first metered event there is. */
export function findFirstPeriod(db: Db): string | undefined {
  const { period, seq } = meterEvents
  return db.select({ period }).from(meterEvents).orderBy(asc(seq)).limit(1).get()?.period
}

export function insertClosedPeriod(tx: Tx, row: typeof closedPeriods.$inferSelect): void {
  tx.insert(closedPeriods).values(row).run()
}

// Statements

export function insertStatement(tx: Tx, row: StatementRow, progress: ProgressRow): void {
  tx.insert(payoutStatements).values(row).run()
  tx.insert(payoutProgress).values(progress).run()
}

const joined = {
  payoutStatementId: payoutProgress.payoutStatementId,
  tenantId: sql<TenantId>`${payoutStatements.tenantId}`,
  period: payoutProgress.period,
  periodStartAt: payoutStatements.periodStartAt,
  periodEndAt: payoutStatements.periodEndAt,
  grossCents: payoutStatements.grossCents,
  sellerCents: payoutStatements.sellerCents,
  heldCents: payoutStatements.heldCents,
  releasedCents: payoutStatements.releasedCents,
  reversedCents: payoutProgress.reversedCents,
  currency: payoutStatements.currency,
  status: payoutStatements.status,
  releaseAt: payoutProgress.releaseAt,
  holdReason: payoutProgress.holdReason,
  holdSeq: payoutProgress.holdSeq,
  attempts: payoutProgress.attempts,
  batchId: payoutProgress.batchId,
  failure: payoutProgress.failure,
  createdAt: payoutStatements.createdAt,
  updatedAt: payoutProgress.updatedAt,
  /** By the transfer, which stays when the payment is taken back. */
  paidAt: sql<number | null>`(
    SELECT created_at FROM transfer WHERE transfer_id = 'payout:' ||
      ${payoutProgress.payoutStatementId} || ':paid:' || ${payoutProgress.attempts})`,
}

export function selectStatements(db: Db, condition: SQL | undefined) {
  return db
    .select(joined)
    .from(payoutStatements)
    .innerJoin(
      payoutProgress,
      eq(payoutProgress.payoutStatementId, payoutStatements.payoutStatementId),
    )
    .where(condition)
}

const statementById = prepared((db) =>
  selectStatements(db, eq(payoutStatements.payoutStatementId, placeholder('id'))).prepare(),
)

export function findStatement(db: Db, id: PayoutStatementId): Statement | undefined {
  return statementById(db).get({ id })
}

const statementOf = prepared((db) => {
  const { tenantId, periodStartAt } = payoutStatements
  const isTheirs = eq(tenantId, placeholder('tenantId'))
  return selectStatements(db, and(isTheirs, eq(periodStartAt, placeholder('startMs')))).prepare()
})

export function findStatementOf(
  db: Db,
  { tenantId, period }: { tenantId: TenantId; period: string },
): Statement | undefined {
  return statementOf(db).get({ tenantId, startMs: monthStartMs(period) })
}

export type StatusSum = {
  status: PayoutState
  heldCents: number
  releasedCents: number
  nextReleaseAtMs: number
}

/** What a provider's statements come to, state by state. */
export function sumByStatus(reading: Reading, tenantId: TenantId): Promise<StatusSum[]> {
  return reading.all<StatusSum>(sql`
    SELECT status, sum(held_cents) AS heldCents, sum(released_cents) AS releasedCents,
      min(release_at) AS nextReleaseAtMs
    FROM payout_statement JOIN payout_progress USING (payout_statement_id)
    WHERE tenant_id = ${tenantId} GROUP BY status`)
}

/** What these months have brought a provider so far, as their statements will say. */
export function sumOpenMonths(
  reading: Reading,
  { tenantId, periods }: { tenantId: TenantId; periods: readonly string[] },
): Promise<{ grossCents: number; sellerCents: number }> {
  const isOpen = sql`period IN (SELECT value FROM json_each(${JSON.stringify(periods)}))`
  return reading.get(sql`
    SELECT coalesce(sum(gross), 0) AS grossCents, coalesce(sum(seller), 0) AS sellerCents FROM (
      SELECT sum(charge_cents) AS gross, sum(provider_cents) AS seller
      FROM meter_event INDEXED BY meter_event_running_gross
      WHERE provider_tenant_id = ${tenantId} AND ${isOpen} AND charge_cents > 0
      UNION ALL
      SELECT -sum(charge_cents), -sum(provider_cents) FROM refund
      WHERE provider_tenant_id = ${tenantId} AND ${isOpen} AND source = 'earned')`)
}

export type StatementFilter = {
  status?: PayoutState | undefined
  period?: string | undefined
  tenantId?: TenantId | undefined
}

function conditionOf({ status, period, tenantId }: StatementFilter): SQL | undefined {
  return and(
    status === undefined ? undefined : eq(payoutStatements.status, status),
    period === undefined ? undefined : eq(payoutStatements.periodStartAt, monthStartMs(period)),
    tenantId === undefined ? undefined : eq(payoutStatements.tenantId, tenantId),
  )
}

/** Newest first, from below the position. */
export function listStatements(
  db: Db,
  filter: StatementFilter,
  { after, limit }: After<PayoutStatementId>,
): Statement[] {
  const position = after ? lt(payoutStatements.payoutStatementId, after) : undefined
  return selectStatements(db, and(conditionOf(filter), position))
    .orderBy(desc(payoutStatements.payoutStatementId))
    .limit(limit)
    .all()
}

export function countStatements(db: Db, filter: StatementFilter): number {
  const row = db.select({ n: count() }).from(payoutStatements).where(conditionOf(filter)).get()
  return row?.n ?? 0
}

export type Due = { status: PayoutState; nowMs: number; limit: number }

/** Statements in a state whose dispute window is over, oldest first. */
export function listReleasable(db: Db, due: Due): Statement[] {
  return listDue(db, due, undefined)
}

/**
 * Those of them of which there is something to pay, and of whose month nothing is disputed: where
 * it is known where to pay, or where it is not.
 */
export function listPayable(db: Db, { hasAccount, ...due }: Due & { hasAccount: boolean }) {
  const month = { tenantId: payoutStatements.tenantId, period: payoutProgress.period }
  const disputed = openDisputesOf(db, month)
  const account = db
    .select({ one: sql`1` })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.tenantId, payoutStatements.tenantId))
  const known = hasAccount ? exists(account) : notExists(account)
  return listDue(db, due, and(gt(payoutStatements.releasedCents, 0), notExists(disputed), known))
}

function listDue(db: Db, { status, nowMs, limit }: Due, more: SQL | undefined): Statement[] {
  const isDue = and(eq(payoutStatements.status, status), lte(payoutProgress.releaseAt, nowMs), more)
  return selectStatements(db, isDue)
    .orderBy(asc(payoutStatements.payoutStatementId))
    .limit(limit)
    .all()
}

export function listStatementsOfBatch(db: Db, batchId: PayoutBatchId): Statement[] {
  return selectStatements(db, eq(payoutProgress.batchId, batchId)).all()
}

export type StatementChange = { status: PayoutState; heldCents: Cents; releasedCents: Cents }
export type ProgressChange = Partial<Omit<ProgressRow, 'payoutStatementId' | 'period'>>

export function updateStatement(
  tx: Tx,
  id: PayoutStatementId,
  { change, progress }: { change: StatementChange; progress: ProgressChange },
): void {
  tx.update(payoutStatements).set(change).where(eq(payoutStatements.payoutStatementId, id)).run()
  tx.update(payoutProgress).set(progress).where(eq(payoutProgress.payoutStatementId, id)).run()
}

// Batches and accounts

export function insertBatch(tx: Tx, row: PayoutBatchRow): void {
  tx.insert(payoutBatches).values(row).run()
}

export function findBatch(db: Db, batchId: PayoutBatchId): PayoutBatchRow | undefined {
  return db.select().from(payoutBatches).where(eq(payoutBatches.batchId, batchId)).get()
}

export function insertPayment(tx: Tx, row: PayoutPaymentRow): void {
  tx.insert(payoutPayments).values(row).run()
}

export function listPayments(db: Db, batchId: PayoutBatchId): PayoutPaymentRow[] {
  return db
    .select()
    .from(payoutPayments)
    .where(eq(payoutPayments.batchId, batchId))
    .orderBy(asc(payoutPayments.payoutStatementId))
    .all()
}

export function findPayoutAccount(db: Db, tenantId: TenantId): PayoutAccountRow | undefined {
  return db.select().from(payoutAccounts).where(eq(payoutAccounts.tenantId, tenantId)).get()
}

export function listPayoutAccounts(db: Db, tenantIds: readonly TenantId[]): PayoutAccountRow[] {
  return db
    .select()
    .from(payoutAccounts)
    .where(inArray(payoutAccounts.tenantId, [...tenantIds]))
    .all()
}

export function setPayoutAccountRow(tx: Tx, row: PayoutAccountRow): void {
  const { tenantId: _, ...set } = row
  tx.insert(payoutAccounts)
    .values(row)
    .onConflictDoUpdate({ target: payoutAccounts.tenantId, set })
    .run()
}
