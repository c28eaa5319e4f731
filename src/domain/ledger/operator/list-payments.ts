import { and, count, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { After } from '../../../base/page.ts'
import type { Db } from '../../../store/tx.ts'
import type { Principal } from '../../identity/index.ts'
import type { LedgerRoom } from '../room.ts'
import { accounts, transfers } from '../tables.ts'
import { type Page, type PageRequest, pageForOperator } from './page.ts'

/** Where credits of tenants come from; each is the code of its transfers. */
export const paymentSources = ['stripe', 'x402', 'grant', 'voucher'] as const
export type PaymentSource = (typeof paymentSources)[number]

export type IncomingPayment = {
  seq: number
  /** With it the entry is found in the books. */
  transferId: string
  source: PaymentSource
  tenantId: TenantId
  credits: Cents
  ref: string
  atMs: number
}

type Filter = { source?: PaymentSource | undefined; tenantId?: TenantId | undefined }

/**
 * What was put on the balances of tenants from outside, the newest first. Throws Forbidden unless a
 * platform admin asks, InvalidInput for the cursor.
 */
export function listPayments(
  room: LedgerRoom,
  principal: Principal,
  { source, tenantId, ...page }: Filter & PageRequest,
): Page<IncomingPayment> {
  const { db } = room.store
  const filter = { source, tenantId }
  return pageForOperator<IncomingPayment, number>(room, principal, page, {
    route: 'admin-payments',
    filters: [source ?? null, tenantId ?? null],
    read: (position) => listRows(db, filter, position),
    count: () => countRows(db, filter),
    idOf: ({ seq }) => seq,
  })
}

function conditionOf({ source, tenantId }: Filter): SQL | undefined {
  return and(
    // Written out, as the partial index has it.
    sql`${transfers.code} IN ('stripe', 'x402', 'grant', 'voucher')`,
    source === undefined ? undefined : eq(transfers.code, source),
    eq(accounts.kind, 'balance'),
    tenantId === undefined ? undefined : ontoBalanceOf(tenantId),
  )
}

/** By what came onto that account, with the condition of its index. */
function ontoBalanceOf(tenantId: TenantId): SQL {
  return sql`${transfers.creditAccountId} = (SELECT account_id FROM account
      WHERE unit = 'CREDIT' AND owner = ${tenantId} AND kind = 'balance')
    AND ${transfers.code} NOT IN ('provider_share', 'platform_share')`
}

function listRows(db: Db, filter: Filter, { after, limit }: After<number>): IncomingPayment[] {
  const rows = db
    .select()
    .from(transfers)
    .innerJoin(accounts, eq(accounts.accountId, transfers.creditAccountId))
    .where(and(conditionOf(filter), after === undefined ? undefined : lt(transfers.seq, after)))
    .orderBy(desc(transfers.seq))
    .limit(limit)
    .all()
  return rows.map(({ transfer, account }) => ({
    seq: transfer.seq,
    transferId: transfer.transferId,
    source: transfer.code as PaymentSource,
    tenantId: account.owner as TenantId,
    credits: transfer.amountMinor as Cents,
    ref: transfer.ref,
    atMs: transfer.createdAt,
  }))
}

function countRows(db: Db, filter: Filter): number {
  const row = db
    .select({ n: count() })
    .from(transfers)
    .innerJoin(accounts, eq(accounts.accountId, transfers.creditAccountId))
    .where(conditionOf(filter))
    .get()
  return row?.n ?? 0
}
