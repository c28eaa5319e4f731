import { parentPort, workerData } from 'node:worker_threads'
import { keepStatements } from '../adapters/keep-statements.ts'
import { openKeywordFlexsearch } from '../adapters/keyword-flexsearch.ts'
import { installDeadline, openFinder, type SearchTask } from '../domain/search/index.ts'
import { connect } from '../store/connect.ts'

/**
 * The thread that keeps the keywords in memory. It fills them from the database in steps, and then
 * follows every change. Before it answers it takes in what is new; when that is too much at once,
 * or while it fills, it declines and FTS5 answers. The other end is adapters/hot-thread.ts.
 */
const { file, memoryMb } = workerData as { file: string; memoryMb: number }
const mib = 1024 * 1024
const fillStep = 1_000
/** What is taken in before an answer, or while tasks may come: they wait no longer than this. */
const followStep = 100
const lookAgainMs = 250

const { raw, db } = connect(file, 'read')
keepStatements(raw)
const deadline = installDeadline(raw)
const memory = openKeywordFlexsearch()
const finder = openFinder(db, { memory })
const startedMs = performance.now()
let ready = false

const takeInSome = raw.transaction(() => finder.catchUp({ limit: ready ? followStep : fillStep }))
const answer = raw.transaction((task: SearchTask) => {
  const current = finder.catchUp({ limit: followStep })
  return current ? { outcome: finder.carryOut(task) } : { declined: true }
})

type Ask = { id: number; budgetMs: number; task: SearchTask }

parentPort?.on('message', ({ id, budgetMs, task }: Ask) => {
  try {
    deadline.start(budgetMs)
    parentPort?.postMessage({ id, reply: answer(task) })
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    parentPort?.postMessage({ id, reply: deadline.isOver() ? { late: true } : { failure } })
  }
})

function step(): void {
  deadline.start(Number.POSITIVE_INFINITY)
  const current = takeInSome()
  const sizeMb = Math.round(memory.sizeBytes() / mib)
  const passages = finder.passages()
  if (sizeMb > memoryMb) {
    parentPort?.postMessage({ notice: { name: 'over budget', passages, sizeMb } })
    raw.close()
    parentPort?.close()
    return
  }
  if (current && !ready) {
    ready = true
    finder.carryOut({ kind: 'warm' })
    const ms = Math.round(performance.now() - startedMs)
    parentPort?.postMessage({ notice: { name: 'ready', passages, sizeMb, ms } })
  }
  setTimeout(step, current ? lookAgainMs : 0)
}

step()
