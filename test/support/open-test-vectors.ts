import { join } from 'node:path'
import type { ObjectId, TenantId } from '../../src/base/ids.ts'
import type { Viewer } from '../../src/domain/catalog/index.ts'
import { marketCatalogue } from '../../src/domain/search/index.ts'
import { openEmbedder } from '../../src/engine/embedding/open-embedder.ts'
import {
  type Embedder,
  installDeadline,
  openSemanticSearcher,
  openVectorStore,
  type SearchOutcome,
  type SemanticJob,
  type SemanticSearcherDeps,
} from '../../src/engine/index.ts'
import { loadHnsw } from '../../src/engine/neighbours/hnsw-index.ts'
import { openSavedIndex } from '../../src/engine/neighbours/saved-index.ts'
import { callerOf, jobOf } from './open-test-search.ts'
import { openTestStore, type TestStore } from './open-test-store.ts'
import { openShelves } from './shelves.ts'
import { toyModel } from './toy-model.ts'

export type TestVectors = Awaited<ReturnType<typeof openTestVectors>>

type Options = {
  embedder?: Embedder
  /** Another store than a new one, for what happens after a restart. */
  store?: TestStore
  exactMax?: number
  /** How words and meaning are put together, for measuring. */
  fusion?: SemanticSearcherDeps['fusion']
  /** Where the old model is looked for. */
  openModel?: () => Promise<Embedder>
}

export const sourceOf = (folder: string | null = toyModel()) => ({
  folder,
  queryPrefix: '',
  passagePrefix: '',
  cutoff: null,
})

/** What the thread with the vectors does, in this thread, on a real store. */
export async function openTestVectors(options: Options = {}) {
  const { store = openTestStore(), exactMax = 150_000, openModel } = options
  const source = sourceOf()
  const embedder = options.embedder ?? (await openEmbedder(source))
  const vectorStore = openVectorStore({ store, clock: store.clock })
  const deadline = installDeadline(store.raw)
  const library = await loadHnsw()
  const searcher = openSemanticSearcher({
    db: store.db,
    catalogue: marketCatalogue,
    inSnapshot: (run) => run(),
    target: { embedder, source },
    openModel: openModel ?? (() => Promise.reject(new Error('no such model'))),
    sentences: embedder,
    fusion: options.fusion,
    openIndex: ({ modelNo, dimensions }) =>
      openSavedIndex({
        dimensions,
        library,
        exactMax,
        folder: join(store.dir, 'vectors', String(modelNo)),
      }),
  })
  await vectorStore.register(searcher.card())
  await searcher.refresh()

  /** Makes the vectors that are missing, and goes on with those of the model that serves then. */
  async function embedAll(limit = 64): Promise<number> {
    let count = 0
    for (let made = await searcher.embed({ limit }); made; made = await searcher.embed({ limit })) {
      count += made.vectors.length
      await vectorStore.keep(made)
    }
    await searcher.refresh()
    return count
  }

  async function find(
    viewer: Viewer | TenantId,
    q: string,
    part: Partial<SemanticJob> = {},
  ): Promise<SearchOutcome> {
    const who = typeof viewer === 'string' && viewer !== 'public' ? callerOf(viewer) : viewer
    const job = { ...jobOf(who as Viewer, q), mode: 'semantic' as const, limit: 100, ...part }
    return searcher.search(job, () => {})
  }

  return {
    ...openShelves(store, store.clock),
    store,
    searcher,
    vectorStore,
    deadline,
    embedAll,
    find,
    async similar(viewer: TenantId, objectId: ObjectId): Promise<SearchOutcome> {
      const { query: _, ...job } = { ...jobOf(callerOf(viewer), 'a'), limit: 100 }
      return searcher.similar({ ...job, objectId }, () => {})
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

export function textsOf({ hits }: SearchOutcome): string[] {
  return hits.map(({ snippet }) => snippet)
}
