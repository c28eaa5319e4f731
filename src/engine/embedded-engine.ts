import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import type { Clock } from '../base/clock.ts'
import { entryUrl } from '../base/entry.ts'
import { Saturated } from '../base/errors.ts'
import type { SlowWatch } from '../base/slow-watch.ts'
import type { RoomStore } from '../store/tx.ts'
import type { Catalogue } from './catalogue.ts'
import { hasPassages } from './documents/queries.ts'
import { keepOutcomes } from './kept-outcomes.ts'
import type { SearchMode } from './outcome.ts'
import {
  filtersElsewhere,
  mayBeProposed,
  type Proposals,
  type Proposed,
} from './outside/proposals.ts'
import type { Found, SearchEngine, SearchOutcome, Suggestions } from './port.ts'
import type { HotState, HotThread } from './threads/hot-thread.ts'
import { openHotThreads } from './threads/hot-threads.ts'
import type { SearchJob, SearchTask, SuggestJob } from './threads/tasks.ts'
import { openThreadPool } from './threads/thread-pool.ts'
import { openVectorThread, type VectorThreadOptions } from './threads/vector-thread.ts'
import { openVectorStore } from './vectors/keep-vectors.ts'
import { vectorProgress } from './vectors/vector-progress.ts'

export type EmbeddedEngine = SearchEngine &
  AsyncDisposable & {
    /**
     * Starts the threads and fills the memory; settles when searches in every mode are answered.
     * Throws Saturated when that takes too long: then it can be called again.
     */
    start(): Promise<void>
    /** Whether nothing is there yet that could be found. */
    isEmpty(): boolean
    /** Whether a search in this mode is answered in it now. */
    isReady(mode: SearchMode): boolean
  }

type Options = KeywordOptions & {
  store: RoomStore
  clock: Clock
  /** Where the vectors come from and lie; undefined: no model, and no search by meaning. */
  vectors: Pick<VectorThreadOptions, 'folder' | 'source' | 'onState' | 'onProblem'> | undefined
  /** An index elsewhere, which knows what is near in a part of the passages. */
  proposals?: Proposals | undefined
  /** False: the vectors come from elsewhere, and nobody waits for them at the start. */
  makesVectors?: boolean
  /** Where it is known here when sight changes, what was found by keywords is kept until then. */
  catalogue?: Pick<Catalogue, 'changeOf'>
}

/**
 * The engine inside the serving process: threads that read the database on connections of their
 * own. Keywords are searched for by workers/hot.ts or workers/search.ts, meaning by
 * workers/vector.ts. The main thread writes down the vectors that are made.
 */
