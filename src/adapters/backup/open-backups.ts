import { resolve } from 'node:path'
import { type BackupWatch, backupInThread } from './backup-thread.ts'
import type { BackupReport, BackupRequest } from './make-backup.ts'
import { BackupRefused, setTimeMs } from './manifest.ts'
import { findOwnSet, lastIfEncrypted, lastOwnSet, listOwnSets, type OwnSet } from './own-sets.ts'

type Log = {
  info(facts: object, text: string): void
  error(facts: object, text: string): void
}

export type BackupSettings = Pick<
  BackupRequest,
  'dataDir' | 'stores' | 'model' | 'masterKeyElsewhere' | 'manifestKey' | 'version'
> & {
  schedule: BackupSchedule | undefined
  nowMs: () => number
  log: Log
  /** Of one that was due; what it does may fail as well. */
  onFailed?: ((beganAtMs: number) => Promise<void>) | undefined
}

export type BackupSchedule = {
  folder: string
  hours: number
  keep: number
  recipient: string | null
}

export type BackupAsked = Pick<BackupRequest, 'folder' | 'recipient' | 'keep' | 'copyModel'>

export type Backups = ReturnType<typeof openBackups>

/** Looking costs a listing of one folder. */
const lookEveryMs = 60_000
const againAfterMs = 3_600_000
const hourMs = 3_600_000

/** Backups of this data folder, one at a time: when asked for, and on a schedule. */
export function openBackups(settings: BackupSettings) {
  const { log, nowMs, schedule } = settings
  const stopping = new AbortController()
  let current: Promise<BackupReport> | undefined
  let notBeforeMs = 0

  async function make(
    asked: BackupAsked,
    { onProgress, signal }: BackupWatch = {},
  ): Promise<BackupReport> {
    if (current) throw new BackupRefused('Another backup is being made. Wait until it is done.')
    const { dataDir, stores, model, masterKeyElsewhere, manifestKey, version } = settings
    const request = {
      ...asked,
      folder: resolve(asked.folder),
      dataDir: resolve(dataDir),
      stores,
      model,
      masterKeyElsewhere,
      manifestKey,
      version,
      nowMs: nowMs(),
    }
    const either = AbortSignal.any([stopping.signal, ...(signal ? [signal] : [])])
    current = backupInThread({ do: 'make', request }, { signal: either, onProgress })
    try {
      return await current
    } finally {
      current = undefined
    }
  }

  async function makeScheduled({ folder, keep, recipient }: BackupSchedule): Promise<void> {
    const beganAtMs = nowMs()
    try {
      const { set, manifest, copiedBlobs } = await make({
        folder,
        keep,
        recipient,
        copyModel: false,
      })
      const { problems } = manifest
      log[problems.length > 0 ? 'error' : 'info']({ set, copiedBlobs, problems }, 'backed up')
    } catch (error) {
      await noteFailure(error, { folder, beganAtMs })
    }
  }

  async function noteFailure(
    error: unknown,
    { folder, beganAtMs }: { folder: string; beganAtMs: number },
  ): Promise<void> {
    notBeforeMs = nowMs() + againAfterMs
    log.error({ error: (error as Error).message, folder }, 'the scheduled backup failed')
    await settings.onFailed?.(beganAtMs).catch((failure: Error) => {
      log.error({ error: failure.message }, 'that a backup failed was not written down')
    })
  }

  /** Begins one when the last one is old enough, and does not wait for it. */
  async function slice(): Promise<boolean> {
    if (!schedule || current || nowMs() < notBeforeMs) return false
    try {
      const place = { folder: resolve(schedule.folder), key: settings.manifestKey }
      const last = lastOwnSet(place)
      const isDue = last === undefined || nowMs() - setTimeMs(last) >= schedule.hours * hourMs
      if (isDue) void makeScheduled(schedule)
    } catch (error) {
      // A place of which the backups cannot be listed takes none either.
      await noteFailure(error, { folder: schedule.folder, beganAtMs: nowMs() })
    }
    return false
  }

  return {
    make,
    /** Those of this installation, the newest first. */
    list: () => listed(settings),
    find: (name: string) => found(settings, name),
    /** The newest of this installation in a folder, where that is encrypted. */
    lastIfEncrypted: (folder: string) =>
      lastIfEncrypted({ folder: resolve(folder), key: settings.manifestKey }),
    isBusy: () => current !== undefined,
    schedule,
    chores: schedule ? [{ name: 'back-up', everyMs: lookEveryMs, slice }] : [],
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await current?.catch(() => undefined)
    },
  }
}

function found({ schedule, manifestKey: key, dataDir }: BackupSettings, name: string) {
  return schedule && findOwnSet({ folder: resolve(schedule.folder), name, key }, dataDir)
}

function listed({ schedule, manifestKey: key, dataDir }: BackupSettings): OwnSet[] {
  return schedule ? listOwnSets({ folder: resolve(schedule.folder), key }, dataDir) : []
}
