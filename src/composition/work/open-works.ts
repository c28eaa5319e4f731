import type { Clock } from '../../base/clock.ts'
import { Conflict, InvalidInput, NotFound } from '../../base/errors.ts'
import { newId, type RequestId } from '../../base/ids.ts'
import { type AuditActor, recordAudit } from '../../domain/audit/index.ts'
import { actorOf, namesOfActors, requirePlatformAdmin } from '../../domain/identity/index.ts'
import {
  type WorkDone,
  type WorkKind,
  type WorkOptions,
  type WorkRecord,
  type Works,
  workOptions,
} from '../../domain/running.ts'

export type Watch = {
  readonly options: WorkOptions
  /** Who began it, under which request. */
  readonly actor: AuditActor
  readonly requestId: RequestId
  readonly signal: AbortSignal
  readonly onProgress: (progress: { done: number; total: number }) => void
}

type Begun = Pick<Watch, 'actor' | 'requestId'>

/** What each kind of work does. */
export type Doing = Readonly<Record<WorkKind, (watch: Watch) => Promise<WorkDone>>>

/** So many are remembered. */
const keptMax = 20

/**
 * Long work that an operator starts from afar and looks at later: each kind once at a time. What
 * came of it is remembered by this process alone; the log and the notes of backups outlive it.
 */
export function openWorks(clock: Clock, doing: () => Doing): Works & AsyncDisposable {
  const stopping = new AbortController()
  const records: WorkRecord[] = []
  const running = new Set<Promise<void>>()

  function keep(record: WorkRecord): void {
    records.unshift(record)
    records.splice(keptMax)
  }

  async function runWork(record: WorkRecord, begun: Begun): Promise<void> {
    const watch = {
      ...begun,
      options: record.options,
      signal: stopping.signal,
      onProgress: (progress: WorkRecord['progress']) => {
        record.progress = progress
      },
    }
    try {
      const done = await doing()[record.kind](watch)
      Object.assign(record, { state: 'done', ...done })
    } catch (error) {
      Object.assign(record, { state: 'failed', error: (error as Error).message })
    }
    record.finishedAtMs = clock.nowMs()
  }

  return {
    list: () => records.map((record) => ({ ...record })),
    get(workId) {
      const found = records.find((one) => one.workId === workId)
      if (!found) throw new NotFound('work')
      return { ...found }
    },
    async start({ principal, requestId, write }, { kind, options }) {
      requirePlatformAdmin(principal)
      requireTaken(kind, options)
      const same = records.find((one) => one.kind === kind && one.state === 'running')
      if (same) throw isRunning(same)
      const startedAtMs = clock.nowMs()
      const startedBy = principal.userId ?? null
      const actor = actorOf(principal)
      const workId = newId('wrk', startedAtMs)
      const startedByName = await write((tx) => {
        recordAudit(tx, {
          atMs: startedAtMs,
          tenantId: null,
          actor,
          action: 'work.started',
          subject: { type: 'work', id: workId },
          details: { kind, ...saidOf(options) },
          requestId,
        })
        const ids = startedBy === null ? [] : [startedBy]
        return namesOfActors(tx, { ids, tenantId: undefined }).get(startedBy ?? '') ?? null
      })
      const record = newRecord({ workId, kind, options, startedBy, startedByName, startedAtMs })
      keep(record)
      const work: Promise<void> = runWork(record, { actor, requestId }).finally(() =>
        running.delete(work),
      )
      running.add(work)
      return { ...record }
    },
    remember(kind, done) {
      const nowMs = clock.nowMs()
      const workId = newId('wrk', nowMs)
      const nobody = { startedBy: null, startedByName: null }
      const begun = { workId, kind, options: {}, ...nobody, startedAtMs: nowMs }
      keep({ ...newRecord(begun), ...done, state: 'done', finishedAtMs: nowMs })
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** As they are named at the doors. */
const optionNames = {
  period: 'period',
  overlapHours: 'overlap_hours',
  tenantId: 'tenant_id',
  forfeit: 'forfeit',
  dropSold: 'drop_sold',
} as const

function givenIn(options: WorkOptions): (keyof WorkOptions)[] {
  const names = Object.keys(optionNames) as (keyof WorkOptions)[]
  return names.filter((name) => options[name] !== undefined)
}

function requireTaken(kind: WorkKind, options: WorkOptions): void {
  const taken: readonly string[] = workOptions[kind]
  const odd = givenIn(options).find((name) => !taken.includes(name))
  if (odd === undefined) return
  const field = optionNames[odd]
  throw new InvalidInput({
    field,
    reason: 'not_allowed',
    message: `${field} means nothing to this work (${kind}).`,
  })
}

function saidOf(options: WorkOptions): Record<string, unknown> {
  return Object.fromEntries(givenIn(options).map((name) => [optionNames[name], options[name]]))
}

function newRecord(
  begun: Pick<
    WorkRecord,
    'workId' | 'kind' | 'options' | 'startedBy' | 'startedByName' | 'startedAtMs'
  >,
): WorkRecord {
  return {
    ...begun,
    state: 'running',
    progress: null,
    finishedAtMs: null,
    ok: null,
    findings: [],
    facts: {},
    error: null,
  }
}

function isRunning({ kind, workId }: WorkRecord): Conflict {
  return new Conflict({
    reason: 'already_running',
    message: `This is being done already (${kind}).`,
    facts: { work_id: workId },
  })
}
