import { openOrderThreads } from '../order-thread.ts'
import type { Trust } from './authenticity.ts'
import type { BackupReport, BackupRequest } from './make-backup.ts'
import { BackupRefused } from './manifest.ts'
import type { Progress } from './meter.ts'
import type { RestoreReport } from './restore-backup.ts'
import type { VerifiedBackup } from './verify-backup.ts'

/** `identity`: the text of an age key file. `of`: the data folder in which it is noted. */
export type BackupOrder =
  | { do: 'make'; request: BackupRequest }
  | ({ do: 'verify'; of?: string } & Given)
  | ({ do: 'restore'; dataDir: string; nowMs: number; revoke: boolean } & Given)

type Given = { folder: string; identity: string | undefined; trust?: Trust }

type ReportOf = { make: BackupReport; verify: VerifiedBackup; restore: RestoreReport }

export type BackupAnswer = { report: unknown } | { refused: string } | { failed: string }

export type BackupWatch = {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

const carryOut = openOrderThreads<BackupOrder, BackupAnswer, Progress>('backup')

/**
 * Carries an order out in a thread of its own: gigabytes are read and hashed. One that is asked to
 * stop takes away what it began. Throws BackupRefused, then too.
 */
export async function backupInThread<O extends BackupOrder>(
  order: O,
  { signal, onProgress }: BackupWatch = {},
): Promise<ReportOf[O['do']]> {
  const answer = await carryOut(order, { signal, onNews: onProgress })
  if (answer === undefined)
    throw new BackupRefused('The backup was stopped before it was finished.')
  if ('report' in answer) return answer.report as ReportOf[O['do']]
  if ('refused' in answer) throw new BackupRefused(answer.refused)
  throw new Error(answer.failed)
}
