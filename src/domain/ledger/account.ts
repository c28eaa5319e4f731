import type { TenantId } from '../../base/ids.ts'

export type Unit = 'CREDIT' | 'SOL'

/** An account is named by what it is, never by its row number. */
export type AccountName = {
  readonly unit: Unit
  /** A tenant, `platform`, or `world`: everything outside, the only owner that may owe. */
  readonly owner: TenantId | 'platform' | 'world'
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

/** Charges pass through here on their way to those who share them; empty after each deed. */
export const clearing: AccountName = { unit: 'CREDIT', owner: 'platform', kind: 'clearing' }

export const revenue: AccountName = { unit: 'CREDIT', owner: 'platform', kind: 'revenue' }

/** Where credits come from that an admin grants, and those that a new tenant starts with. */
export const granted: AccountName = { unit: 'CREDIT', owner: 'world', kind: 'granted' }
export const welcomed: AccountName = { unit: 'CREDIT', owner: 'world', kind: 'welcomed' }

export function mayGoNegative(name: AccountName): boolean {
  return name.owner === 'world'
}

/** For messages and keys: `CREDIT/platform/clearing`. */
export function accountText({ unit, owner, kind }: AccountName): string {
  return `${unit}/${owner}/${kind}`
}
