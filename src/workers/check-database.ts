import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { damageOf, openDatabase } from '../adapters/backup/database-facts.ts'
import { entryUrl } from '../base/entry.ts'

/**
 * A process for one check of a database, which says what is wrong and ends: it can be ended in the
 * middle of a statement, and a thread cannot. It ends with whoever started it, too.
 */
function begin(): void {
  const check = new Worker(entryUrl('check-database'), { workerData: process.argv.at(-1) })
  check.once('message', (found) => void process.stdout.write(JSON.stringify(found)))
  check.once('error', ({ message }) => void process.stderr.write(message))
  process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGKILL'))
  // It listens for that alone: the check is what it lives for.
  process.stdin.unref()
}

function damageIn(file: string): string[] {
  const raw = openDatabase(file)
  try {
    return damageOf(raw)
  } finally {
    raw.close()
  }
}

if (isMainThread) begin()
else parentPort?.postMessage(damageIn(workerData as string))
