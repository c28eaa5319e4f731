import { NotFound } from '../../src/base/errors.ts'
import { newId, type RequestId, type TenantId } from '../../src/base/ids.ts'
import { type Cents, cents } from '../../src/base/money.ts'
import type { Command } from '../../src/domain/command.ts'
import { type Ledger, openLedger, type Plan } from '../../src/domain/ledger/index.ts'
import { openTestStore, type TestStore } from './open-test-store.ts'
import { adminPrincipal } from './test-principal.ts'

export type TestLedger = Ledger & {
  store: TestStore
  plans: Map<TenantId, Plan>
  /** A tenant on the given plan with so many credits. */
  tenant(options?: { plan?: Plan; credits?: number }): Promise<TenantId>
  /** A command of a platform admin. */
  admin(): Command
  [Symbol.dispose](): void
}

/** The ledger alone on a real store; tenants exist as far as `plans` knows them. */
export function openTestLedger({ welcomeCredits = 0 } = {}): TestLedger {
  const store = openTestStore()
  const plans = new Map<TenantId, Plan>()
  const settings = { welcomeCredits: cents(welcomeCredits) }
  const planOf = (_db: unknown, tenantId: TenantId) => {
    const plan = plans.get(tenantId)
    if (!plan) throw new NotFound('tenant')
    return plan
  }
  const ledger = openLedger({ store, clock: store.clock, settings, planOf })
  const requestId = (): RequestId => newId('req', store.clock.nowMs())
  const admin = () => ({
    principal: adminPrincipal(),
    requestId: requestId(),
    write: store.write,
  })
  return {
    ...ledger,
    store,
    plans,
    admin,
    async tenant({ plan = 'free', credits = 0 } = {}) {
      const tenantId = newId('tnt', store.clock.nowMs())
      plans.set(tenantId, plan)
      if (credits > 0) await ledger.grantCredits(admin(), { tenantId, credits, reason: 'test' })
      return tenantId
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

/** A download of `asset` at a price, as delivery would charge it. */
export function downloadOf(
  parties: { buyer: TenantId; provider: TenantId; priceCents: number },
  link: { n: number; nowMs: number; providerShareBp?: number },
) {
  return {
    linkHash: link.n.toString(16).padStart(64, '0'),
    buyerTenantId: parties.buyer,
    providerTenantId: parties.provider,
    assetId: 'obj_1' as const,
    datasetId: 'dset_1' as const,
    apiKeyId: null,
    searchId: null,
    priceCents: cents(parties.priceCents) as Cents,
    providerShareBp: link.providerShareBp ?? 6000,
    nowMs: link.nowMs,
  }
}
