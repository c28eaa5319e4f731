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

export type SearchDeps = {
  readonly store: { readonly db: Db; readonly write: Write }
  readonly clock: Clock
  readonly engine: Pick<SearchEngine, 'search' | 'suggest' | 'similar' | 'offers' | 'progress'>
  readonly ledger: Pick<
    Ledger,
    'recordSearch' | 'requireAllowance' | 'meterRetrieval' | 'creditsOf'
  >
  readonly settings: SearchSettings
}
