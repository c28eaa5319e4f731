import { parentPort, workerData } from 'node:worker_threads'
import { openMeter } from '../adapters/backup/meter.ts'
import { examineFolder } from '../adapters/doctor/examine-folder.ts'
import type { Examination } from '../adapters/doctor/finding.ts'

/** A thread for one examination; what it throws ends it, and is told to whoever waits. */
const stop = new AbortController()
parentPort?.once('message', () => stop.abort())
const meter = openMeter((progress) => parentPort?.postMessage({ progress }), stop.signal)
void examineFolder(workerData as Examination, meter).then((found) => {
  parentPort?.postMessage({ found })
})
