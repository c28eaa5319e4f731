import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { connect } from '../store/connect.ts'

/**
 * Copies the write-ahead log into the database from a thread of its own, so that no request ever
 * waits for that. PASSIVE never blocks the writer; it does what it can and comes back.
 */
const { file } = workerData as { file: string }
const everyMs = 1_000
const worthwhileBytes = 4 * 1024 * 1024

const { raw } = connect(file, 'write')
raw.pragma('wal_autocheckpoint = 0')

const timer = setInterval(() => {
  try {
    if (statSync(`${file}-wal`).size >= worthwhileBytes) raw.pragma('wal_checkpoint(PASSIVE)')
  } catch {
    // No log yet, or the disk is full: the next round tries again.
  }
}, everyMs)

parentPort?.once('message', () => {
  clearInterval(timer)
  raw.close()
  parentPort?.close()
})
