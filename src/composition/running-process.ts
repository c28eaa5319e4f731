import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Backups } from '../adapters/backup/open-backups.ts'
import { listCapabilities } from '../adapters/capabilities.ts'
import type { MetricsHistory } from '../adapters/history/open-history.ts'
import { noted } from '../adapters/notes.ts'
import type { KeptArchives } from '../adapters/portability/kept-archives.ts'
import type { Clock } from '../base/clock.ts'
import { Saturated } from '../base/errors.ts'
import type { RecentLines } from '../base/recent-lines.ts'
import type { KeyRing } from '../base/rotation.ts'
import type { SpanRing } from '../base/span-ring.ts'
import { effectOfChange } from '../config/origins.ts'
import { type Config, describeSettings, maskedConfig } from '../config.ts'
import type { Rooms } from '../domain/rooms.ts'
import type { Disk, SettingSource, Works } from '../domain/running.ts'
import type { Traffic } from '../http/middleware/traffic.ts'
import { readRecent } from './read-recent.ts'

export type Status = {
  url: string
  ready: boolean
  /** When the certificate of the files ends that is shown now. */
  certificateEndMs?: number
}

type Needs = {
  config: Config
  version: string
  traffic: Traffic
  backups: Pick<Backups, 'list' | 'find' | 'schedule' | 'isBusy'>
  works: Works
  clock: Clock
  archives: Pick<KeptArchives, 'find' | 'tar'>
  ring: Pick<KeyRing, 'generations' | 'masterKeys'>
  recent: RecentLines
  spans: SpanRing
  history: Pick<MetricsHistory, 'read'> | undefined
  /** The file of the database. */
  file: string
}

/** What the doors may ask of the running process itself. */
export function serviceOf(status: Status, needs: Needs): Rooms['service'] {
  const { config, version, traffic, backups, works, ring, recent, file, archives } = needs
  const nowMs = () => needs.clock.nowMs()
  const notReady = () =>
    new Saturated({ message: 'The service is starting or stopping.', retryAfterSeconds: 1 })
  return {
    baseUrl: () => status.url,
    version,
    works,
    settings: () => maskedConfig(config),
    settingSources: () => sourcesOf(config),
    capabilities: () => listCapabilities(config),
    traffic: () => ({
      uptimeSeconds: Math.round(process.uptime()),
      residentBytes: process.memoryUsage.rss(),
      inFlight: traffic.inFlight(),
      shed: traffic.shedSoFar(),
      routes: traffic.routes(),
    }),
    history: (hours) =>
      needs.history?.read({ nowMs: nowMs(), hours }) ?? { stepMs: 60_000, moments: [] },
    backups: () => {
      const { schedule } = backups
      const sets = backups.list()
      return {
        folder: schedule?.folder ?? null,
        everyHours: schedule?.hours ?? null,
        keep: schedule?.keep ?? null,
        isBusy: backups.isBusy(),
        nextAtMs: schedule ? nextAtMs(sets[0]?.madeAtMs, { ...schedule, nowMs: nowMs() }) : null,
        sets,
      }
    },
    backup: backups.find,
    disk: () => diskOf({ dataDir: config.dataDir, file }),
    archive(tenantId) {
      const found = archives.find(tenantId)
      const tar = archives.tar(tenantId)
      return found && tar && { ...found, ...tar }
    },
    secrets: () => ({ generations: ring.generations(), masterKeys: ring.masterKeys() }),
    logs: (wanted) => readRecent(recent.lines(), wanted),
    trace: needs.spans.ofRequest,
    verification: () => noted(config.dataDir, 'verification') ?? null,
    health: () => ({ status: 'healthy', version }),
    ready() {
      if (!status.ready) throw notReady()
      return { status: 'ready' }
    },
  }
}

function sourcesOf(config: Config): SettingSource[] {
  return describeSettings().map(({ name, flag, environment, help }) => {
    const origin = config.origins[name] ?? 'default'
    return { name, flag, environment, help, origin, effect: effectOfChange(name) }
  })
}

const hourMs = 3_600_000

/** What is overdue is due now. */
function nextAtMs(lastMs: number | undefined, { hours, nowMs }: { hours: number; nowMs: number }) {
  return lastMs === undefined ? nowMs : Math.max(nowMs, lastMs + hours * hourMs)
}

/** Where the data folder lies, and what the database takes of it. */
export async function diskOf({ dataDir, file }: { dataDir: string; file: string }): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return {
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    databaseBytes: sizeOf(file),
    logBytes: sizeOf(`${file}-wal`),
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
