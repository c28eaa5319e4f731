import { setTimeout as delay } from 'node:timers/promises'
import { entryUrl } from '../../base/entry.ts'
import type { SlowStatement, SlowWatch } from '../../base/slow-watch.ts'
import type { ModelCard, ModelSource } from '../embedding/embedder.ts'
import type { Meant } from '../outside/proposals.ts'
import type { SearchOutcome } from '../port.ts'
import type { MadeVectors, VectorStore } from '../vectors/vector-store.ts'
import { openBackoff } from './restart-backoff.ts'
import { openSearchThread, type SearchThread } from './search-thread.ts'
import type { MeaningJob, SemanticJob, SimilarJob, VectorTask } from './tasks.ts'
import { tooBusy, tooSlow } from './thread-pool.ts'

/** What the thread is told when it begins. */
export type VectorThreadData = {
  readonly file: string
  /** For snapshots. */
  readonly folder: string
  readonly source: ModelSource
  /** Sets up to this size are compared one by one. */
  readonly exactMax?: number | undefined
  /** From so many passages on there are snapshots. */
  readonly snapshotMin?: number | undefined
  readonly slowMs?: number | undefined
  /** Beside another one, which alone writes and removes snapshots. */
  readonly isCopy?: boolean | undefined
}

/** Not started yet, loading, answering, dead for now, or unable to begin at all. */
export type VectorState =
  | { name: 'idle' | 'loading' }
  | { name: 'ready'; model: string; modelNo: number; passages: number; index: string; ms: number }
  | { name: 'dead' | 'failed'; reason: string }

/** Searches by meaning. Throws Saturated when it cannot answer in time, or not now. */
export type VectorThread = AsyncDisposable & {
  search(job: SemanticJob): Promise<SearchOutcome>
  similar(job: SimilarJob): Promise<SearchOutcome>
  /** What the words of a query mean; undefined: nothing. */
  meaning(job: MeaningJob): Promise<Meant | undefined>
  /** Whether an answer can be expected soon. */
  isReady(): boolean
  start(): void
  /**
   * Starts it; settles when a search has been answered, and also when it cannot begin at all: then
   * the keywords answer alone. Throws Saturated when the answer does not come in time.
   */
  warm(): Promise<void>
  state(): VectorState
  /** Settles when every passage has its vector and nothing old is left. */
  settle(): Promise<void>
}

export type VectorThreadOptions = Omit<VectorThreadData, 'slowMs' | 'isCopy'> & {
  /** At most so many threads answer; one when left out. */
  threads?: number | undefined
  /** Is told of SQL that takes long. */
  slow?: SlowWatch | undefined
  timeLimitMs: number
  vectorStore: VectorStore
  /** False: others make them, and snapshots too; here they are only read. */
  makesVectors?: boolean
  onState(state: VectorState): void
  onProblem(error: unknown): void
  entry?: URL
}

type Notice =
  | VectorState
  | { name: 'model'; card: ModelCard }
  | { name: 'snapshot'; modelNo: number; generation: string }
  | { name: 'unsaved'; reason: string }
  | { slow: SlowStatement }

const waitingMax = 64
/** Whoever comes would wait for others: then one more thread is worth its memory. */
const waitingWorth = 2
/** Each thread has all vectors; with so many (some 150 MB of them) it stays alone. */
const copyPassagesMax = 250_000
const embedLimit = 64
const lookEveryMs = 300
/** Whether it has begun. */
const lookAgainMs = 10
/** After the disk was full, or the like. */
const afterTroubleMs = 5_000
const embedBudgetMs = 10 * 60_000
/** A thread that is so late after its time is given up: nothing can interrupt it. */
const hungMs = 30_000
/**
 * A step of what it does takes milliseconds; one that hangs is ended from outside. But on a busy
 * machine it takes seconds to begin, and what ends it while it loads the graph's compiled code
 * ends the whole process (napi_throw, SIGABRT).
 */
const endsWithinMs = 30_000
/** Vectors lie outside of the heap. */
const heapMaxMb = 1024

/**
 * The thread that has the embedder and the vectors, and the pump that has it make vectors of new
 * passages and writes them down. Where searches wait for others, and memory allows, more threads
 * have the same and answer alone. The death of one is no error: it is started again.
 */
