import { basename } from 'node:path'
import { note, noted } from '../notes.ts'
import type { BackupReport, BackupRequest } from './make-backup.ts'
import type { VerifiedBackup } from './verify-backup.ts'

/** In the folder that it was made of. One with problems is none that anybody can rely on. */
export function noteMade({ dataDir, nowMs }: BackupRequest, { set, manifest }: BackupReport): void {
  if (manifest.problems.length > 0) return
  const before = noted(dataDir, 'backup')
  const lastVerifiedAtMs = before?.lastVerifiedAtMs ?? before?.verifiedAtMs ?? null
  const made = { set: basename(set), madeAtMs: nowMs, verifiedAtMs: null, lastVerifiedAtMs }
  note({ dataDir, name: 'backup' }, made)
}

/** That the last backup of a folder is whole; another one says nothing of that. */
export function noteVerified({ set, problems }: VerifiedBackup, dataDir: string | undefined): void {
  const last = dataDir === undefined ? undefined : noted(dataDir, 'backup')
  if (!dataDir || last?.set !== basename(set) || problems.length > 0) return
  const nowMs = Date.now()
  note({ dataDir, name: 'backup' }, { ...last, verifiedAtMs: nowMs, lastVerifiedAtMs: nowMs })
}
