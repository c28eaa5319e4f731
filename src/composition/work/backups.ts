import { backupInThread } from '../../adapters/backup/backup-thread.ts'
import type { Backups } from '../../adapters/backup/open-backups.ts'
import { Conflict } from '../../base/errors.ts'
import type { Config } from '../../config.ts'
import { doneWith, wrong } from './done.ts'
import type { Doing } from './open-works.ts'

type Needs = { config: Config; backups: Pick<Backups, 'make' | 'schedule'> }

export function backupOperations({
  config,
  backups,
}: Needs): Pick<Doing, 'backup' | 'backup_verify'> {
  return {
    async backup(watch) {
      const { folder, keep, recipient } = requirePlace(backups)
      const asked = { folder, keep, recipient, copyModel: false }
      const { set, manifest, copiedBlobs, copiedBytes, removedSets } = await backups.make(
        asked,
        watch,
      )
      return doneWith(manifest.problems.map(ofBackup), {
        set,
        created_at: manifest.createdAt,
        encrypted: manifest.recipient !== null,
        files: manifest.blobs.length,
        copied_files: copiedBlobs,
        copied_bytes: copiedBytes,
        removed_sets: removedSets,
        ledger_head: manifest.ledgerHead,
      })
    },
    async backup_verify(watch) {
      const { folder } = requirePlace(backups)
      const of = config.dataDir
      const trust = { masterKey: config.masterKey, nearby: config.dataDir }
      const order = { do: 'verify', folder, identity: undefined, of, trust } as const
      const { set, files, bytes, isDatabaseChecked, problems } = await backupInThread(order, watch)
      const facts = { set, files, bytes, database_checked: isDatabaseChecked }
      return doneWith(problems.map(ofBackup), facts)
    },
  }
}

function ofBackup(message: string) {
  const remedy = 'Make another one, and look at the disk that it lies on.'
  return wrong('backup', { message, remedy })
}

function requirePlace({ schedule }: Needs['backups']) {
  if (schedule) return schedule
  throw new Conflict({
    reason: 'no_backup_folder',
    message: 'The settings name no folder for backups (--backup-dir).',
  })
}
