import type { BackupWatch } from '../backup/backup-thread.ts'
import type { Progress } from '../backup/meter.ts'
import { openOrderThreads } from '../order-thread.ts'
import type { Examination, Finding } from './finding.ts'

/** One that was asked to stop ends the process that it began; nothing else is waited for. */
const graceMs = 2_000

const carryOut = openOrderThreads<Examination, Finding[], Progress>('doctor')

/** Examines in a thread of its own: every byte is read. Rejects when it is stopped. */
export async function examineInThread(
  examination: Examination,
  { signal, onProgress }: BackupWatch = {},
): Promise<Finding[]> {
  signal?.throwIfAborted()
  const found = await carryOut(examination, { signal, onNews: onProgress, graceMs }).catch(
    (error) => {
      signal?.throwIfAborted()
      throw error
    },
  )
  signal?.throwIfAborted()
  if (found) return found
  throw new Error('The examination ended before it had found anything.')
}
