import type { UserId } from '../base/ids.ts'
import type { Command } from './command.ts'

/** The running service itself, as far as the doors may ask about it. */
export type Service = {
  /** Long work that operators start. */
  readonly works: Works
  /** Those of this installation in the folder of the settings. */
  backups(): BackupPlace
  disk(): Promise<Disk>
  /** Throws Saturated while the service is not healthy. */
  health(): { status: 'healthy'; version: string }
  /** Throws Saturated while the service starts or stops. */
  ready(): { status: 'ready' }
  /** What absolute links start with. */
  baseUrl(): string
  readonly version: string
  /** As they are in force; what is secret is masked. */
  settings(): Readonly<Record<string, unknown>>
  /** What was asked of this process so far. */
  traffic(): ServedSoFar
}

export type ServedSoFar = {
  readonly uptimeSeconds: number
  readonly residentBytes: number
  readonly inFlight: number
  readonly shed: number
  /** The busiest first; times in milliseconds. */
  readonly routes: readonly {
    readonly route: string
    readonly requests: number
    readonly failures: number
    readonly median: number
    readonly slowest: number
  }[]
}

export const workKinds = ['doctor', 'backup', 'backup_verify', 'ledger_verify'] as const
export type WorkKind = (typeof workKinds)[number]

export type WorkDone = {
  readonly ok: boolean
  readonly findings: readonly {
    readonly check: string
    readonly level: 'error' | 'warning'
    readonly message: string
    readonly remedy: string
  }[]
  readonly facts: Readonly<Record<string, unknown>>
}

export type WorkRecord = {
  readonly workId: string
  readonly kind: WorkKind
  readonly startedBy: UserId | null
  readonly startedAtMs: number
  state: 'running' | 'done' | 'failed'
  progress: { readonly done: number; readonly total: number } | null
  finishedAtMs: number | null
  ok: boolean | null
  findings: WorkDone['findings']
  facts: WorkDone['facts']
  error: string | null
}

export type Works = {
  /** The newest first. */
  list(): WorkRecord[]
  /** Throws NotFound. */
  get(workId: string): WorkRecord
  /** Throws Forbidden unless a platform admin asks, Conflict while the same is being done. */
  start(cmd: Command, kind: WorkKind): Promise<WorkRecord>
}

export type BackupPlace = {
  readonly folder: string | null
  readonly everyHours: number | null
  readonly keep: number | null
  readonly isBusy: boolean
  readonly sets: readonly {
    readonly name: string
    readonly madeAtMs: number
    readonly files: number
    readonly isEncrypted: boolean
    readonly problems: readonly string[]
    readonly verifiedAtMs: number | null
  }[]
}

export type Disk = {
  readonly freeBytes: number
  readonly totalBytes: number
  readonly databaseBytes: number
  readonly logBytes: number
}
