import type { TenantId, UserId, VoucherId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import { type After, type PageRequest, readPage } from '../../../base/page.ts'
import { type Principal, requirePlatformAdmin } from '../../identity/index.ts'
import type { LedgerRoom } from '../room.ts'
import { countVouchers, listVoucherRows, type VoucherRow } from './queries.ts'

export const voucherStates = ['open', 'expired', 'redeemed', 'revoked'] as const
export type VoucherState = (typeof voucherStates)[number]

/** Those that are looked for: what has expired is among the open ones. */
export const voucherFilters = ['open', 'redeemed', 'revoked'] as const
export type VoucherFilter = (typeof voucherFilters)[number]

/** A voucher as it may be shown: never its code. */
export type Voucher = {
  readonly voucherId: VoucherId
  readonly credits: Cents
  readonly state: VoucherState
  readonly note: string | null
  readonly createdBy: UserId
  readonly createdAtMs: number
  readonly expiresAtMs: number | null
  readonly redeemedByTenantId: TenantId | null
  readonly redeemedAtMs: number | null
  readonly revokedAtMs: number | null
}

export type VoucherPage = {
  readonly vouchers: readonly Voucher[]
  readonly total: number
  readonly nextCursor: string | null
}

/**
 * All vouchers, the newest first. Throws Forbidden unless a platform admin asks, InvalidInput for
 * the cursor.
 */
export function listVouchers(
  room: LedgerRoom,
  principal: Principal,
  { cursor, limit, status }: PageRequest & { readonly status?: VoucherFilter | undefined },
): VoucherPage {
  requirePlatformAdmin(principal)
  const { db } = room.store
  const { rows, nextCursor } = readPage(
    room.cursorKey,
    { cursor, limit },
    {
      binding: {
        route: 'listVouchers',
        tenantId: principal.tenantId,
        restriction: null,
        filters: { status: status ?? null },
      },
      read: (page: After<VoucherId>) => listVoucherRows(db, { status, ...page }),
      positionOf: ({ voucherId }) => voucherId,
    },
  )
  const nowMs = room.clock.nowMs()
  const vouchers = rows.map((row) => voucherOf(row, nowMs))
  return { vouchers, total: countVouchers(db, status), nextCursor }
}

export function voucherOf(row: VoucherRow, nowMs: number): Voucher {
  return {
    voucherId: row.voucherId,
    credits: row.credits,
    state: stateOf(row, nowMs),
    note: row.note,
    createdBy: row.createdBy as UserId,
    createdAtMs: row.createdAt,
    expiresAtMs: row.expiresAt,
    redeemedByTenantId: row.redeemedByTenantId,
    redeemedAtMs: row.redeemedAt,
    revokedAtMs: row.endedAt,
  }
}

function stateOf({ redeemedAt, endedAt, expiresAt }: VoucherRow, nowMs: number): VoucherState {
  if (redeemedAt !== null) return 'redeemed'
  if (endedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= nowMs ? 'expired' : 'open'
}