export function openVectorThread(options: VectorThreadOptions): VectorThread {
  const { timeLimitMs, vectorStore, onProblem, makesVectors = true } = options
  const kept = openKeptThread(options, { isCopy: !makesVectors })
  const { start, state } = kept
  const all = openCopies(options, kept)
  let closed = false

  async function ask(task: VectorTask): Promise<unknown> {
    start()
    const asked = all.freest()
    const thread = asked.thread()
    if (!thread?.isAlive() || asked.state().name === 'failed') throw tooBusy()
    if (asked.waiting >= waitingMax) throw tooBusy()
    asked.waiting += 1
    const onEnd = () => (asked.waiting -= 1)
    const reply = await repliedInTime(thread, { task, timeLimitMs, onEnd })
    if ('outcome' in reply) {
      asked.noteLife()
      return reply.outcome
    }
    if ('failure' in reply) throw new Error(`vector thread: ${reply.failure}`)
    throw 'late' in reply ? tooSlow() : tooBusy()
  }

  const isReady = () => state().name === 'ready'
  const pump = openPump({
    vectorStore,
    isReady,
    onProblem,
    async next() {
      const thread = kept.thread()
      if (!isReady() || !thread) return null
      const reply = await thread.ask({ kind: 'embed', limit: embedLimit }, embedBudgetMs)
      if ('failure' in reply) throw new Error(`vector thread: ${reply.failure}`)
      return 'outcome' in reply ? (reply.outcome as MadeVectors | null) : null
    },
  })

  function begin(): void {
    start()
    if (makesVectors) pump.start()
  }
  const isOnItsWay = () => !closed && (state().name === 'loading' || state().name === 'dead')

  return {
    state,
    isReady,
    start: begin,
    async warm() {
      begin()
      while (isOnItsWay()) await delay(lookAgainMs, undefined, { ref: false })
      if (isReady()) await ask({ kind: 'warm' })
    },
    search: (job) => ask({ kind: 'semantic', job }) as Promise<SearchOutcome>,
    similar: (job) => ask({ kind: 'similar', job }) as Promise<SearchOutcome>,
    meaning: (job) => ask({ kind: 'meaning', job }) as Promise<Meant | undefined>,
    async settle() {
      begin()
      const isMaking = () => makesVectors && isReady() && !pump.isIdle()
      while (isOnItsWay() || isMaking()) await delay(lookAgainMs)
    },
    async [Symbol.asyncDispose]() {
      closed = true
      await Promise.all([all.close(), pump[Symbol.asyncDispose]()])
    },
  }
}

/** What answers beside the one that is asked first: none, until searches wait for others. */
function openCopies(options: VectorThreadOptions, first: KeptThread) {
  const copiesMax = (options.threads ?? 1) - 1
  const copies: KeptThread[] = []
  let closed = false

  function startOneMore(): void {
    const now = first.state()
    if (closed || copies.length >= copiesMax || now.name !== 'ready') return
    if (now.passages > copyPassagesMax) return
    const copy = openKeptThread({ ...options, onState: () => undefined }, { isCopy: true })
    copies.push(copy)
    copy.start()
  }

  return {
    /** Who has least to do of those that can answer. */
    freest(): KeptThread {
      const ready = copies.filter((one) => one.state().name === 'ready' && one.thread()?.isAlive())
      const [free = first] = [first, ...ready].sort((a, b) => a.waiting - b.waiting)
      if (free.waiting >= waitingWorth) startOneMore()
      return free
    },
    async close(): Promise<void> {
      closed = true
      await Promise.all([first, ...copies].map((one) => one.close()))
    },
  }
}

type KeptThread = ReturnType<typeof openKeptThread>

type Asked = { task: VectorTask; timeLimitMs: number; onEnd(): void }

