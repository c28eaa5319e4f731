import type { TenantId } from '../../src/base/ids.ts'
import type { Caller, Viewer } from '../../src/domain/catalog/index.ts'
import type { Suggestions } from '../../src/domain/search/index.ts'
import { marketCatalogue } from '../../src/domain/search/index.ts'
import {
  type Deadline,
  installDeadline,
  type MemoryIndex,
  openSearcher,
  type SearchJob,
  type SearchOutcome,
} from '../../src/engine/index.ts'
import { parseQuery } from '../../src/engine/query/parse-query.ts'
import { openTestStore, type TestStore } from './open-test-store.ts'
import { openShelves, type Shelves } from './shelves.ts'

export type TestSearch = Shelves & {
  store: TestStore
  deadline: Deadline
  /** What a search thread would answer, in this thread. */
  find(viewer: Viewer | TenantId, q: string, part?: Partial<SearchJob>): SearchOutcome
  suggest(viewer: Viewer | TenantId, q: string, limit?: number): Suggestions
  [Symbol.dispose](): void
}

/** The searching side of the room on a real store: `using search = openTestSearch()`. */
export function openTestSearch(engine: { memory?: MemoryIndex } = {}): TestSearch {
  const store = openTestStore()
  const deadline = installDeadline(store.raw)
  const finder = openSearcher(store.db, { ...engine, catalogue: marketCatalogue })
  return {
    ...openShelves(store, store.clock),
    store,
    deadline,
    find(viewer, q, part = {}) {
      finder.catchUp({ limit: Number.MAX_SAFE_INTEGER })
      return finder.find({ ...jobOf(viewerOf(viewer), q), ...part })
    },
    suggest(viewer, q, limit = 8) {
      finder.catchUp({ limit: Number.MAX_SAFE_INTEGER })
      return finder.suggest({ visibility: viewerOf(viewer), q, limit })
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

function viewerOf(viewer: Viewer | TenantId): Viewer {
  return typeof viewer === 'string' && viewer !== 'public' ? callerOf(viewer) : (viewer as Viewer)
}

export function callerOf(tenantId: TenantId): Caller {
  return { tenantId, datasetAccess: { mode: 'all_available' } }
}

/** A plain keyword search for ten hits with facets. */
export function jobOf(viewer: Viewer, q: string): SearchJob {
  return {
    visibility: viewer,
    query: parseQuery(q),
    filters: {},
    sort: 'relevance',
    limit: 10,
    offset: 0,
    highlight: false,
    facets: true,
    snippetMaxChars: undefined,
  }
}

/** The texts of the hits in order. */
export function snippetsOf({ hits }: SearchOutcome): string[] {
  return hits.map(({ snippet }) => snippet)
}
