import { useComputed, useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { query, setQuery, to } from '../../app/address.ts'
import type { ScreenProps } from '../../app/screen.ts'
import { may } from '../../app/session.ts'
import { Form, type Given, Input } from '../../ui/form.tsx'
import { money, number, price as priceOf } from '../../ui/format.ts'
import { Badge, Box, Empty, Meter, ScreenHead, Skeleton, Tile } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { Show } from '../../ui/show.tsx'
import {
  type Asked,
  askedIn,
  type Dataset,
  type Line,
  type Model,
  models,
  type Simulation,
  simulate,
} from './candidates.ts'
import { SetPrice } from './set-price.tsx'
import { setTitleOf } from './set-title.ts'
import { w } from './words.ts'

/** What another price would have brought: looked at before it is set. */
export function Prices({ params: { id = '' } }: ScreenProps) {
  const dataset = useResource((until) => kontor.getDataset({ id }, { signal: until }), ['datasets'])
  return (
    <>
      <p>
        <a href={to(`/data/${id}`)}>{w().back}</a>
      </p>
      <Show of={dataset} isScreen waiting={<Skeleton lines={4} tall />}>
        {(data) => (
          <>
            <ScreenHead title={w().of(data.name)} />
            <p class="prose quiet">{w().hint}</p>
            <Inside key={String(data.base_price_credits)} dataset={data} />
          </>
        )}
      </Show>
    </>
  )
}

function Inside({ dataset }: { dataset: Dataset }) {
  // What is chosen in a dialog asks nothing new.
  const text = useComputed(() => JSON.stringify(askedIn(query.value, dataset)))
  const asked = JSON.parse(text.value) as Asked
  const simulation = useResource(
    (until) => simulate(dataset, JSON.parse(text.value) as Asked, until),
    ['money'],
  )
  const setting = useSignal<Line | undefined>(undefined)
  const set = (line: Line) => {
    setting.value = line
  }
  return (
    <>
      <Show of={simulation} waiting={<Skeleton lines={1} tall />}>
        {(data) => <Tiles {...data} />}
      </Show>
      <div class="prices">
        <section class="box" aria-label={w().price}>
          <Try key={`${asked.credits} ${asked.model}`} asked={asked} dataset={dataset} />
        </section>
        <Box id="table" title={w().table}>
          <p class="faint row-small">{w().yourPart}</p>
          {simulation.loaded.value.data ? (
            <Lines data={simulation.loaded.value.data} dataset={dataset} asked={asked} set={set} />
          ) : (
            <Skeleton lines={9} />
          )}
        </Box>
      </div>
      <SetPrice
        line={setting.value}
        dataset={dataset}
        close={() => {
          setting.value = undefined
        }}
      />
    </>
  )
}

function Try({ asked, dataset }: { asked: Asked; dataset: Dataset }) {
  const model = useSignal<Model>(asked.model)
  const credits = asked.credits ?? dataset.base_price_credits
  const send = async ({ price = '' }: Given) => {
    setQuery({ price: String(Math.round(Number(price) * 100)), model: model.value })
  }
  return (
    <Form send={send} submit={w().try}>
      <Input
        label={w().price}
        hint={w().priceHint}
        name="price"
        type="number"
        min={0}
        step={0.01}
        defaultValue={credits === null ? '' : (credits / 100).toFixed(2)}
        required
      />
      <Select
        label={w().model}
        hint={w().modelHints[model.value]}
        name="model"
        options={models.map((one) => [one, w().models[one]])}
        chosen={model.value}
        choose={(one) => {
          model.value = one
        }}
      />
    </Form>
  )
}

function Tiles({ downloads, capped, actual }: Simulation) {
  return (
    <>
      <div class="tiles">
        <Tile
          label={w().downloads}
          value={number(downloads)}
          note={capped ? w().capped(number(downloads)) : w().downloadsNote}
        />
        <Tile label={w().brought} value={money(actual.gross_credits)} note={w().broughtNote} />
        <Tile label={w().yours} value={money(actual.seller_credits)} note={w().yoursNote} />
      </div>
      {downloads === 0 && <Empty icon="coin" title={w().empty} hint={w().emptyHint} />}
    </>
  )
}

type LinesProps = { data: Simulation; dataset: Dataset; asked: Asked; set(line: Line): void }

function Lines({ data: { actual, simulated }, dataset, asked, set }: LinesProps) {
  const now = dataset.base_price_credits
  const most = Math.max(1, ...simulated.map(({ seller_credits: yours }) => yours))
  const mayWrite = may('datasets:write')
  return (
    <ul class="ranks">
      {simulated.map((line) => {
        const price = priceOf(line.base_price_credits)
        return (
          <li key={line.base_price_credits} class="price-line">
            <span>
              <strong class="nums">{price}</strong>{' '}
              {line.base_price_credits === now && <Badge>{w().current}</Badge>}{' '}
              {line.base_price_credits === asked.credits && <Badge tone="info">{w().tried}</Badge>}
            </span>
            <span class="toolbar">
              <span class="nums">
                <span class="faint">{differenceOf(line, actual)}</span> {money(line.seller_credits)}
              </span>
              {mayWrite && !isNow(line, dataset) && (
                <button
                  type="button"
                  class="button"
                  aria-label={setTitleOf(line)}
                  onClick={() => set(line)}
                >
                  {w().set}
                </button>
              )}
            </span>
            <Meter value={line.seller_credits} max={most} label={price} />
          </li>
        )
      })}
    </ul>
  )
}

function isNow(line: Line, { base_price_credits: price, pricing_model: model }: Dataset): boolean {
  return line.base_price_credits === price && line.pricing_model === model
}

function differenceOf(line: Line, actual: Simulation['actual']): string {
  const by = line.seller_credits - actual.seller_credits
  if (by === 0) return w().same
  return by > 0 ? w().more(money(by)) : w().less(money(-by))
}
