// Loaded before the program: threads that read the database begin when there is a file beside it,
// like those that have much to read.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isMainThread, workerData } from 'node:worker_threads'

export const gateName = 'let-threads-begin'

if (!isMainThread && workerData?.file !== undefined) {
  const gate = join(dirname(workerData.file), gateName)
  const never = new Int32Array(new SharedArrayBuffer(4))
  while (!existsSync(gate)) Atomics.wait(never, 0, 0, 20)
}
