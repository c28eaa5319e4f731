import { backupInThread } from '../adapters/backup/backup-thread.ts'
import type { Backups } from '../adapters/backup/open-backups.ts'
import { listCapabilities } from '../adapters/capabilities.ts'
import { examineInThread } from '../adapters/doctor/doctor-thread.ts'
import type { Finding } from '../adapters/doctor/finding.ts'
import type { Clock } from '../base/clock.ts'
import { Conflict } from '../base/errors.ts'
import type { Config } from '../config.ts'
import type { VerifyReport } from '../domain/ledger/index.ts'
import type { WorkDone } from '../domain/running.ts'
import { capabilityFindings, examinationOf } from './examine.ts'
import type { Doing } from './work.ts'

type Needs = {
  config: Config
  clock: Clock
  backups: Pick<Backups, 'make' | 'schedule'>
  verifyLedger: () => Promise<VerifyReport>
}

/** What can be started from afar, each as its command does it. */
export function operationsOf({ config, clock, backups, verifyLedger }: Needs): Doing {
  return {
    async doctor() {
      const nowMs = clock.nowMs()
      const found = await examineInThread({ ...examinationOf(config), nowMs })
      const broken = capabilityFindings(await listCapabilities(config))
      return doneWith([...found, ...broken], {})
    },
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
    async ledger_verify() {
      const { problems, transfers, events, head } = await verifyLedger()
      const findings = problems.map(({ check, seq, message }): Finding => {
        return { check, level: 'error', message: `${seq ?? ''} ${message}`.trim(), remedy: '' }
      })
      return doneWith(findings, { transfers, events, head })
    },
  }
}

function doneWith(findings: readonly Finding[], facts: WorkDone['facts']): WorkDone {
  return { ok: findings.every(({ level }) => level !== 'error'), findings, facts }
}

function ofBackup(message: string): Finding {
  const remedy = 'Make another one, and look at the disk that it lies on.'
  return { check: 'backup', level: 'error', message, remedy }
}

function requirePlace({ schedule }: Needs['backups']) {
  if (schedule) return schedule
  throw new Conflict({
    reason: 'no_backup_folder',
    message: 'The settings name no folder for backups (--backup-dir).',
  })
}
