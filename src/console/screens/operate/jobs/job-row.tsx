import type { Reply } from '../../../../client/index.ts'
import { to } from '../../../app/address.ts'
import { counted, moment } from '../../../ui/format.ts'
import { Badge, type Tone } from '../../../ui/parts.tsx'
import { w } from './words.ts'

export type Job = Reply<'listJobs'>['jobs'][number]

const tones = {
  queued: 'neutral',
  running: 'info',
  done: 'good',
  failed: 'bad',
} as const satisfies Record<Job['state'], Tone>

type RowProps = { job: Job; retry(job: Job): Promise<void>; cancel(job: Job): Promise<void> }

/** One job: what it is about, how it went, and what can be done with it. */
export function JobRow({ job, retry, cancel }: RowProps) {
  const { kind, state, attempts, error, subject_id: subject } = job
  const name = w().kinds[kind]
  const mayRetry = state === 'failed' || state === 'queued'
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{name}</strong> <Badge tone={tones[state]}>{w().states[state]}</Badge>
        </p>
        <p class="row-small">
          <Subject id={subject} />
        </p>
        <p class="faint row-small">
          {timesOf(job)} · {counted(w().tries, attempts)}
        </p>
        {error !== null && <p class="row-small">{error}</p>}
      </div>
      <span class="toolbar">
        {mayRetry && (
          <button
            type="button"
            class="button"
            aria-label={`${w().retry}: ${name}`}
            onClick={() => void retry(job)}
          >
            {w().retry}
          </button>
        )}
        {state === 'queued' && (
          <button
            type="button"
            class="button button-bad"
            aria-label={`${w().cancel}: ${name}`}
            onClick={() => void cancel(job)}
          >
            {w().cancel}
          </button>
        )}
      </span>
    </li>
  )
}

/** What has a page of its own is a link to it. */
function Subject({ id }: { id: string }) {
  const folder = id.startsWith('obj_') ? 'objects' : id.startsWith('dset_') ? 'data' : undefined
  if (folder === undefined) return <span class="mono">{id}</span>
  return (
    <a class="mono" href={to(`/${folder}/${id}`)}>
      {id}
    </a>
  )
}

function timesOf({ created_at, started_at, finished_at, next_attempt_at }: Job): string {
  if (finished_at !== null) return w().ended(moment(finished_at))
  if (next_attempt_at !== null) return w().next(moment(next_attempt_at))
  return started_at === null ? w().made(moment(created_at)) : w().begun(moment(started_at))
}
