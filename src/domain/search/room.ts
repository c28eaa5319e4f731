import type { Clock } from '../../base/clock.ts'
import type { SearchEngine, SearchMode } from '../../engine/index.ts'
import type { Db, Write } from '../../store/tx.ts'
import type { Ledger } from '../ledger/index.ts'

export type SearchSettings = {
  /** Whether open listed data can be searched without a credential. */
  readonly publicSearch: boolean
  /** The mode of a search that names none; keyword when left out. */
  readonly searchMode?: SearchMode | undefined
}

/** How a search node does, as the server last saw it. */
export type SearchNodeReport = {
  readonly url: string
  /** Whether searches are sent to it. */
  readonly isUp: boolean
  /** What it last said of itself; undefined: it has not been heard of. */
  readonly state:
    | {
        readonly state: 'loading' | 'ready' | 'cut off'
        /** Since it last knew that it had everything; null: never. */
        readonly lagMs: number | null
        readonly passages: number
      }
    | undefined
  /** Why it is left out. */
  readonly trouble: string | undefined
  /** Searches since the start of this server. */
  readonly searches: number
  readonly declined: number
  readonly failures: number
}

export type SearchDeps = {
  readonly store: { readonly db: Db; readonly write: Write }
  readonly clock: Clock
  readonly engine: Pick<SearchEngine, 'search' | 'suggest' | 'similar' | 'offers' | 'progress'>
  readonly ledger: Pick<
    Ledger,
    'recordSearch' | 'requireAllowance' | 'meterRetrieval' | 'creditsOf' | 'budgetLeft'
  >
  readonly settings: SearchSettings
  /** The search nodes of the settings; left out: there is none. */
  readonly searchNodes?: () => readonly SearchNodeReport[]
}
