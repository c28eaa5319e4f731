import { parentPort, workerData } from 'node:worker_threads'
import type { LogState, Task } from '../adapters/checkpoints.ts'
import { isFailedSync } from '../base/durable.ts'
import { connect } from '../store/connect.ts'

/**
 * Copies the write-ahead log into the database when it is asked to. PASSIVE never blocks the
 * writer; it does what it can and comes back. RESTART has the next transaction begin the log anew,
 * if all that still read from it end within a moment.
 */
const { file, readersMs } = workerData as { file: string; readersMs: number }

const { raw } = connect(file, 'write')
raw.pragma('wal_autocheckpoint = 0')
raw.pragma(`busy_timeout = ${readersMs}`)
const pageBytes = raw.pragma('page_size', { simple: true }) as number

parentPort?.on('message', (task: Task | 'stop') => {
  if (task !== 'stop') return void parentPort?.postMessage(runTask(task))
  raw.close()
  parentPort?.close()
})

function runTask(task: Task): LogState | 'lost' {
  try {
    const mode = task === 'empty' ? 'PASSIVE' : 'RESTART'
    const [row] = raw.pragma(`wal_checkpoint(${mode})`) as [Row]
    const left = (row.log - row.checkpointed) * pageBytes
    return { bytes: row.log * pageBytes, left, failed: row.busy !== 0 }
  } catch (error) {
    // The disk is full, say: the next round tries again.
    return isFailedSync(error) ? 'lost' : { bytes: 0, left: 0, failed: true }
  }
}

/** Of the log: the pages it has, and how many of them are in the database. */
type Row = { busy: 0 | 1; log: number; checkpointed: number }
