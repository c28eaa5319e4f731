import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { number } from '../../../ui/format.ts'
import { Badge, Box, Empty, Meter, ScreenHead } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'
import { LiveSwitch, useLive } from '../work/live.tsx'
import { afterWork, useWorks } from '../work/use-works.ts'
import { WorkDesk } from '../work/work-desk.tsx'
import { w } from './words.ts'

type State = Reply<'getIndexState'>

const everyMs = 10_000
const modelTones = { serving: 'good', making: 'info', leaving: 'neutral' } as const
const nodeTones = { answers: 'good', loading: 'info', cut_off: 'bad', left_out: 'bad' } as const
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
            {state.search_nodes.length > 0 && <Nodes {...state} />}
          </>
        )}
      </Show>
    </>
  )
}

function Models({ models }: State) {
  return (
    <Box id="models" title={w().models}>
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
    </Box>
  )
}

function Nodes({ search_nodes: nodes }: State) {
  return (
    <Box id="nodes" title={w().nodes}>
      <ul class="rows">
        {nodes.map(({ url, state, trouble, passages, lag_seconds: lag, ...counts }) => (
          <li key={url} class="row">
            <div>
              <p>
                <strong class="mono">{url}</strong>{' '}
                <Badge tone={nodeTones[state]}>{w().standing[state]}</Badge>
              </p>
              {trouble !== null && <p class="row-small">{trouble}</p>}
              <p class="faint row-small">
                {passages !== null && `${w().passages(number(passages))} · `}
                {lag !== null && `${w().lag(number(Math.round(lag * 10) / 10))} · `}
                {w().asked({
                  searches: number(counts.searches),
                  declined: number(counts.declined),
                  failed: number(counts.failed),
                })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Box>
  )
}

function Capabilities({ capabilities }: State) {
  return (
    <Box id="capabilities" title={w().capabilities}>
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
    </Box>
  )
}
