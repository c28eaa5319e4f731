import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { marketCatalogue } from '../domain/search/index.ts'
import type { VectorThreadData } from '../engine/index.ts'
import * as engine from '../engine/index.ts'
import { connect } from '../store/connect.ts'
import { keepStatements } from '../store/keep-statements.ts'
import { watchStatements } from '../store/slow-statements.ts'

/**
 * The thread that has the embedder and the vectors. It loads both in the background, answers
 * searches by meaning, makes vectors when it is asked for some, and only reads the database: what
 * it made is written down by the other end, engine/threads/vector-thread.ts.
 */
const data = workerData as VectorThreadData
const { file, folder, source, exactMax, snapshotMin, slowMs = 0, isCopy = false } = data
const lookAgainMs = 250
const notYetMs = 20
const tendMs = 15
/** After a disk that was full, or the like: each try writes all vectors. */
const saveAgainMs = 5 * 60_000

let isEnding = false
let notSavedBeforeMs = 0
const startedMs = performance.now()
const { raw, db } = connect(file, 'read')
// It reads everything once and in order: pages kept for a second time are only memory.
raw.pragma('cache_size = -2000')
watchStatements(raw, { slowMs, onSlow: (slow) => tell({ slow }) })
keepStatements(raw)
const deadline = engine.installDeadline(raw)
const snapshot = raw.transaction((run: () => unknown) => run())
const { promise: opened, resolve: noteOpened } = Promise.withResolvers<engine.SemanticSearcher>()

class Late extends Error {
  override readonly name = 'Late'
}

function inSnapshot<T>(run: () => T): T {
  try {
    return snapshot(run) as T
  } catch (error) {
    // Another task may start its own time before this error is looked at.
    throw deadline.isOver() ? new Late() : error
  }
}

function tell(notice: object): void {
  parentPort?.postMessage({ notice })
}

async function begin(): Promise<void> {
  const library = await engine.loadHnsw()
  if (isEnding) return
  const embedder = await engine.openEmbedder(source)
  const searcher = engine.openSemanticSearcher({
    db,
    catalogue: marketCatalogue,
    inSnapshot,
    openModel: engine.openEmbedder,
    target: { embedder, source },
    snapshotMin,
    sentences: engine.sentenceEmbedder(source, embedder),
    openIndex: (model) => indexOf(model, library),
  })
  tell({ name: 'model', card: searcher.card() })
  await searcher.refresh()
  while (!isEnding && (!searcher.space() || !searcher.isRegistered())) {
    await delay(notYetMs)
    await searcher.refresh()
  }
  if (!isCopy) sweep(searcher.modelNos())
  noteOpened(searcher)
  tellReady(searcher)
  while (!isEnding) {
    const isDone = await step(searcher)
    // Without the port there is nothing to wait for.
    await delay(isDone ? lookAgainMs : 0, undefined, { ref: false })
  }
}

function indexOf(
  { modelNo, dimensions }: { modelNo: number; dimensions: number },
  library?: engine.Hnsw,
) {
  const options = { dimensions, library, folder: join(folder, String(modelNo)) }
  return engine.openSavedIndex(exactMax === undefined ? options : { ...options, exactMax })
}

/** Follows the database, makes searches faster, writes snapshots; says whether it can rest. */
async function step(searcher: engine.SemanticSearcher): Promise<boolean> {
  const before = searcher.space()
  await searcher.refresh()
  const space = searcher.space()
  if (!space) return true
  if (space !== before) tellReady(searcher)
  await space.index.loadGraph()
  if (!searcher.follow() || !space.index.buildGraph(tendMs)) return false
  if (isCopy) return true
  // First: what is not needed any more may be what fills the disk.
  space.forgetOldFiles()
  if (performance.now() >= notSavedBeforeMs) await save(space)
  return true
}

/** Without a snapshot the next start only takes longer. */
async function save(space: NonNullable<ReturnType<engine.SemanticSearcher['space']>>) {
  try {
    const generation = await space.saveIfWorthwhile()
    if (generation === undefined) return
    tell({ name: 'snapshot', modelNo: space.model.modelNo, generation })
  } catch (error) {
    notSavedBeforeMs = performance.now() + saveAgainMs
    tell({ name: 'unsaved', reason: (error as Error).message })
  }
}

function tellReady(searcher: engine.SemanticSearcher): void {
  const space = searcher.space()
  if (!space) return
  const { model, nodes, index, embedder } = space
  tell({
    name: 'ready',
    model: model.name,
    modelNo: model.modelNo,
    cutoff: embedder.cutoff,
    passages: nodes.count(),
    index: index.describe(),
    ms: Math.round(performance.now() - startedMs),
  })
}

/** Files of models that nobody uses any more. */
function sweep(modelNos: readonly number[]): void {
  const kept = new Set(modelNos.map(String))
  try {
    for (const name of readdirSync(folder)) {
      if (!kept.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
    }
  } catch {
    // There is no folder yet.
  }
}

type Ask = { id: number; budgetMs: number; task: engine.VectorTask }

async function runTask({ task, budgetMs }: Ask): Promise<unknown> {
  const endMs = performance.now() + budgetMs
  const searcher = await opened
  const startDeadline = () => {
    if (performance.now() > endMs) throw new Late()
    deadline.start(endMs - performance.now())
  }
  if (task.kind === 'embed') return searcher.embed(task)
  if (task.kind === 'meaning') return searcher.meaning(task.job)
  if (task.kind === 'similar') return searcher.similar(task.job, startDeadline)
  const job = task.kind === 'warm' ? { ...engine.anySearch, mode: 'hybrid' as const } : task.job
  return searcher.search(job, startDeadline)
}

parentPort?.on('message', async (ask: Ask | { end: true }) => {
  // Between two steps, never in a call into the graph: that would end the whole process.
  if ('end' in ask) {
    isEnding = true
    return parentPort?.close()
  }
  try {
    parentPort?.postMessage({ id: ask.id, reply: { outcome: await runTask(ask) } })
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const reply = error instanceof Late ? { late: true } : { failure }
    parentPort?.postMessage({ id: ask.id, reply })
  }
})

begin().catch((error: Error) => {
  tell({ name: 'failed', reason: error.message })
  raw.close()
  parentPort?.close()
})
