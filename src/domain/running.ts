import type { TenantId, UserId } from '../base/ids.ts'
import type { Command } from './command.ts'

/** The running service itself, as far as the doors may ask about it. */
export type Service = {
  /** Long work that operators start. */
  readonly works: Works
  /** Those of this installation in the folder of the settings. */
  backups(): BackupPlace
  /** One of them, as its manifest says; undefined where it is none of this installation's. */
  backup(name: string): BackupFacts | undefined
  disk(): Promise<Disk>
  /** The archive of a tenant that waits to be fetched. */
  archive(tenantId: TenantId): WaitingArchive | undefined
  /** Which secrets sign, which of before are taken, and what opens them: never a secret. */
  secrets(): SecretsState
  /** What the log has said lately, without what may not leave the house; the newest first. */
  logs(wanted: WantedLogs): RecentLogs
  /** The requests of the trace that one of them is part of, as far as they are remembered. */
  trace(requestId: string): Trace
  /** When the whole ledger was verified last, and whether it was in order; null: never. */
  verification(): { atMs: number; ok: boolean } | null
  /** Throws Saturated while the service is not healthy. */
  health(): { status: 'healthy'; version: string }
  /** Throws Saturated while the service starts or stops. */
  ready(): { status: 'ready' }
  /** What absolute links start with. */
  baseUrl(): string
  readonly version: string
  /** As they are in force; what is secret is masked. */
  settings(): Readonly<Record<string, unknown>>
  /** Where each was read, and how it is changed. */
  settingSources(): readonly SettingSource[]
  /** What this installation can do besides: models, recognition, confinement. */
  capabilities(): Promise<readonly CapabilityState[]>
  /** What was asked of this process so far. */
  traffic(): ServedSoFar
  /** How it did in the last so many hours. */
  history(hours: number): History
}

/** Times are milliseconds since 1970; the earliest first. */
export type Trace = {
  /** Whether the settings want traces: without a collector nothing is remembered. */
  readonly isRecording: boolean
  readonly traceId: string | null
  readonly spans: readonly {
    readonly requestId: string
    readonly spanId: string
    /** Of another span, here or at the caller's. */
    readonly parentId: string | null
    readonly method: string
    readonly route: string
    readonly status: number
    readonly startedAtMs: number
    readonly endedAtMs: number
  }[]
}

export const settingOrigins = ['flag', 'environment', 'file', 'default'] as const
export const settingEffects = ['none', 'vectors', 'reading', 'secrets'] as const

export type SettingSource = {
  readonly name: string
  readonly flag: string
  readonly environment: string
  readonly origin: (typeof settingOrigins)[number]
  readonly help: string
  /** What has to happen besides another start until a change is in everything. */
  readonly effect: (typeof settingEffects)[number]
}

export type CapabilityState = {
  readonly name: string
  /** `off`: not there, which is no fault. `broken`: asked for, and it does not work. */
  readonly state: 'ready' | 'off' | 'broken'
  readonly detail: string
  readonly remedy?: string
}

/** In steps of one length, the oldest first. */
export type History = {
  readonly stepMs: number
  readonly moments: readonly {
    readonly atMs: number
    /** Undefined where nothing was written down: the server did not run. */
    readonly moment: HistoryMoment | undefined
  }[]
}

