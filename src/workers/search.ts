import { parentPort, workerData } from 'node:worker_threads'
import { findHits, installDeadline, type SearchJob } from '../domain/search/index.ts'
import { connect } from '../store/connect.ts'

/**
 * A thread that searches: a reading connection, the deadline, one search after the other, each on
 * one snapshot. The other end is adapters/search-thread.ts.
 */
const { file } = workerData as { file: string }
const { raw, db } = connect(file, 'read')
const deadline = installDeadline(raw)
const searchSnapshot = raw.transaction((job: SearchJob) => findHits(db, job))

type Ask = { budgetMs: number; job: SearchJob }

parentPort?.on('message', ({ budgetMs, job }: Ask) => {
  try {
    deadline.start(budgetMs)
    parentPort?.postMessage({ outcome: searchSnapshot(job) })
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error)
    parentPort?.postMessage(deadline.isOver() ? { late: true } : { failure })
  }
})
