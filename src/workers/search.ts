import { parentPort, workerData } from 'node:worker_threads'
import { marketCatalogue } from '../domain/search/index.ts'
import { installDeadline, openSearcher, type SearchTask } from '../engine/index.ts'
import { connect } from '../store/connect.ts'
import { keepStatements } from '../store/keep-statements.ts'
import { watchStatements } from '../store/slow-statements.ts'

/**
 * A thread that searches: a reading connection, the deadline, one task after the other, each on
 * one snapshot. The other end is engine/threads/search-thread.ts.
 */
const { file, slowMs = 0 } = workerData as { file: string; slowMs?: number }
const { raw, db } = connect(file, 'read')
watchStatements(raw, { slowMs, onSlow: (notice) => parentPort?.postMessage({ notice }) })
keepStatements(raw)
const deadline = installDeadline(raw)
const searcher = openSearcher(db, { catalogue: marketCatalogue })
const inSnapshot = raw.transaction((task: SearchTask) => {
  searcher.catchUp({ limit: Number.MAX_SAFE_INTEGER })
  return searcher.run(task)
})

type Ask = { id: number; budgetMs: number; task: SearchTask }

parentPort?.on('message', ({ id, budgetMs, task }: Ask) => {
  try {
    deadline.start(budgetMs)
    parentPort?.postMessage({ id, reply: { outcome: inSnapshot(task) } })
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    parentPort?.postMessage({ id, reply: deadline.isOver() ? { late: true } : { failure } })
  }
})