export function openEmbeddedEngine(options: Options): EmbeddedEngine {
  const { store, clock, file, timeLimitMs, slow, proposals, catalogue } = options
  const { makesVectors = true } = options
  const keywords = openKeywordEngine(options)
  const byWords = catalogue
    ? keepOutcomes({ db: store.db, catalogue, search: keywords.search })
    : keywords.search
  const vectors =
    options.vectors &&
    openVectorThread({
      ...options.vectors,
      file,
      timeLimitMs,
      slow,
      threads: copiesOf(options),
      makesVectors,
      vectorStore: openVectorStore({ store, clock }),
    })

  async function proposedFor(job: SearchJob): Promise<Proposed | undefined> {
    const { query, filters, visibility } = job
    if (!proposals?.isReady() || !vectors?.isReady()) return undefined
    if (visibility === 'public' || !mayBeProposed(job)) return undefined
    const meant = await vectors.meaning({ query })
    return meant && proposals.propose({ ...meant, filters: filtersElsewhere(filters), visibility })
  }

  const search: SearchEngine['search'] = async ({ mode, query, filters }, visibility, page) => {
    const job = { ...page, visibility, query, filters }
    const byKeywords = async (): Promise<Found> => {
      return { outcome: await byWords(job), mode: 'keyword' }
    }
    if (mode === 'keyword') return byKeywords()
    assert(vectors, 'whoever asks for a mode has looked whether it is offered')
    if (mode === 'hybrid' && !vectors.isReady()) return byKeywords()
    try {
      const proposed = await proposedFor(job)
      return { outcome: await vectors.search({ ...job, mode, proposed }), mode }
    } catch (error) {
      const isAway = error instanceof Saturated && !vectors.isReady()
      if (mode === 'hybrid' && isAway) return byKeywords()
      throw error
    }
  }

  async function close(): Promise<void> {
    await vectors?.[Symbol.asyncDispose]()
    await keywords[Symbol.asyncDispose]()
  }

  return {
    search,
    suggest: ({ q }, visibility, { limit }) => keywords.suggest({ visibility, q, limit }),
    similar({ objectId, filters }, visibility, page) {
      assert(vectors, 'whoever asks for what is similar has looked whether it is offered')
      return vectors.similar({ ...page, visibility, objectId, filters })
    },
    offers: (mode) => mode === 'keyword' || vectors !== undefined,
    apply: async () => vectors?.settle(),
    progress: () => vectorProgress(store.db),
    async start() {
      if (!makesVectors) vectors?.start()
      await Promise.all([keywords.start(), makesVectors && vectors?.warm()])
    },
    isEmpty: () => !hasPassages(store.db),
    isReady: (mode) => mode === 'keyword' || vectors?.isReady() === true,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** What has all in memory is worth it only where there is a processor for it. */
function copiesOf({ threads }: { threads: number }): number {
  return Math.min(threads, availableParallelism())
}

export type KeywordOptions = Omit<KeywordThreadsOptions, 'hot'> & {
  /** For the keywords in memory; 0: none. */
  memoryMb: number
  onKeywords(state: HotState): void
}

/**
 * FTS5 in a pool of threads, and beside it threads that have the keywords in memory and are asked
 * first: one, and where searches wait for others as many as there are threads, and memory. They
 * are started late: a command that searches nothing needs none.
 */
export function openKeywordEngine({ memoryMb, onKeywords, ...options }: KeywordOptions) {
  let hot: ReturnType<typeof openHotThreads> | undefined
  let closed = false
  const threads = openKeywordThreads({
    ...options,
    hot: { ask: async (task, budgetMs) => hot?.ask(task, budgetMs) },
  })
  return {
    search: threads.search,
    suggest: threads.suggest,
    async start() {
      // First the threads that answer, so that they need not share the processor with it.
      await threads.warm()
      if (memoryMb > 0 && !closed) {
        const { file, slow } = options
        const copies = copiesOf(options)
        hot ??= openHotThreads({ file, slow, memoryMb, copies, onState: onKeywords })
      }
    },
    async [Symbol.asyncDispose]() {
      closed = true
      await hot?.[Symbol.asyncDispose]()
      await threads[Symbol.asyncDispose]()
    },
  }
}

export type KeywordThreadsOptions = {
  /** The database; each thread reads it on a connection of its own. */
  file: string
  threads: number
  /** From the arrival of a search to its answer, waiting included. */
  timeLimitMs: number
  queueMax?: number
  /** Is told of SQL that takes long. */
  slow?: SlowWatch | undefined
  /** The thread that has the keywords in memory; it is asked first. */
  hot?: Pick<HotThread, 'ask'> | undefined
  /** Another program for the threads, in tests. */
  entry?: URL
}

const queueMaxDefault = 64
/** However many passages there are, and however busy the machine is. */
const warmMaxMs = 10 * 60_000

/**
 * Threads that search with FTS5, and before them the one that has the keywords in memory. What
 * that one leaves, they answer in the time that is left. Throws Saturated.
 */
export function openKeywordThreads(options: KeywordThreadsOptions) {
  const { file, threads, timeLimitMs, hot, slow } = options
  const { queueMax = queueMaxDefault, entry = entryUrl('search') } = options
  const pool = openThreadPool({ file, threads, queueMax, entry, slow })

  async function run(task: SearchTask): Promise<unknown> {
    const endMs = performance.now() + timeLimitMs
    const reply = await hot?.ask(task, timeLimitMs)
    if (reply && 'outcome' in reply) return reply.outcome
    if (reply && 'failure' in reply) throw new Error(`search thread: ${reply.failure}`)
    return pool.run(task, endMs)
  }

  return {
    search: (job: SearchJob) => run({ kind: 'search', job }) as Promise<SearchOutcome>,
    suggest: (job: SuggestJob) => run({ kind: 'suggest', job }) as Promise<Suggestions>,
    /** Starts one of them, so that the first search does not wait for that. Throws Saturated. */
    warm: () => pool.run({ kind: 'warm' }, performance.now() + warmMaxMs),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
}
