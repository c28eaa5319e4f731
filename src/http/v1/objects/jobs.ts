import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { ContentJob } from '../../../domain/catalog/index.ts'
import { jobKinds } from '../../../domain/outbox/index.ts'
import { idText, timestamp } from '../../fields.ts'
import { get } from '../../route.ts'
import { lastEventId, streamFor } from '../../streams/stream-for.ts'
import { PartReply } from './objects.schema.ts'

const JobParams = z.object({ job_id: idText })

export const JobReply = z
  .object({
    job_id: z.string(),
    kind: z.enum(jobKinds),
    status: z.enum(['queued', 'running', 'done', 'failed']),
    object_id: z.string().nullable().meta({ description: 'Null for work on a whole dataset' }),
    dataset_id: z.string(),
    attempts: z.int(),
    error: z.string().nullable(),
    warnings: z
      .array(z.string())
      .meta({ description: 'What indexing found odd about its object, as that shows it, too' }),
    partial: PartReply,
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    next_attempt_at: timestamp.nullable(),
  })
  .meta({ id: 'Job' })

export const getJob = get('/v1/jobs/:job_id', {
  id: 'getJob',
  summary: 'How far enqueued work is; finished jobs are kept for 30 days',
  description: 'Only the tenant whose work it is sees it.',
  tag: 'Jobs',
  access: { scope: 'datasets:read' },
  params: JobParams,
  reply: JobReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.catalog.getJob(principal, { jobId: params.job_id }),
  present: presentJob,
})

export const streamJob = get('/v1/jobs/:job_id/events', {
  id: 'streamJob',
  summary: 'The same each time it changes, until the work is over (server-sent events)',
  description:
    'Each message is a job as above; the stream ends after the one that is done or failed. Who ' +
    'asks again with the Last-Event-ID of that one gets 204, after which a browser asks no more.',
  tag: 'Jobs',
  access: { scope: 'datasets:read' },
  params: JobParams,
  reply: null,
  errors: [400, 401, 403, 404, 429, 503],
  raw: true,
  isWork: true,
  media: ['text/event-stream'],
  also: { 204: 'It is over, and this caller has heard how' },
  run({ rooms, principal, params: { job_id: jobId }, http }) {
    const first = rooms.catalog.getJob(principal, { jobId })
    let last = lastEventId(http.ctx)
    if (isOver(first) && last === versionOf(first)) {
      http.ctx.status = 204
      return
    }
    const { stream, attendance } = streamFor({ rooms, principal, http })
    const tell = (job: ContentJob) => {
      const id = versionOf(job)
      if (last !== id) void stream.send({ id, data: presentJob(job) })
      last = id
      if (isOver(job)) stream.end()
    }
    const look = () => {
      try {
        tell(rooms.catalog.getJob(attendance.principal(), { jobId }))
      } catch {
        // It was forgotten, or is about what the caller may not see any more.
        stream.end()
      }
    }
    const following = rooms.outbox.followJob(jobId, look)
    stream.onClose(() => following[Symbol.dispose]())
    tell(first)
  },
})

function isOver({ state }: ContentJob): boolean {
  return state === 'done' || state === 'failed'
}

/** Another one for each change that shows. */
function versionOf({ state, attempts, nextAttemptAtMs }: ContentJob): string {
  return [state, attempts, nextAttemptAtMs ?? ''].join('.')
}

export function presentJob(job: ContentJob) {
  return {
    job_id: job.jobId,
    kind: job.kind,
    status: job.state,
    object_id: job.objectId,
    dataset_id: job.datasetId,
    attempts: job.attempts,
    error: errorFor(job),
    warnings: job.warnings,
    partial: job.part,
    created_at: isoOf(job.createdAtMs),
    started_at: isoOrNull(job.startedAtMs),
    finished_at: isoOrNull(job.finishedAtMs),
    next_attempt_at: isoOrNull(job.nextAttemptAtMs),
  }
}

/** What went wrong in detail may name files of this machine: it stays in the log. */
function errorFor({ state, attempts }: ContentJob): string | null {
  if (state !== 'failed') return null
  return `This work was given up after ${attempts} attempts.`
}
