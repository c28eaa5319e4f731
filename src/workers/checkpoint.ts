import { parentPort, workerData } from 'node:worker_threads'
import { isFailedSync } from '../base/durable.ts'
import { connect } from '../store/connect.ts'

/**
 * Copies the write-ahead log into the database when it is asked to. PASSIVE never blocks the
 * writer; it does what it can and comes back.
 */
const { file } = workerData as { file: string }

const { raw } = connect(file, 'write')
raw.pragma('wal_autocheckpoint = 0')

parentPort?.on('message', (what: 'empty' | 'stop') => {
  if (what === 'empty') return empty()
  raw.close()
  parentPort?.close()
})

function empty(): void {
  try {
    raw.pragma('wal_checkpoint(PASSIVE)')
  } catch (error) {
    if (isFailedSync(error)) parentPort?.postMessage('lost')
    // The disk is full, say: the next round tries again.
  }
}
