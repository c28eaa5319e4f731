import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { type BackupSettings, type Backups, openBackups } from '../adapters/backup/open-backups.ts'
import { type KeptArchives, openKeptArchives } from '../adapters/portability/kept-archives.ts'
import type { Clock } from '../base/clock.ts'
import type { KeyRing } from '../base/rotation.ts'
import type { SlowWatch } from '../base/slow-watch.ts'
import type { Config } from '../config.ts'
import { blobPlaceOf } from './open-files.ts'

type BackupNeeds = Pick<BackupSettings, 'onFailed'> & {
  config: Config
  version: string
  clock: Clock
  log: Logger
  ring: KeyRing
}

export function backupsOf({ config, version, clock, log, ring, onFailed }: BackupNeeds): Backups {
  const { dataDir, embeddingModel: model = 'none', backupDir: folder } = config
  const { backupHours: hours, backupKeep: keep, backupRecipient: recipient = null } = config
  return openBackups({
    ...blobPlaceOf(config, dataDir),
    version,
    log,
    onFailed,
    nowMs: () => clock.nowMs(),
    model: model === 'none' ? null : resolve(model),
    masterKeyElsewhere: config.masterKey === undefined ? null : ring.fingerprint(),
    manifestKey: ring.secrets.derive('backup-manifest').toString('hex'),
    schedule: folder === undefined ? undefined : { folder, hours, keep, recipient },
  })
}

type ArchiveNeeds = { clock: Clock; slow: SlowWatch; parts: { http: boolean }; isReadOnly: boolean }

export function archivesOf(
  config: Config,
  { clock, slow, parts, isReadOnly }: ArchiveNeeds,
): KeptArchives {
  const isServer = parts.http && !isReadOnly
  return openKeptArchives({ ...blobPlaceOf(config), nowMs: () => clock.nowMs(), slow, isServer })
}
