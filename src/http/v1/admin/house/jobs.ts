import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../../base/clock.ts'
import { type JobRecord, jobKinds, jobStates } from '../../../../domain/outbox/index.ts'
import { idText, oneOf, pageEnd, pageQuery, timestamp } from '../../../fields.ts'
import { get, post } from '../../../route.ts'

const JobParams = z.object({ job_id: idText })
const JobsQuery = z.object({
  ...pageQuery,
  state: oneOf(jobStates).default('failed'),
  kind: oneOf(jobKinds).optional(),
})

const JobReply = z
  .object({
    job_id: z.string(),
    kind: z.enum(jobKinds),
    state: z.enum(jobStates),
    tenant_id: z.string().nullable(),
    subject_id: z.string().meta({ description: 'The object, dataset or file that it is about' }),
    attempts: z.int(),
    error: z.string().nullable().meta({ description: 'Of the last attempt' }),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    next_attempt_at: timestamp.nullable(),
  })
  .meta({ id: 'AnyJob' })

const JobsReply = z
  .object({
    jobs: z.array(JobReply),
    ...pageEnd,
    counts: z
      .array(z.object({ kind: z.enum(jobKinds), state: z.enum(jobStates), jobs: z.int() }))
      .meta({ description: 'Of all kinds that wait, run or were given up' }),
  })
  .meta({ id: 'AnyJobs' })

export const listJobs = get('/v1/admin/jobs', {
  id: 'listJobs',
  summary: 'The work of all tenants that is in a state, the newest first',
  description: 'What has ended is kept for 30 days.',
  tag: 'Administration',
  access: 'platform_admin',
  query: JobsQuery,
  reply: JobsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.outbox.pageOfJobs(principal, query),
  present: ({ jobs, total, nextCursor, tally }) => ({
    jobs: jobs.map(presentAnyJob),
    total,
    next_cursor: nextCursor,
    counts: tally.map(({ kind, state, jobs: n }) => ({ kind, state, jobs: n })),
  }),
})

export const retryJob = post('/v1/admin/jobs/:job_id/retry', {
  id: 'retryJob',
  summary: 'Have a job tried at once that waits or was given up',
  description:
    'Of one that was given up another one is made, which is in the answer. 409 for one that runs ' +
    'or is done, and where a file or a run over a dataset was given up: the file is marked, the ' +
    'run is over, and POST /v1/datasets/{id}/reprocess reads anew.',
  tag: 'Administration',
  access: 'platform_admin',
  params: JobParams,
  reply: JobReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) => rooms.outbox.retryJob(cmd, params.job_id),
  present: presentAnyJob,
})

export const cancelJob = post('/v1/admin/jobs/:job_id/cancel', {
  id: 'cancelJob',
  summary: 'Give a job up that waits',
  description:
    'It ends as one that failed too often, as soon as it is taken, with all that hangs on it. ' +
    '409 for one that does not wait, and for what must happen: removals, and the books.',
  tag: 'Administration',
  access: 'platform_admin',
  params: JobParams,
  reply: JobReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) => rooms.outbox.cancelJob(cmd, params.job_id),
  present: presentAnyJob,
})

function presentAnyJob(job: JobRecord) {
  return {
    job_id: job.jobId,
    kind: job.kind,
    state: job.state,
    tenant_id: job.tenantId,
    subject_id: job.subjectId,
    attempts: job.attempts,
    error: job.error,
    created_at: isoOf(job.createdAtMs),
    started_at: isoOrNull(job.startedAtMs),
    finished_at: isoOrNull(job.finishedAtMs),
    next_attempt_at: isoOrNull(job.nextAttemptAtMs),
  }
}