export type HistoryMoment = {
  /** Milliseconds of the step that are in it. */
  readonly covered: number
  readonly requests: number
  readonly failures: number
  readonly shed: number
  readonly processorMs: number
  readonly busyMs: number
  readonly medianMs: number | undefined
  readonly p95Ms: number | undefined
  readonly slowestMs: number
  readonly searches: number
  readonly searchMedianMs: number | undefined
  readonly searchP95Ms: number | undefined
  readonly inFlight: number
  readonly residentBytes: number
  readonly jobsOpen: number
  readonly jobsDue: number
  readonly databaseBytes: number
  readonly logBytes: number
  readonly storedBytes: number
  readonly freeBytes: number
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

export type WorkOptions = {
  /** A UTC month; the one before this where none is given. */
  readonly period?: string | undefined
  /** How long what was signed before is taken; the setting where it is not given. */
  readonly overlapHours?: number | undefined
  readonly tenantId?: TenantId | undefined
  /** Of an erasure: balances that are left are given up. */
  readonly forfeit?: boolean | undefined
  /** Of an erasure: also what is kept for who bought a licence goes. */
  readonly dropSold?: boolean | undefined
}

/** What can be started from afar, and which options each takes: the one table of operations. */
export const workOptions = {
  doctor: [],
  backup: [],
  backup_verify: [],
  ledger_verify: [],
  chain_verify: [],
  index_verify: [],
  index_rebuild: [],
  gc: [],
  gc_count: [],
  settle: ['period'],
  settle_check: ['period'],
  settle_preview: ['period'],
  secrets_rotate: ['overlapHours'],
  secrets_end_overlap: [],
  clock_confirm: [],
  tenant_export: ['tenantId'],
  tenant_erase: ['tenantId', 'forfeit', 'dropSold'],
} as const satisfies Record<string, readonly (keyof WorkOptions)[]>

export type WorkKind = keyof typeof workOptions
export const workKinds = Object.keys(workOptions) as [WorkKind, ...WorkKind[]]

/** These have routes of their own, because they are about somebody. */
export const aboutTenants = ['tenant_export', 'tenant_erase'] as const satisfies WorkKind[]

export const overlapMaxHours = 720

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
  readonly options: WorkOptions
  readonly startedBy: UserId | null
  /** As they were called then. */
  readonly startedByName: string | null
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
  /**
   * Throws Forbidden unless a platform admin asks, InvalidInput for an option that this kind does
   * not take, Conflict while the same is being done.
   */
  start(cmd: Command, order: { kind: WorkKind; options: WorkOptions }): Promise<WorkRecord>
  /** What the server did by itself, beside what somebody began. */
  remember(kind: WorkKind, done: WorkDone): void
}

export type BackupPlace = {
  readonly folder: string | null
  readonly everyHours: number | null
  readonly keep: number | null
  readonly isBusy: boolean
  /** When the next one is due. */
  readonly nextAtMs: number | null
  readonly sets: readonly BackupSet[]
}

export type BackupSet = {
  readonly name: string
  readonly madeAtMs: number
  readonly files: number
  readonly isEncrypted: boolean
  readonly problems: readonly string[]
  readonly verifiedAtMs: number | null
}

export type BackupFacts = BackupSet & {
  /** Where it lies on the machine. */
  readonly folder: string
  readonly version: string
  readonly isMasterKeyElsewhere: boolean
  readonly modelElsewhere: string | null
  readonly bytes: number
  /** Rows by table. */
  readonly counts: Readonly<Record<string, number>>
  readonly ledgerHead: string
}

export type WaitingArchive = {
  readonly madeAtMs: number
  /** It is removed then. */
  readonly endsAtMs: number
  readonly sizeBytes: number
  /** As a tar. */
  readonly bytes: AsyncIterable<Buffer>
}

export type Disk = {
  readonly freeBytes: number
  readonly totalBytes: number
  readonly databaseBytes: number
  readonly logBytes: number
}

export type SecretsState = {
  readonly generations: readonly {
    readonly number: number
    readonly createdAtMs: number
    readonly acceptedUntilMs: number | null
  }[]
  /** Fingerprints, that in use first. */
  readonly masterKeys: readonly string[]
}

export type WantedLogs = {
  /** A number of pino: this level and what is worse. */
  readonly level: number
  readonly requestId?: string | undefined
  /** Lines that say how long something took, and no less than this. */
  readonly leastMs?: number | undefined
  readonly sinceMs?: number | undefined
  readonly limit: number
}

export type RecentLogs = {
  readonly entries: readonly LogLine[]
  /** Of the oldest line that is remembered: what came before is in the server's log alone. */
  readonly rememberedSinceMs: number | null
}

export type LogLine = {
  readonly atMs: number
  readonly level: string
  readonly message: string
  readonly requestId: string | null
  readonly facts: Readonly<Record<string, unknown>>
}
