import { useSignal } from '@preact/signals'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { query, setQuery } from '../../../app/address.ts'
import { FindField } from '../../../ui/find-field.tsx'
import { moment } from '../../../ui/format.ts'
import { More } from '../../../ui/more.tsx'
import { Empty, ScreenHead } from '../../../ui/parts.tsx'
import { Select } from '../../../ui/select.tsx'
import { Show } from '../../../ui/show.tsx'
import { LiveSwitch, useLive } from '../work/live.tsx'
import { LogLines } from './log-lines.tsx'
import { w } from './words.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
const slownesses = [100, 1_000, 10_000] as const
const [linesAtFirst, linesMax] = [200, 1_000]

/** What the server's log says, as it says it: all of it, what is bad, slow, or of one request. */
export function Logs() {
  const live = useLive()
  const limit = useSignal(linesAtFirst)
  const logs = useResource((signal) => {
    live.beat.value
    return kontor.getLogs({ ...filters(), limit: limit.value }, { signal })
  })
  return (
    <>
      <ScreenHead title={w().title}>
        <LiveSwitch live={live} />
      </ScreenHead>
      <Tools />
      <Show of={logs}>
        {({ entries, remembered_since: since }) => (
          <section class="box stack" aria-label={w().title}>
            <p class="faint">{since === null ? w().nothingYet : w().since(moment(since))}</p>
            {entries.length === 0 && <Empty icon="list" title={w().none} hint={w().noneHint} />}
            <LogLines entries={entries} />
            {entries.length === limit.value && limit.value < linesMax && (
              <More
                show={() => {
                  limit.value = linesMax
                }}
              />
            )}
          </section>
        )}
      </Show>
    </>
  )
}

function level(): (typeof levels)[number] {
  return levels.find((one) => one === query.value.get('level')) ?? 'info'
}

function slowness(): number | undefined {
  return slownesses.find((ms) => String(ms) === query.value.get('slow'))
}

function filters() {
  const [request, slow] = [query.value.get('q')?.trim(), slowness()]
  return {
    level: level(),
    ...(request ? { request_id: request } : {}),
    ...(slow === undefined ? {} : { slower_than_ms: slow }),
  }
}

function Tools() {
  return (
    <search class="grid-tools">
      <FindField label={w().request} />
      <Select
        isTool
        label={w().level}
        options={levels.map((one) => [one, w().levels[one]])}
        chosen={level()}
        choose={(one) => setQuery({ level: one === 'info' ? undefined : one })}
      />
      <Select
        isTool
        label={w().slow}
        options={[
          ['', w().anySpeed],
          ...slownesses.map((ms) => [String(ms), w().slower[ms]] as const),
        ]}
        chosen={String(slowness() ?? '')}
        choose={(slow) => setQuery({ slow })}
      />
    </search>
  )
}
