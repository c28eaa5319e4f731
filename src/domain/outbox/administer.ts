import { Conflict, NotFound } from '../../base/errors.ts'
import type { JobId } from '../../base/ids.ts'
import { type After, type PageRequest, readPage } from '../../base/page.ts'
import type { SigningKeys } from '../../base/secrets.ts'
import type { Reading } from '../../store/reading.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { Command } from '../command.ts'
import type { Principal } from '../principal.ts'
import { recordDeed } from '../record-deed.ts'
import { enqueue, type NewJob } from './enqueue.ts'
import { type JobRecord, type JobState, recordOf } from './job.ts'
import { type JobKind, jobPolicies } from './kinds.ts'
import * as queries from './queries.ts'

export type JobReading = {
  readonly db: Db
  /** For what is counted. */
  readonly reading: Reading
  readonly cursorKey: SigningKeys
}

export type JobPage = {
  readonly jobs: readonly JobRecord[]
  readonly total: number
  readonly nextCursor: string | null
  /** Of all kinds, whichever were asked for. */
  readonly tally: readonly queries.JobTally[]
}

export type JobsWanted = { readonly state: JobState; readonly kind?: JobKind | undefined }

/** The jobs of all tenants that are in a state, the newest first. Throws InvalidInput. */
export async function pageOfJobs(
  { db, reading, cursorKey }: JobReading,
  { tenantId }: Principal,
  { state, kind, ...page }: PageRequest & JobsWanted,
): Promise<JobPage> {
  const filters = { state, ...(kind && { kind }) }
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: { route: 'jobs', tenantId, restriction: null, filters },
    read: (part: After<string>) => queries.listJobsInState(db, { ...filters, ...part }),
    positionOf: ({ jobId }) => jobId,
  })
  const [total, tally] = await Promise.all([
    queries.countJobs(reading, filters),
    queries.tallyJobs(reading),
  ])
  return { jobs: rows.map(recordOf), total, nextCursor, tally }
}

/**
 * Has a job tried at once that waits for its next attempt; of one that was given up, which does not
 * change any more, another one is made. Throws NotFound, and Conflict for one that runs or is done,
 * and for reading that was given up: the file is marked, or the run over, and the dataset is read
 * anew.
 */
export function retryJob(cmd: Command, { jobId, nowMs }: Asked): Promise<JobRecord> {
  return cmd.write((tx) => {
    const { state, kind, payload, subjectId, tenantId } = getRow(tx, jobId)
    if (state === 'running') throw unfit('running')
    if (state === 'done') throw unfit('done')
    if (state === 'failed' && endsInDataset.has(kind as JobKind)) throw unfit('given_up')
    if (state === 'queued') {
      queries.updateJob(tx, jobId, { runAfterMs: nowMs })
      return noted(tx, cmd, { jobId, nowMs, action: 'job.retried', from: state })
    }
    const again = { kind, payload: JSON.parse(payload), subjectId, nowMs }
    const made = enqueue(tx, { ...again, ...(tenantId !== null && { tenantId }) } as NewJob)
    return noted(tx, cmd, { jobId: made, nowMs, action: 'job.retried', from: state })
  })
}

/**
 * Gives a job up that waits: the runner takes it next and ends it as it ends what failed too
 * often, with all that hangs on it. Throws NotFound, and Conflict for one that does not wait, and
 * for what must happen: removing things, and what the books need.
 */
export function cancelJob(cmd: Command, { jobId, nowMs }: Asked): Promise<JobRecord> {
  return cmd.write((tx) => {
    const { state, kind } = getRow(tx, jobId)
    if (state === 'running') throw unfit('running')
    if (state !== 'queued') throw unfit(state)
    if (!mayEnd.has(kind as JobKind)) throw unfit('must_happen')
    const { failuresMax } = jobPolicies[kind as JobKind]
    queries.updateJob(tx, jobId, { failures: failuresMax, runAfterMs: nowMs })
    return noted(tx, cmd, { jobId, nowMs, action: 'job.cancelled', from: state })
  })
}

/** What reads a file says in the object how it ended, what lists a run says it in the run. */
const endsInDataset: ReadonlySet<JobKind> = new Set([
  'inspect-object',
  'ingest-object',
  'reprocess-dataset',
])
const mayEnd: ReadonlySet<JobKind> = new Set([
  ...endsInDataset,
  'reprocess-object',
  'describe-asset',
])

type Asked = { readonly jobId: string; readonly nowMs: number }

function getRow(db: Db, jobId: string) {
  const row = queries.findJobRow(db, jobId)
  if (!row) throw new NotFound('job')
  return row
}

type Noted = Asked & { action: string; from: JobState }

function noted(tx: Tx, cmd: Command, { jobId, nowMs, action, from }: Noted): JobRecord {
  const job = recordOf(getRow(tx, jobId))
  recordDeed(tx, cmd, {
    atMs: nowMs,
    tenantId: job.tenantId,
    action,
    subject: { type: 'job', id: jobId as JobId },
    details: { from, kind: job.kind },
  })
  return job
}

function unfit(reason: keyof typeof messages): Conflict {
  return new Conflict({ reason, message: messages[reason] })
}

const messages = {
  running: 'This job is running.',
  done: 'This job is done.',
  failed: 'This job was given up.',
  given_up: 'It was given up: have the dataset read anew.',
  must_happen: 'This work must be done.',
} as const
