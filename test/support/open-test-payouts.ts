import { newId, type TenantId } from '../../src/base/ids.ts'
import type { Principal } from '../../src/domain/identity/index.ts'
import type { Statement } from '../../src/domain/ledger/index.ts'
import { findStatementOf } from '../../src/domain/ledger/payouts/queries.ts'
import { downloadOf, openTestLedger, type TestLedger } from './open-test-ledger.ts'
import { testPrincipal } from './test-principal.ts'

/** The month in which the test's clock starts. */
export const march = '2026-03'
export const testIban = 'DE89370400440532013000'

export type TestPayouts = TestLedger & {
  buyer: TenantId
  provider: TenantId
  /** Charges one download; its event's id. */
  sell(priceCents?: number, provider?: TenantId): Promise<string>
  /** To the first of April, seven o'clock, with March settled. */
  endOfMarch(): Promise<void>
  /** To the end of the dispute window. */
  windowOver(): Promise<void>
  statement(provider?: TenantId): Statement
  account(provider?: TenantId): Promise<void>
  /** Status, held, released and taken back. */
  shown(provider?: TenantId): unknown[]
}

/** A ledger with a buyer who has 10,000 credits and a provider. */
export async function openTestPayouts(
  options?: Parameters<typeof openTestLedger>[0],
): Promise<TestPayouts> {
  const ledger = openTestLedger(options)
  const { store } = ledger
  const buyer = await ledger.tenant({ credits: 10_000 })
  const provider = await ledger.tenant()
  let n = 0
  const statement = (tenantId = provider) => {
    const found = findStatementOf(store.db, { tenantId, period: march })
    if (!found) throw new Error('there is no statement')
    return found
  }
  return {
    ...ledger,
    buyer,
    provider,
    statement,
    async sell(priceCents = 100, seller = provider) {
      n += 1
      const link = { n, nowMs: store.clock.nowMs() }
      const download = downloadOf({ buyer, provider: seller, priceCents }, link)
      await store.write((tx) => ledger.chargeDownload(tx, download))
      return `dl:${download.linkHash}`
    },
    async endOfMarch() {
      store.clock.advance({ hours: 29 * 24 + 21 })
      await ledger.settlePeriod(march)
    },
    async windowOver() {
      store.clock.advance({ hours: 14 * 24 })
      await ledger.releaseDue()
    },
    async account(tenantId = provider) {
      const cmd = { principal: ownerOf(tenantId), requestId: newId('req', 0), write: store.write }
      await ledger.setPayoutAccount(cmd, { holderName: 'Provider Ltd', iban: testIban })
    },
    shown(tenantId) {
      const { status, heldCents, releasedCents, reversedCents } = statement(tenantId)
      return [status, heldCents, releasedCents, reversedCents]
    },
  }
}

/** The session of an owner. */
export function ownerOf(tenantId: TenantId, part: Partial<Principal> = {}): Principal {
  const userId = newId('usr', 0)
  const { apiKeyId: _, ...rest } = testPrincipal({ tenantId, principalId: userId })
  const session = { userId, sessionId: newId('ses', 0), principalType: 'user' as const }
  return { ...rest, ...session, roles: ['owner'], scopes: new Set(['billing:read']), ...part }
}
