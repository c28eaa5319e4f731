import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { entryUrl } from '../../base/entry.ts'
import type { BackupReport, BackupRequest } from './make-backup.ts'
import { BackupRefused } from './manifest.ts'
import type { RestoreReport } from './restore-backup.ts'
import type { VerifiedBackup } from './verify-backup.ts'

/** `identity`: the text of an age key file. */
export type BackupOrder =
  | { do: 'make'; request: BackupRequest }
  | { do: 'verify'; folder: string; identity: string | undefined }
  | { do: 'restore'; folder: string; dataDir: string; identity: string | undefined }

type ReportOf = { make: BackupReport; verify: VerifiedBackup; restore: RestoreReport }

export type BackupAnswer = { report: unknown } | { refused: string } | { failed: string }

/** Carries an order out in a thread of its own: gigabytes are read and hashed. */
export async function backupInThread<O extends BackupOrder>(
  order: O,
  signal?: AbortSignal,
): Promise<ReportOf[O['do']]> {
  const worker = new Worker(entryUrl('backup'), { workerData: order })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const ended = once(worker, 'exit').then((): BackupAnswer[] => {
      return [{ refused: 'The backup was stopped before it was finished.' }]
    })
    const [answer] = (await Promise.race([once(worker, 'message'), ended])) as BackupAnswer[]
    if (answer && 'report' in answer) return answer.report as ReportOf[O['do']]
    if (answer && 'refused' in answer) throw new BackupRefused(answer.refused)
    throw new Error(answer?.failed ?? 'the thread ended without an answer')
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
