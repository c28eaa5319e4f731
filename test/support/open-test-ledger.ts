import { NotFound } from '../../src/base/errors.ts'
import {
  newId,
  type PassageId,
  type RequestId,
  type SearchId,
  type TenantId,
} from '../../src/base/ids.ts'
import { type Cents, cents } from '../../src/base/money.ts'
import type { Command } from '../../src/domain/command.ts'
import {
  type Ledger,
  openLedger,
  type Plan,
  type Prices,
  type ShownPassage,
} from '../../src/domain/ledger/index.ts'
import type { LedgerDeps } from '../../src/domain/ledger/room.ts'
import { openTestStore, type TestStore } from './open-test-store.ts'
import { adminPrincipal } from './test-principal.ts'
import { testSecrets } from './test-secrets.ts'

export type TestLedger = Ledger & {
  store: TestStore
  plans: Map<TenantId, Plan>
  /** A tenant on the given plan with so many credits. */
  tenant(options?: { plan?: Plan; credits?: number }): Promise<TenantId>
  /** A command of a platform admin. */
  admin(): Command
  [Symbol.dispose](): void
}

type TestLedgerOptions = {
  welcomeCredits?: number
  prices?: Partial<Prices>
  settings?: Partial<LedgerDeps['settings']>
} & Pick<LedgerDeps, 'x402' | 'peopleOf'>

/** The ledger alone on a real store; tenants exist as far as `plans` knows them. */
export function openTestLedger(options: TestLedgerOptions = {}): TestLedger {
  const { welcomeCredits = 0, prices = {}, x402, peopleOf } = options
  const store = openTestStore()
  const plans = new Map<TenantId, Plan>()
  const settings = { welcomeCredits: cents(welcomeCredits), prices, ...options.settings }
  const planOf = (_db: unknown, tenantId: TenantId) => {
    const plan = plans.get(tenantId)
    if (!plan) throw new NotFound('tenant')
    return plan
  }
  const deps = { store, clock: store.clock, secrets: testSecrets, settings, planOf }
  const ledger = openLedger({ ...deps, x402, peopleOf })
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

export type PassagePart = Partial<ShownPassage> & { n: number }

/** Passages of one search as the search room hands them over; `n` names the passage. */
export function shownBy(
  provider: TenantId,
  { searchId, parts }: { searchId: SearchId; parts: readonly PassagePart[] },
): ShownPassage[] {
  return parts.map(({ n, ...part }, place) => ({
    retrievalEventId: `ret_${searchId.slice('srch_'.length)}_${place}`,
    passageId: `psg_${n}`,
    assetId: 'obj_1',
    datasetId: 'dset_1',
    providerTenantId: provider,
    monetizationMode: 'open',
    curated: false,
    isFree: false,
    ...part,
  }))
}

type Search = {
  buyer: TenantId
  provider: TenantId
  parts: readonly PassagePart[]
  requestId?: string
  budget?: number
  /** Of a retry. */
  shownFirst?: readonly PassageId[]
}

/** One search of a buyer with what it found, metered in one transaction. */
export async function answered(ledger: TestLedger, search: Search) {
  const { buyer: tenantId, provider, parts, requestId, budget, shownFirst } = search
  const nowMs = ledger.store.clock.nowMs()
  const searchId = newId('srch', nowMs)
  const passages = shownBy(provider, { searchId, parts })
  const apiKeyId = 'key_1'
  const key =
    budget !== undefined &&
    ({
      apiKeyId,
      line: [{ apiKeyId, monthlyBudgetCredits: cents(budget) }],
    } as const)
  const payer = { tenantId, ...key }
  const metered = await ledger.store.write((tx) => {
    const asked = { tenantId, searchId, requestId, paramsHash: 'p', nowMs }
    ledger.recordSearch(tx, asked)
    return ledger.meterRetrieval(tx, { payer, searchId, shownFirst, passages, nowMs })
  })
  return { ...metered, searchId, events: passages.map((passage) => passage.retrievalEventId) }
}
