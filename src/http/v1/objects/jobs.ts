import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { ContentJob } from '../../../domain/catalog/index.ts'
import { jobKinds } from '../../../domain/outbox/index.ts'
import { idText, timestamp } from '../../fields.ts'
import { route } from '../../route.ts'

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
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    next_attempt_at: timestamp.nullable(),
  })
  .meta({ id: 'Job' })

export const getJob = route({
  id: 'getJob',
  method: 'get',
  path: '/v1/jobs/:job_id',
  summary: 'How far enqueued work is; finished jobs are kept for 30 days',
  description: 'Only the tenant whose work it is sees it.',
  tag: 'Jobs',
  access: { scope: 'datasets:read' },
  params: JobParams,
  status: 200,
  reply: JobReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.catalog.getJob(principal, { jobId: params.job_id }),
  present: presentJob,
})

export function presentJob(job: ContentJob) {
  return {
    job_id: job.jobId,
    kind: job.kind,
    status: job.state,
    object_id: job.objectId,
    dataset_id: job.datasetId,
    attempts: job.attempts,
    error: errorFor(job),
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
