import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { changed, useResource } from '../../api/resource.ts'
import { go, to } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { may } from '../../app/session.ts'
import { t } from '../../i18n/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { bytes, counted, money, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { InParts } from '../../ui/in-parts.tsx'
import { Badge, Empty, ScreenHead, type Tone } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { type Dataset, DatasetFields, fieldsIn } from './dataset-fields.tsx'
import { housePrice } from './house-price.ts'
import { reasonOf } from './kept-back.ts'
import { PriceMany } from './price-many.tsx'
import { w } from './words.ts'

/** What the house has on offer, or is about to. */
export function Datasets() {
  const datasets = useResource(allDatasets, ['objects', 'datasets'])
  const opened = useSignal<'make' | 'prices' | undefined>(undefined)
  const close = () => {
    opened.value = undefined
  }
  const list = datasets.loaded.value.data ?? []
  const mayWrite = may('datasets:write')
  return (
    <>
      <ScreenHead title={w().title}>
        {mayWrite && list.length > 1 && (
          <button
            type="button"
            class="button"
            onClick={() => {
              opened.value = 'prices'
            }}
          >
            <Icon name="coin" size={16} />
            {w().prices}
          </button>
        )}
        {mayWrite && (
          <button
            type="button"
            class="button button-main"
            onClick={() => {
              opened.value = 'make'
            }}
          >
            {w().make}
          </button>
        )}
      </ScreenHead>
      <Show of={datasets}>
        {(all) =>
          all.length === 0 ? (
            <Empty icon="data" title={w().empty} hint={w().emptyHint} />
          ) : (
            <InParts of={all}>
              {(shown) => (
                <ul class="cards">
                  {shown.map((dataset) => (
                    <li key={dataset.dataset_id}>
                      <DatasetCard {...dataset} />
                    </li>
                  ))}
                </ul>
              )}
            </InParts>
          )
        }
      </Show>
      <Dialog title={w().make} open={opened.value === 'make'} close={close}>
        <Form send={make} submit={w().make}>
          <DatasetFields />
        </Form>
      </Dialog>
      <Dialog title={w().prices} open={opened.value === 'prices'} close={close}>
        <PriceMany datasets={list} close={close} />
      </Dialog>
    </>
  )
}

const pagesMax = 20

export async function allDatasets(until: AbortSignal): Promise<Dataset[]> {
  const all: Dataset[] = []
  let cursor: string | null = null
  for (let page = 0; page < pagesMax; page++) {
    const asked = { limit: 100, ...(cursor === null ? {} : { cursor }) }
    const { datasets, next_cursor } = await kontor.listDatasets(asked, { signal: until })
    all.push(...datasets)
    cursor = next_cursor
    if (cursor === null) break
  }
  return all
}

async function make(given: Readonly<Record<string, string>>): Promise<void> {
  const { dataset_id: id, name } = await kontor.createDataset(fieldsIn(given))
  announce(w().made(name))
  changed('datasets')
  go(`/data/${id}`)
}

export const tones: Readonly<Partial<Record<Dataset['status'], Tone>>> = {
  ingesting: 'info',
  active: 'good',
  paused: 'warn',
  suspended: 'bad',
  pending_deletion: 'bad',
}

function DatasetCard(dataset: Dataset) {
  const { object_states: states } = dataset
  const reason = reasonOf(dataset)
  // The badge says these two, and who finds it stands beside it.
  const isSaid = reason === 'aside' || reason === 'hidden'
  return (
    <article class="card">
      <h2 class="card-title">
        <a class="card-link" href={to(`/data/${dataset.dataset_id}`)}>
          {dataset.name}
        </a>
      </h2>
      <p class="card-text">{dataset.description}</p>
      {reason && !isSaid && <p class="faint">{w().keptBack[reason]}</p>}
      <p class="card-facts">
        <StatusBadge {...dataset} />
        <DatasetFacts {...dataset} />
        {states.staged > 0 && <Badge tone="info">{w().inReview(number(states.staged))}</Badge>}
        {states.failed > 0 && <Badge tone="bad">{w().failed(number(states.failed))}</Badge>}
      </p>
    </article>
  )
}

/** What nobody else finds is on offer to nobody. */
export function StatusBadge(dataset: Dataset) {
  const { status } = dataset
  if (reasonOf(dataset) === 'hidden') return <Badge>{w().own}</Badge>
  return <Badge tone={tones[status] ?? 'neutral'}>{w().statuses[status]}</Badge>
}

function perFile(credits: number | null): string {
  if (credits === null) return housePrice()
  return credits === 0 ? t().free : w().perFile(money(credits))
}

/** Who finds it, what is in it and what a file costs. */
export function DatasetFacts(dataset: Dataset) {
  const { visibility, object_count: count, total_bytes: size, base_price_credits: price } = dataset
  return (
    <>
      <span>{w().found(w().visibilities[visibility])}</span>
      <span class="nums">{counted(w().files, count)}</span>
      <span class="nums">{bytes(size)}</span>
      <span class="nums">{perFile(price)}</span>
    </>
  )
}
