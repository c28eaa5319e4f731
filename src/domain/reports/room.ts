import type { Clock } from '../../base/clock.ts'
import type { Secrets, SigningKeys } from '../../base/secrets.ts'
import type { Reading } from '../../store/reading.ts'
import type { Db } from '../../store/tx.ts'
import type { Delivery } from '../delivery/index.ts'
import type { Identity, Principal } from '../identity/index.ts'
import type { Ledger } from '../ledger/index.ts'

export type ReportsDeps = {
  readonly store: { readonly db: Db }
  readonly clock: Clock
  /** For what adds up all of a tenant's records. */
  readonly reading: Reading
  readonly secrets: Secrets
  readonly identity: Pick<Identity, 'tenant'>
  readonly ledger: Pick<
    Ledger,
    'creditsOf' | 'searchAllowance' | 'findStatement' | 'lastHead' | 'planFees'
  >
  readonly delivery: Pick<Delivery, 'freeAgainUntil'>
}

/** What the reports share. */
export type ReportsRoom = Omit<ReportsDeps, 'secrets'> & { readonly cursorKey: SigningKeys }

/** Who asks, as far as a report depends on it. */
export type Reader = Pick<Principal, 'tenantId' | 'datasetAccess' | 'apiKeyId'>

export function makeRoom({ secrets, ...rest }: ReportsDeps): ReportsRoom {
  return { ...rest, cursorKey: secrets.signing('reports-cursor') }
}
