import type { Clock } from '../../base/clock.ts'
import type { TenantId, UserId } from '../../base/ids.ts'
import { type Cents, cents } from '../../base/money.ts'
import type { Secrets, SigningKeys } from '../../base/secrets.ts'
import { type Reading, readingHere } from '../../store/reading.ts'
import type { Db, RoomStore } from '../../store/tx.ts'
import type { Plan } from './credits/allowance.ts'
import { disputeWindowDaysDefault } from './limits.ts'
import { defaultPrices, type Prices } from './metering/rate-card.ts'
import type { Debtor } from './payouts/batches/batch-sepa.ts'
import { openSigner, type Signer } from './proofs/signer.ts'
import type { Till, TillDeps } from './x402/till.ts'

/** The plan of a tenant, asked of identity. Throws NotFound when there is no such tenant. */
export type PlanOf = (db: Db, tenantId: TenantId) => Plan

/** Who was logged in when these events were made; of a key's there is nobody. Asked of reports. */
export type PeopleOf = (db: Db, events: readonly UsedEvent[]) => ReadonlyMap<string, UserId>
type UsedEvent = { readonly eventId: string; readonly searchId: string | null }

export type LedgerSettings = {
  /** What a new tenant starts with. */
  readonly welcomeCredits: Cents
  /** What is charged from now on; what is left out costs what it does by default. */
  readonly prices?: Partial<Prices>
  readonly disputeWindowDays?: number
  /** A balance that falls below it is told of; 0, and without it: none is. */
  readonly creditsLow?: Cents
  /** The account from which providers are paid. */
  readonly debtor?: Debtor | undefined
  /** The signing secret of Stripe's webhook; without it there is none. */
  readonly stripeSecret?: string | undefined
}

export type LedgerDeps = {
  readonly store: RoomStore
  readonly clock: Clock
  readonly settings: LedgerSettings
  readonly planOf: PlanOf
  readonly secrets: Secrets
  /** For what a tenant used; without it nobody is named. */
  readonly peopleOf?: PeopleOf | undefined
  /** Payments that come with a request; without it they are neither asked for nor taken. */
  readonly x402?: TillDeps | undefined
  /** For what adds up a month of a tenant's. */
  readonly reading?: Reading | undefined
}

/** What the commands of this room share. */
export type LedgerRoom = Omit<LedgerDeps, 'settings' | 'x402' | 'reading'> & {
  readonly reading: Reading
  readonly x402: Till | undefined
  readonly cursorKey: SigningKeys
  readonly signer: Signer
  readonly welcomeCredits: Cents
  readonly prices: Prices
  readonly creditsLow: Cents
  readonly disputeWindowDays: number
  readonly debtor: Debtor | undefined
  readonly stripeSecret: string | undefined
}

export function makeRoom({ settings, secrets, x402, ...rest }: LedgerDeps): LedgerRoom {
  const { welcomeCredits, prices, debtor, stripeSecret } = settings
  const { disputeWindowDays = disputeWindowDaysDefault, creditsLow = cents(0) } = settings
  return {
    ...rest,
    secrets,
    reading: rest.reading ?? readingHere(rest.store.db),
    cursorKey: secrets.signing('ledger-cursor'),
    signer: openSigner(secrets),
    x402: x402 && { ...x402, underWay: new Map() },
    welcomeCredits,
    disputeWindowDays,
    creditsLow,
    debtor,
    stripeSecret,
    prices: { ...defaultPrices, ...prices },
  }
}
