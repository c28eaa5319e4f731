import type { TenantId, UserId } from '../../../base/ids.ts'

export type Unit = 'CREDIT' | 'SOL'

/** An account is named by what it is, never by its row number. */
export type AccountName = {
  readonly unit: Unit
  /**
   * A tenant (credits) or a user (SOL), `platform`, or `world`: everything outside, the only owner
   * that may owe.
   */
  readonly owner: TenantId | UserId | 'platform' | 'world'
  readonly kind: string
}

/** What a tenant can spend. */
export function spendable(tenantId: TenantId): AccountName {
  return { unit: 'CREDIT', owner: tenantId, kind: 'balance' }
}

/** What a tenant has earned as a provider and was not yet paid out. */
export function earnings(tenantId: TenantId): AccountName {
  return { unit: 'CREDIT', owner: tenantId, kind: 'earned' }
}

export const revenue: AccountName = { unit: 'CREDIT', owner: 'platform', kind: 'revenue' }

/** What a provider gets for a month that was settled. */
export function payable(tenantId: TenantId, period: string): AccountName {
  return { unit: 'CREDIT', owner: tenantId, kind: `payable:${period}` }
}

/** What statements that were reversed held; refunds are paid from it. */
export const reversals: AccountName = { unit: 'CREDIT', owner: 'platform', kind: 'reversals' }

/** What left the service for the providers' banks. */
export const payouts: AccountName = { unit: 'CREDIT', owner: 'world', kind: 'payouts' }
/** What the operator gives of its own where the books have nothing left to refund from. */
export const goodwill: AccountName = { unit: 'CREDIT', owner: 'world', kind: 'goodwill' }

/** Where credits come from that an admin grants, and those that a new tenant starts with. */
export const granted: AccountName = { unit: 'CREDIT', owner: 'world', kind: 'granted' }
export const welcomed: AccountName = { unit: 'CREDIT', owner: 'world', kind: 'welcomed' }
/** Where credits come from that a voucher stood for. */
export const redeemed: AccountName = { unit: 'CREDIT', owner: 'world', kind: 'vouchers' }
/** Where credits come from that were paid for. */
export const paidIn: AccountName = { unit: 'CREDIT', owner: 'world', kind: 'paid-in' }

export function mayGoNegative(name: AccountName): boolean {
  return name.owner === 'world'
}

/** For messages and keys: `CREDIT/platform/revenue`. */
export function accountText({ unit, owner, kind }: AccountName): string {
  return `${unit}/${owner}/${kind}`
}
