import type { Clock } from '../../base/clock.ts'
import type { Cents } from '../../base/money.ts'
import type { openTurnsByName } from '../../base/turns.ts'
import type { Db, Write } from '../../store/tx.ts'
import type { BlobStore } from '../catalog/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Search } from '../search/index.ts'
import type { ClipCutter } from './ports.ts'

export type DeliverySettings = {
  /** What absolute links start with. */
  readonly baseUrl: () => string
  /** Price of a whole file where the dataset names none. */
  readonly downloadPriceCents: Cents
  /** The largest file that a link delivers; 0 is no limit. */
  readonly downloadLimitBytes: number
}

export type DeliveryDeps = {
  readonly store: { readonly db: Db; readonly write: Write }
  readonly clock: Clock
  readonly blobs: Pick<BlobStore, 'open' | 'local' | 'lend'>
  readonly clips: ClipCutter
  readonly identity: Pick<Identity, 'standingOfKey' | 'mayUser'>
  readonly ledger: Pick<
    Ledger,
    | 'creditsOf'
    | 'requireAllowance'
    | 'requireFunds'
    | 'budgetLeft'
    | 'rateCard'
    | 'countPayingBuyers'
    | 'chargeDownload'
  >
  /** Whether a search_id is the caller's own. */
  readonly search: Pick<Search, 'findSearch'>
  readonly settings: DeliverySettings
}

/** What the commands of this room share. */
export type DeliveryRoom = DeliveryDeps & {
  /** A link whose clip is being cut is not cut once more meanwhile. */
  readonly inTurnOf: ReturnType<typeof openTurnsByName>
  /** Deliveries that an earlier process left without an end were cut off by its end. */
  readonly openedAtMs: number
  /** Ends of deliveries that are being written down. */
  readonly ending: Set<Promise<void>>
  /** Set once the server stops waiting for clients: who loses its connection then did not leave. */
  cutsOff: boolean
}
