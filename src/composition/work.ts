import type { Clock } from '../base/clock.ts'
import { Conflict, NotFound } from '../base/errors.ts'
import { newId } from '../base/ids.ts'
import { recordAudit } from '../domain/audit/index.ts'
import { actorOf, requirePlatformAdmin } from '../domain/identity/index.ts'
import type { WorkDone, WorkKind, WorkRecord, Works } from '../domain/running.ts'

type Watch = {
  readonly signal: AbortSignal
  readonly onProgress: (progress: { done: number; total: number }) => void
}

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

  async function carryOut(record: WorkRecord): Promise<void> {
    const watch = {
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
    async start({ principal, requestId, write }, kind) {
      requirePlatformAdmin(principal)
      const same = records.find((one) => one.kind === kind && one.state === 'running')
      if (same) throw isRunning(same)
      const startedAtMs = clock.nowMs()
      const startedBy = principal.userId ?? null
      const record = newRecord({ kind, startedBy, startedAtMs })
      await write((tx) =>
        recordAudit(tx, {
          atMs: startedAtMs,
          tenantId: null,
          actor: actorOf(principal),
          action: 'work.started',
          subject: { type: 'work', id: record.workId },
          details: { kind },
          requestId,
        }),
      )
      records.unshift(record)
      records.splice(keptMax)
      const work: Promise<void> = carryOut(record).finally(() => running.delete(work))
      running.add(work)
      return { ...record }
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

function newRecord(begun: Pick<WorkRecord, 'kind' | 'startedBy' | 'startedAtMs'>): WorkRecord {
  return {
    ...begun,
    workId: newId('wrk', begun.startedAtMs),
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
