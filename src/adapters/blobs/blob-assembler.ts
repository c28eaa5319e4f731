import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { entryUrl } from '../../base/entry.ts'
import { openTurns } from '../../base/turns.ts'
import type { ReceivedBlob } from '../../domain/catalog/ports.ts'
import type { Assembly } from './assemble-file.ts'

/** Each reads a file from end to end: more at once would only take the disk from one another. */
const threadsMax = 2

/**
 * Puts files together in threads of their own: gigabytes are copied and hashed without a request
 * having to wait. What comes beyond `threadsMax` waits its turn.
 */
export function openAssembler(): (assembly: Assembly) => Promise<ReceivedBlob> {
  const inTurn = openTurns({ atOnce: threadsMax })
  return (assembly) => inTurn(() => inThread(assembly))
}

async function inThread(assembly: Assembly): Promise<ReceivedBlob> {
  const worker = new Worker(entryUrl('assemble-blob'), {
    name: 'assemble-blob',
    workerData: assembly,
  })
  try {
    const [received] = await Promise.race([firstMessage(worker), death(worker)])
    return received as ReceivedBlob
  } finally {
    await worker.terminate()
  }
}

/** Rejects with what the thread threw. */
function firstMessage(worker: Worker): Promise<unknown[]> {
  return once(worker, 'message')
}

async function death(worker: Worker): Promise<never> {
  await once(worker, 'exit')
  throw new Error('the thread ended without an answer')
}
