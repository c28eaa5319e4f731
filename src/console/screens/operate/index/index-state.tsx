import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { number } from '../../../ui/format.ts'
import { Badge, Empty, Meter, ScreenHead } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { LiveSwitch, useLive } from '../work/live.tsx'
import { afterWork, useWorks } from '../work/use-works.ts'
import { WorkDesk } from '../work/work-desk.tsx'
import { w } from './words.ts'

type State = Reply<'getIndexState'>

const everyMs = 10_000
const modelTones = { serving: 'good', making: 'info', leaving: 'neutral' } as const
const capabilityTones = { ready: 'good', off: 'neutral', broken: 'bad' } as const

/** How far the index is, which models there are, and what can be done with both. */
export function IndexState() {
  const live = useLive(everyMs)
  const works = useWorks()
  const index = useResource(
    (signal) => {
      live.beat.value
      return kontor.getIndexState(undefined, { signal })
    },
    [afterWork],
  )
  return (
    <>
      <ScreenHead title={w().title}>
        <LiveSwitch live={live} />
      </ScreenHead>
      <WorkDesk title={w().works} works={works} kinds={['index_verify', 'index_rebuild']} />
      <Show of={index}>
        {(state) => (
          <>
            <Models {...state} />
            <Capabilities {...state} />
          </>
        )}
      </Show>
    </>
  )
}

function Models({ models }: State) {
  return (
    <section class="box" aria-labelledby="models">
      <h2 id="models">{w().models}</h2>
      {models.length === 0 && <Empty icon="data" title={w().none} hint={w().noneHint} />}
      <ul class="rows">
        {models.map(({ name, state, done, total, dimensions, sha256 }) => (
          <li key={sha256} class="row">
            <div>
              <p>
                <strong>{name}</strong> <Badge tone={modelTones[state]}>{w().states[state]}</Badge>
              </p>
              <p class="faint row-small">
                {w().done({ done: number(done), total: number(total) })} ·{' '}
                {w().dimensions(number(dimensions))}
              </p>
              <Meter value={done} max={total} label={name} />
              <p class="mono faint row-small">{sha256}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Capabilities({ capabilities }: State) {
  return (
    <section class="box" aria-labelledby="capabilities">
      <h2 id="capabilities">{w().capabilities}</h2>
      <ul class="rows">
        {capabilities.map(({ name, state, detail, remedy }) => (
          <li key={name} class="row">
            <div>
              <p>
                <strong>{name}</strong>{' '}
                <Badge tone={capabilityTones[state]}>{w().capable[state]}</Badge>
              </p>
              <p class="row-small">{detail}</p>
              {remedy !== null && <p class="row-small quiet">{remedy}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