/** What the thread replied, or that it is late: then it is left to itself, and given up later. */
async function repliedInTime(thread: SearchThread, { task, timeLimitMs, onEnd }: Asked) {
  const hung = setTimeout(() => void thread.close(), timeLimitMs + hungMs).unref()
  const answered = thread.ask(task, timeLimitMs).finally(() => {
    clearTimeout(hung)
    onEnd()
  })
  const { promise: late, resolve } = Promise.withResolvers<{ late: true }>()
  const limit = setTimeout(() => resolve({ late: true }), timeLimitMs)
  const reply = await Promise.race([answered, late])
  clearTimeout(limit)
  return reply
}

/** The thread, started again when it dies, and what it says of itself. */
function openKeptThread(options: VectorThreadOptions, { isCopy = false } = {}) {
  const { vectorStore, onState, onProblem, entry = entryUrl('vector') } = options
  const { file, folder, source, exactMax, snapshotMin } = options
  const slowMs = options.slow?.slowMs ?? 0
  let state: VectorState = { name: 'idle' }
  let thread: SearchThread | undefined
  let closed = false
  const brake = openBackoff(() => {
    if (state.name === 'dead') start()
  })

  function enter(next: VectorState): void {
    state = next
    if (!closed) onState(next)
  }

  function hear(notice: Notice): void {
    if ('slow' in notice) options.slow?.onSlow(notice.slow)
    else if (isCopy && notice.name === 'model') return
    else if (notice.name === 'model') void noted(vectorStore.register(notice.card))
    else if (notice.name === 'snapshot') void noted(vectorStore.noteSnapshot(notice))
    else if (notice.name === 'unsaved') onProblem(new Error(`a snapshot: ${notice.reason}`))
    else enter(notice)
  }

  const noted = (writing: Promise<void>) => writing.catch(onProblem)

  function start(): void {
    if (closed || thread?.isAlive() || brake.isOn() || state.name === 'failed') return
    enter({ name: 'loading' })
    thread = openSearchThread({
      entry,
      heapMaxMb,
      workerData: { file, folder, source, exactMax, snapshotMin, slowMs, isCopy },
      endsWithinMs,
      onNotice: (notice) => hear(notice as Notice),
      onDeath(reason) {
        if (closed || state.name === 'failed') return
        enter({ name: 'dead', reason: reason?.message ?? 'ended' })
        brake.noteDeath()
      },
    })
  }

  return {
    /** How many tasks it has. */
    waiting: 0,
    start,
    thread: () => thread,
    state: () => state,
    noteLife: () => brake.noteLife(),
    async close() {
      closed = true
      brake.pull()
      await thread?.close()
    },
  }
}

type Pump = {
  vectorStore: VectorStore
  /** Vectors that should be written down; null: there are none. */
  next(): Promise<MadeVectors | null>
  isReady(): boolean
  onProblem(error: unknown): void
}

/** Told, and over with: these passages are not given to the model again. */
class PassagesRefused extends Error {
  override readonly name = 'PassagesRefused'
  constructor(count: number, { passageNo, reason }: MadeVectors['refused'][number]) {
    const which = count === 1 ? 'passage' : `${count} passages, the first`
    super(`the embedding model cannot take ${which} no. ${passageNo} (words find it): ${reason}`)
  }
}

/** Looks for passages without a vector when one came, and writes down what is made of them. */
function openPump({ vectorStore, next, isReady, onProblem }: Pump) {
  let seen: number | undefined
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let restUntilMs = 0

  async function run(): Promise<void> {
    const change = vectorStore.lastChange()
    for (let made = await next(); made && !closed; made = await next()) {
      await vectorStore.keep(made)
      const [first] = made.refused
      if (first) onProblem(new PassagesRefused(made.refused.length, first))
    }
    while (!closed && (await vectorStore.forgetOld()));
    seen = change
  }

  function look(): void {
    if (running || closed || !isReady() || performance.now() < restUntilMs) return
    if (seen === vectorStore.lastChange()) return
    running = run()
      .catch((error) => {
        restUntilMs = performance.now() + afterTroubleMs
        if (!closed) onProblem(error)
      })
      .finally(() => {
        running = undefined
      })
  }

  return {
    start() {
      timer ??= setInterval(look, lookEveryMs).unref()
    },
    isIdle() {
      look()
      return !running && seen === vectorStore.lastChange()
    },
    async [Symbol.asyncDispose]() {
      closed = true
      clearInterval(timer)
      await running
    },
  }
}
