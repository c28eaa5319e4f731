import { useSignal } from '@preact/signals'
import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { changed, useResource } from '../../../api/resource.ts'
import { query, setQuery } from '../../../app/address.ts'
import { announce } from '../../../app/announce.tsx'
import { t } from '../../../i18n/index.ts'
import { counted, number } from '../../../ui/format.ts'
import { Empty, ScreenHead } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { LiveSwitch, useLive } from '../work/live.tsx'
import { type Job, JobRow } from './job-row.tsx'
import { w } from './words.ts'

type Kind = Job['kind']

const states = ['failed', 'queued', 'running', 'done'] as const
const rowsAtOnce = 50

/** What the server has to do, does, did and gave up; one is tried again, or given up. */
export function Jobs() {
  const live = useLive()
  const pages = useSignal(1)
  const jobs = useResource(
    (until) => {
      // What is done stays so, and there is much of it.
      if (state() !== 'done') live.beat.value
      return ask(pages.value, until)
    },
    ['jobs'],
  )
  const counts = jobs.loaded.value.data?.counts ?? []
  return (
    <>
      <ScreenHead title={w().title}>
        <LiveSwitch live={live} />
      </ScreenHead>
      <Tools counts={counts} />
      <Show of={jobs}>
        {({ list, hasMore, total }) => (
          <section class="box" aria-labelledby="list">
            <h2 id="list">{counted(w().jobs, total)}</h2>
            {list.length === 0 && <Nothing />}
            <ul class="rows">
              {list.map((job) => (
                <JobRow key={job.job_id} job={job} retry={retry} cancel={cancel} />
              ))}
            </ul>
            {hasMore && (
              <button type="button" class="button" onClick={() => void pages.value++}>
                {t().buttons.more}
              </button>
            )}
          </section>
        )}
      </Show>
    </>
  )
}

function state(): (typeof states)[number] {
  return states.find((one) => one === query.value.get('state')) ?? 'failed'
}

function kind(): Kind | undefined {
  const named = query.value.get('kind')
  return named !== null && named in w().kinds ? (named as Kind) : undefined
}

async function ask(pages: number, signal: AbortSignal) {
  const [chosen, named] = [state(), kind()]
  const asked = { state: chosen, ...(named && { kind: named }), limit: rowsAtOnce }
  const list: Job[] = []
  let answer: Reply<'listJobs'> | undefined
  for (let page = 0; page < pages && answer?.next_cursor !== null; page++) {
    const from = answer ? { cursor: answer.next_cursor } : {}
    answer = await kontor.listJobs({ ...asked, ...from }, { signal })
    list.push(...answer.jobs)
  }
  const { total = 0, counts = [], next_cursor: cursor = null } = answer ?? {}
  return { list, total, counts, hasMore: cursor !== null }
}

function Tools({ counts }: { counts: Reply<'listJobs'>['counts'] }) {
  const ofState = (wanted: string) =>
    counts.filter(({ state: one }) => one === wanted).reduce((sum, { jobs }) => sum + jobs, 0)
  const chosen = state()
  return (
    <div class="toolbar">
      <fieldset class="segments">
        <legend class="sr">{w().state}</legend>
        {states.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="state"
              checked={one === chosen}
              onChange={() => setQuery({ state: one === 'failed' ? undefined : one })}
            />
            <span>
              {w().states[one]}
              {one !== 'done' && ` ${number(ofState(one))}`}
            </span>
          </label>
        ))}
      </fieldset>
      <label class="field field-line">
        <span class="sr">{w().kind}</span>
        <select
          value={kind() ?? ''}
          onChange={({ currentTarget: { value } }) => setQuery({ kind: value })}
        >
          <option value="">{w().anyKind}</option>
          {Object.entries(w().kinds).map(([name, word]) => (
            <option key={name} value={name} selected={name === kind()}>
              {word}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function Nothing() {
  const isGood = state() === 'failed'
  return (
    <Empty
      icon={isGood ? 'check' : 'list'}
      title={isGood ? w().noneFailed : w().none}
      hint={isGood ? w().noneFailedHint : w().noneHint}
    />
  )
}

async function retry({ job_id }: Job): Promise<void> {
  await tell(kontor.retryJob({ job_id }), w().retried)
}

async function cancel({ job_id }: Job): Promise<void> {
  await tell(kontor.cancelJob({ job_id }), w().cancelled)
}

async function tell(deed: Promise<unknown>, said: string): Promise<void> {
  try {
    await deed
    announce(said)
    changed('jobs')
  } catch (error) {
    announce((error as Error).message, 'bad')
  }
}
