import type { TenantId } from '../../src/base/ids.ts'
import type { Caller, Viewer } from '../../src/domain/catalog/index.ts'
import {
  type Deadline,
  findHits,
  installDeadline,
  type SearchJob,
  type SearchOutcome,
} from '../../src/domain/search/index.ts'
import { parseQuery } from '../../src/domain/search/text/index.ts'
import { openTestStore, type TestStore } from './open-test-store.ts'
import { openShelves, type Shelves } from './shelves.ts'

export type TestSearch = Shelves & {
  store: TestStore
  deadline: Deadline
  /** What a search thread would answer, in this thread. */
  find(viewer: Viewer | TenantId, q: string, part?: Partial<SearchJob>): SearchOutcome
  [Symbol.dispose](): void
}

/** The searching side of the room on a real store: `using search = openTestSearch()`. */
export function openTestSearch(): TestSearch {
  const store = openTestStore()
  const deadline = installDeadline(store.raw)
  return {
    ...openShelves(store, store.clock),
    store,
    deadline,
    find(viewer, q, part = {}) {
      const isTenant = typeof viewer === 'string' && viewer !== 'public'
      const asked = isTenant ? callerOf(viewer) : (viewer as Viewer)
      return findHits(store.db, { ...jobOf(asked, q), ...part })
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

export function callerOf(tenantId: TenantId): Caller {
  return { tenantId, datasetAccess: { mode: 'all_available' } }
}

/** A plain keyword search for ten hits with facets. */
export function jobOf(viewer: Viewer, q: string): SearchJob {
  return {
    ...{ viewer, query: parseQuery(q), filters: {}, sort: 'relevance', limit: 10, offset: 0 },
    ...{ highlight: false, facets: true, snippetMaxChars: undefined },
  }
}

/** The texts of the hits in order. */
export function snippetsOf({ hits }: SearchOutcome): string[] {
  return hits.map(({ snippet }) => snippet)
}
