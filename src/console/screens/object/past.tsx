import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { moment } from '../../ui/format.ts'
import { Badge, Box, type Tone } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { unlessLeaving } from './leaving.ts'
import { w } from './words.ts'

const tones: Readonly<Record<string, Tone>> = {
  done: 'good',
  failed: 'bad',
  running: 'info',
  queued: 'neutral',
}

/** What is being done with a file, and who did what to it. */
export function Past({ id }: { id: string }) {
  const past = useResource(
    (signal) => unlessLeaving(id, () => askPast(id, signal)),
    ['objects', 'jobs'],
  )
  return (
    <Show of={past}>
      {({ jobs, deeds }) => (
        <>
          <Box id="work" title={w().work}>
            {jobs.length === 0 && <p class="faint">{w().noWork}</p>}
            <ul class="rows">
              {jobs.map(({ job_id: job, kind, status, error, created_at: since }) => (
                <li key={job} class="row">
                  <div>
                    <p>{w().jobKind(kind)}</p>
                    <p class="faint row-small">{error ?? moment(since)}</p>
                  </div>
                  <Badge tone={tones[status] ?? 'neutral'}>{w().jobs[status]}</Badge>
                </li>
              ))}
            </ul>
          </Box>
          <Box id="history" title={w().history}>
            <ol class="rows">
              {deeds.map(({ audit_id: deed, action, actor, actor_name: who, occurred_at }) => (
                <li key={deed} class="row">
                  <div>
                    <p>
                      {w().by({ what: w().action(action), who: who ?? w().someone[actor.type] })}
                    </p>
                    <p class="faint row-small">{moment(occurred_at)}</p>
                  </div>
                </li>
              ))}
            </ol>
          </Box>
        </>
      )}
    </Show>
  )
}

async function askPast(id: string, signal: AbortSignal) {
  const [{ jobs }, { deeds }] = await Promise.all([
    kontor.listObjectJobs({ id }, { signal }),
    kontor.listObjectHistory({ id, limit: 50 }, { signal }),
  ])
  return { jobs, deeds }
}
