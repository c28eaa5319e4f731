import { parentPort, workerData } from 'node:worker_threads'
import { examineFolder } from '../adapters/doctor/examine-folder.ts'
import type { Examination } from '../adapters/doctor/finding.ts'

/** A thread for one examination; what it throws ends it, and is told to whoever waits. */
void examineFolder(workerData as Examination).then((found) => parentPort?.postMessage(found))
