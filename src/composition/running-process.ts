import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Backups } from '../adapters/backup/open-backups.ts'
import { noted } from '../adapters/notes.ts'
import { Saturated } from '../base/errors.ts'
import type { RecentLines } from '../base/recent-lines.ts'
import type { KeyRing } from '../base/rotation.ts'
import { type Config, maskedConfig } from '../config.ts'
import type { Rooms } from '../domain/rooms.ts'
import type { Works } from '../domain/running.ts'
import type { Traffic } from '../http/middleware/traffic.ts'
import { readRecent } from './read-recent.ts'

export type Status = { url: string; ready: boolean }

type Needs = {
  config: Config
  version: string
  traffic: Traffic
  backups: Pick<Backups, 'list' | 'schedule' | 'isBusy'>
  works: Works
  ring: Pick<KeyRing, 'generations' | 'masterKeys'>
  recent: RecentLines
  /** The file of the database. */
  file: string
}

/** What the doors may ask of the running process itself. */
export function serviceOf(status: Status, needs: Needs): Rooms['service'] {
  const { config, version, traffic, backups, works, ring, recent, file } = needs
  const notReady = () =>
    new Saturated({ message: 'The service is starting or stopping.', retryAfterSeconds: 1 })
  return {
    baseUrl: () => status.url,
    version,
    works,
    settings: () => maskedConfig(config),
    traffic: () => ({
      uptimeSeconds: Math.round(process.uptime()),
      residentBytes: process.memoryUsage.rss(),
      inFlight: traffic.inFlight(),
      shed: traffic.shedSoFar(),
      routes: traffic.routes(),
    }),
    backups: () => {
      const { schedule } = backups
      return {
        folder: schedule?.folder ?? null,
        everyHours: schedule?.hours ?? null,
        keep: schedule?.keep ?? null,
        isBusy: backups.isBusy(),
        sets: backups.list(),
      }
    },
    async disk() {
      const { bavail, blocks, bsize } = await statfs(config.dataDir)
      return {
        freeBytes: bavail * bsize,
        totalBytes: blocks * bsize,
        databaseBytes: sizeOf(file),
        logBytes: sizeOf(`${file}-wal`),
      }
    },
    secrets: () => ({ generations: ring.generations(), masterKeys: ring.masterKeys() }),
    logs: (wanted) => readRecent(recent.lines(), wanted),
    verification: () => noted(config.dataDir, 'verification') ?? null,
    health: () => ({ status: 'healthy', version }),
    ready() {
      if (!status.ready) throw notReady()
      return { status: 'ready' }
    },
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
