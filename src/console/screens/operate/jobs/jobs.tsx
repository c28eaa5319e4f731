import { useSignal } from '@preact/signals'
import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { pagesInTurn } from '../../../api/pages.ts'
import { changed, useResource } from '../../../api/resource.ts'
import { query, setQuery } from '../../../app/address.ts'
import { tell } from '../../../app/announce.tsx'
import { counted, number } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { Box, Empty, ScreenHead } from '../../../ui/parts.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Select } from '../../../ui/select.tsx'
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
          <Box id="list" title={counted(w().jobs, total)}>
            {list.length === 0 && <Nothing />}
            <ul class="rows">
              {list.map((job) => (
                <JobRow key={job.job_id} job={job} retry={retry} cancel={cancel} />
              ))}
            </ul>
            {hasMore && <More show={() => void pages.value++} />}
          </Box>
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
  const { all, last, hasMore } = await pagesInTurn(pages, (from) =>
    kontor.listJobs({ ...asked, ...from }, { signal }),
  )
  const { total, counts } = last
  return { list: all.flatMap(({ jobs }) => jobs), total, counts, hasMore }
}

function Tools({ counts }: { counts: Reply<'listJobs'>['counts'] }) {
  const ofState = (wanted: string) =>
    counts.filter(({ state: one }) => one === wanted).reduce((sum, { jobs }) => sum + jobs, 0)
  const options = states.map((one) => {
    const n = one === 'done' ? '' : ` ${number(ofState(one))}`
    return [one, `${w().states[one]}${n}`] as const
  })
  return (
    <div class="toolbar">
      <Segments name="state" legend={w().state} options={options} chosen={state()} />
      <Select
        isTool
        label={w().kind}
        options={[['', w().anyKind], ...Object.entries(w().kinds)]}
        chosen={kind() ?? ''}
        choose={(named) => setQuery({ kind: named })}
      />
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

function retry({ job_id }: Job): Promise<void> {
  return tell(async () => {
    await kontor.retryJob({ job_id })
    changed('jobs')
    return w().retried
  })
}

function cancel({ job_id }: Job): Promise<void> {
  return tell(async () => {
    await kontor.cancelJob({ job_id })
    changed('jobs')
    return w().cancelled
  })
}
