import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte } from 'drizzle-orm'
import type { TenantId, VoucherId } from '../../../base/ids.ts'
import type { Place } from '../../../base/in-slices.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { voucherAttempts, vouchers } from '../tables.ts'

export type VoucherRow = typeof vouchers.$inferSelect

const isOpen = and(isNull(vouchers.redeemedAt), isNull(vouchers.endedAt))

export function insertVoucher(tx: Tx, row: VoucherRow): void {
  tx.insert(vouchers).values(row).run()
}

export function findOpenVoucher(db: Db, codeHash: Buffer): VoucherRow | undefined {
  return db
    .select()
    .from(vouchers)
    .where(and(eq(vouchers.codeHash, codeHash), isOpen))
    .get()
}

export function markRedeemed(
  tx: Tx,
  voucherId: VoucherId,
  by: { redeemedByTenantId: TenantId; redeemedAt: number },
): void {
  tx.update(vouchers).set(by).where(eq(vouchers.voucherId, voucherId)).run()
}

export function findVoucher(db: Db, voucherId: VoucherId): VoucherRow | undefined {
  return db.select().from(vouchers).where(eq(vouchers.voucherId, voucherId)).get()
}

type Listed = 'open' | 'redeemed' | 'revoked' | undefined

/** The newest first, from below the position. */
export function listVoucherRows(
  db: Db,
  { status, after, limit }: { status: Listed; after: VoucherId | undefined; limit: number },
): VoucherRow[] {
  const below = after === undefined ? undefined : lt(vouchers.voucherId, after)
  return db
    .select()
    .from(vouchers)
    .where(and(inState(status), below))
    .orderBy(desc(vouchers.voucherId))
    .limit(limit)
    .all()
}

export function countVouchers(db: Db, status: Listed): number {
  return db.select({ n: count() }).from(vouchers).where(inState(status)).get()?.n ?? 0
}

function inState(status: Listed) {
  if (status === undefined) return undefined
  if (status === 'open') return isOpen
  return isNotNull(status === 'redeemed' ? vouchers.redeemedAt : vouchers.endedAt)
}

export function endVoucher(tx: Tx, voucherId: VoucherId, endedAt: number): void {
  tx.update(vouchers).set({ endedAt }).where(eq(vouchers.voucherId, voucherId)).run()
}

/** Some of them, in order of their ids, which it gives. */
export function endOpenVouchers(
  tx: Tx,
  { after, limit, endedAt }: Place & { endedAt: number },
): string[] {
  const { voucherId: id } = vouchers
  const some = tx
    .select({ id })
    .from(vouchers)
    .where(and(isOpen, gt(id, after as VoucherId)))
    .orderBy(asc(id))
    .limit(limit)
    .all()
  const ids = some.map((one) => one.id)
  if (ids.length > 0) tx.update(vouchers).set({ endedAt }).where(inArray(id, ids)).run()
  return ids
}

type Attempts = { tenantId: TenantId; sinceMs: number; nowMs: number }

/** How often a tenant has tried since then, and when it did so first. */
export function attemptsSince(
  db: Db,
  { tenantId, sinceMs, nowMs }: Attempts,
): { times: number; firstAtMs: number | undefined } {
  const { attemptedAt } = voucherAttempts
  // What was tried later than now was tried by another clock.
  const inWindow = and(gt(attemptedAt, sinceMs), lte(attemptedAt, nowMs))
  const since = and(eq(voucherAttempts.tenantId, tenantId), inWindow)
  const times = db.select({ n: count() }).from(voucherAttempts).where(since).get()?.n ?? 0
  const first = db.select({ attemptedAt }).from(voucherAttempts).where(since)
  return { times, firstAtMs: first.orderBy(asc(attemptedAt)).limit(1).get()?.attemptedAt }
}

/** Notes an attempt, and forgets the old ones of the same tenant. */
export function insertAttempt(
  tx: Tx,
  { tenantId, nowMs, untilMs }: { tenantId: TenantId; nowMs: number; untilMs: number },
): void {
  tx.delete(voucherAttempts)
    .where(and(eq(voucherAttempts.tenantId, tenantId), lte(voucherAttempts.attemptedAt, untilMs)))
    .run()
  tx.insert(voucherAttempts).values({ tenantId, attemptedAt: nowMs }).run()
}
