import { parentPort, workerData } from 'node:worker_threads'
import { marketCatalogue } from '../domain/search/index.ts'
import type { HotData, HotState } from '../engine/index.ts'
import {
  countPassages,
  installDeadline,
  noLimit,
  openMemoryIndex,
  openSearcher,
  type SearchTask,
} from '../engine/index.ts'
import { connect } from '../store/connect.ts'
import { keepStatements } from '../store/keep-statements.ts'
import { watchStatements } from '../store/slow-statements.ts'

/**
 * The thread that keeps the keywords in memory. It fills them from the lists of FTS5, and then
 * follows every change. Before it answers it takes in what is new; when that is too much at once,
 * or while it fills, it declines and FTS5 answers. The other end is engine/threads/hot-thread.ts.
 */
const { file, memoryMb, tooMany, lookAgainMs, slowMs } = workerData as HotData
const mib = 1024 * 1024
/** What is taken in before an answer, or while tasks may come: they wait no longer than this. */
const followStep = 100
const lessShare = 0.95

const { raw, db } = connect(file, 'read')
// It reads everything once and in order: pages kept for a second time are only memory.
raw.pragma('cache_size = -2000')
watchStatements(raw, { slowMs, onSlow: (slow) => parentPort?.postMessage({ notice: { slow } }) })
keepStatements(raw)
const deadline = installDeadline(raw)
const memory = openMemoryIndex()
const searcher = openSearcher(db, { catalogue: marketCatalogue, memory })

const fill = raw.transaction(() => searcher.catchUp({ limit: noLimit, mayGoOn: fits }))
const takeInSome = raw.transaction(() => searcher.catchUp({ limit: followStep }))
const searchIfCurrent = raw.transaction((task: SearchTask) => {
  const current = searcher.catchUp({ limit: followStep })
  return current ? { outcome: searcher.run(task) } : { declined: true }
})

type Ask = { id: number; budgetMs: number; task: SearchTask }

parentPort?.on('message', ({ id, budgetMs, task }: Ask) => {
  try {
    deadline.start(budgetMs)
    parentPort?.postMessage({ id, reply: searchIfCurrent(task) })
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    parentPort?.postMessage({ id, reply: deadline.isOver() ? { late: true } : { failure } })
  }
})

/** How much it had in memory when that was looked at last. */
let held = { passages: tooMany, sizeMb: 0 }

/** The heap has room for the budget and, for a moment, for as much again (hot-thread.ts). */
function fits(bytesAhead = 0): boolean {
  const bytes = Math.max(memory.sizeBytes(), bytesAhead)
  held = { passages: searcher.passages(), sizeMb: Math.round(bytes / mib) }
  return held.sizeMb <= memoryMb
}

function tell(notice: HotState): void {
  parentPort?.postMessage({ notice })
}

function step(): void {
  deadline.start(Number.POSITIVE_INFINITY)
  const current = searcher.isEmpty() ? fillAnew() : takeInSome()
  if (current) fits()
  if (held.sizeMb > memoryMb) giveUp()
  else setTimeout(step, current ? pauseMs() : 0)
}

/** Documents that come one after the other shall not wait for a search to be taken in. */
const busyForMs = 1_000
const busyShare = 0.2
let known = { passages: 0, sinceMs: Number.NEGATIVE_INFINITY }

function pauseMs(): number {
  const [passages, nowMs] = [searcher.passages(), performance.now()]
  if (passages !== known.passages) known = { passages, sinceMs: nowMs }
  return nowMs - known.sinceMs < busyForMs ? lookAgainMs * busyShare : lookAgainMs
}

function giveUp(): void {
  tell({ name: 'over budget', ...held })
  raw.close()
  parentPort?.close()
}

/** What it is asked meanwhile waits, so it says beforehand that it cannot be asked. */
function fillAnew(): boolean {
  const startedMs = performance.now()
  tell({ name: 'filling' })
  if (!fill() || !fits()) return false
  searcher.run({ kind: 'warm' })
  tell({ name: 'ready', ...held, ms: Math.round(performance.now() - startedMs) })
  return true
}

/** What did not fit the last time is not tried again before it has become less. */
if (tooMany > 0 && countPassages(db) > tooMany * lessShare) giveUp()
else step()
