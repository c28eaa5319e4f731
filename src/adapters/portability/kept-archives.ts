import { mkdirSync, rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { SlowWatch } from '../../base/slow-watch.ts'
import type { Progress } from '../backup/meter.ts'
import type { BlobPlace } from '../blobs/read-blobs.ts'
import { ArchiveRefused } from './archive.ts'
import { archiveInThread } from './portability-thread.ts'
import { type Tar, tarOfFolder } from './tar-of-folder.ts'

export type KeptArchive = { tenantId: string; madeAtMs: number; endsAtMs: number }

type Settings = BlobPlace & { nowMs: () => number; slow: SlowWatch; isServer: boolean }

type Asked = {
  tenantId: string
  tenantName: string
  instanceId: string
  version: string
  /** What its files are, about: there must be room for them once more. */
  sizeBytes: number
}

type Watch = { signal: AbortSignal; onProgress: (progress: Progress) => void }

const keptMs = 24 * 3_600_000
const sweepEveryMs = 600_000
/** What a server goes on needing while an archive lies there. */
const spareBytes = 256 * 1024 * 1024

export type KeptArchives = ReturnType<typeof openKeptArchives>

/**
 * Archives of tenants that wait to be fetched, below the data folder: one for each tenant, for a
 * day, and none beyond the end of this process, which knows alone what they are.
 */
export function openKeptArchives({ dataDir, stores, nowMs, slow, isServer }: Settings) {
  const place = join(dataDir, 'archives')
  const kept = new Map<string, KeptArchive>()
  // What one that was killed left. A command beside the server takes nothing away from it.
  if (isServer) rmSync(place, { recursive: true, force: true })

  function forget(tenantId: string): void {
    kept.delete(tenantId)
    rmSync(join(place, tenantId), { recursive: true, force: true })
  }

  function find(tenantId: string): KeptArchive | undefined {
    const found = kept.get(tenantId)
    return found && found.endsAtMs > nowMs() ? found : undefined
  }

  return {
    find,
    forget,
    /** Throws ArchiveRefused, also where there is too little room. */
    async make({ sizeBytes, ...asked }: Asked, { signal, onProgress }: Watch) {
      forget(asked.tenantId)
      mkdirSync(place, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(place)
      if (bavail * bsize < sizeBytes + spareBytes) {
        throw new ArchiveRefused('There is too little room on the disk for an archive of it.')
      }
      const madeAtMs = nowMs()
      const to = join(place, asked.tenantId)
      const request = { ...asked, dataDir, stores, to, nowMs: madeAtMs }
      const manifest = await archiveInThread(
        { do: 'export', request },
        { watch: slow, signal, onProgress },
      )
      const archive = { tenantId: asked.tenantId, madeAtMs, endsAtMs: madeAtMs + keptMs }
      kept.set(asked.tenantId, archive)
      return { ...archive, manifest }
    },
    /** Undefined where there is none. */
    tar(tenantId: string): Tar | undefined {
      if (!find(tenantId)) return undefined
      return tarOfFolder({ folder: join(place, tenantId), under: tenantId })
    },
    chores: [
      {
        name: 'forget-archives',
        everyMs: sweepEveryMs,
        async slice() {
          for (const { tenantId, endsAtMs } of kept.values()) {
            if (endsAtMs <= nowMs()) forget(tenantId)
          }
          return false
        },
      },
    ],
    async [Symbol.asyncDispose]() {
      if (kept.size > 0) rmSync(place, { recursive: true, force: true })
    },
  }
}
