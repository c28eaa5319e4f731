import type { DatasetId, TenantId, UserId } from '../../base/ids.ts'
import type { ImportTarget } from '../catalog/index.ts'
import { pathsOfLookMax } from './limits.ts'
import type { FolderOrder } from './queries.ts'
import { openSettledFiles, type SettledFiles } from './settled-files.ts'

export const watchStates = ['watching', 'failing', 'resting'] as const
export type WatchState = (typeof watchStates)[number]

export type Trouble = {
  readonly atMs: number
  readonly path: string | null
  readonly reason: string
}

/** A folder that the server keeps looking at. */
export type FolderWatch = {
  readonly watchId: string
  readonly rootId: string | null
  readonly path: string
  readonly datasetId: DatasetId
  readonly datasetName: string
  readonly tenantId: TenantId
  readonly remove: boolean
  readonly everySeconds: number
  /** Resting: the tenant is suspended. */
  readonly state: WatchState
  readonly lookedAtMs: number | null
  readonly takenAtMs: number | null
  /** Since the server started. */
  readonly imported: number
  /** The newest first, and of each file the last. */
  readonly troubles: readonly Trouble[]
  readonly startedBy: UserId
  readonly startedAtMs: number
}

export type WatchRecord = {
  readonly order: FolderOrder
  readonly datasetName: string
  readonly settled: SettledFiles
  readonly stopping: AbortController
  state: WatchState
  lookedAtMs: number | null
  takenAtMs: number | null
  imported: number
  troubles: Trouble[]
  /** By the clock that only goes forward. */
  nextMs: number
}

export type WatchRecords = Map<string, WatchRecord>

export function watchOf(order: FolderOrder, { name }: Pick<ImportTarget, 'name'>): WatchRecord {
  return {
    order,
    datasetName: name,
    settled: openSettledFiles({ pathsMax: pathsOfLookMax }),
    stopping: new AbortController(),
    state: 'watching',
    lookedAtMs: null,
    takenAtMs: null,
    imported: 0,
    troubles: [],
    nextMs: 0,
  }
}
