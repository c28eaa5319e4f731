import { parentPort, workerData } from 'node:worker_threads'
import { clocked } from './measure.ts'
import { officeReader, type ReaderName } from './office-readers.ts'

const read = officeReader(workerData as ReaderName)

/** Told a path, it reads the file and answers how many milliseconds that took. */
parentPort?.on('message', async (path: string) => {
  const [ms] = await clocked(async () => read?.(path))
  parentPort?.postMessage(ms)
})
