import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { pagesInTurn } from '../../api/pages.ts'
import { useResource } from '../../api/resource.ts'
import { query, setQuery, to } from '../../app/address.ts'
import { bytes, number, price } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { More } from '../../ui/more.tsx'
import { Badge, Empty, ScreenHead, Skeleton } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

export type CatalogDataset = Reply<'listCatalog'>['datasets'][number]

const cardsAtOnce = 100

/** What is on offer, by whom, and what it costs. */
export function Catalog() {
  const pages = useSignal(1)
  const found = useResource((until) => ask(pages.value, until), ['access'])
  const q = query.value.get('q') ?? ''
  return (
    <>
      <ScreenHead title={w().title}>
        <label class="filter">
          <Icon name="search" size={16} />
          <span class="sr">{w().filter}</span>
          <input
            type="search"
            value={q}
            placeholder={w().filter}
            onChange={({ currentTarget }) => setQuery({ q: currentTarget.value.trim() })}
          />
        </label>
      </ScreenHead>
      <Show of={found} waiting={<Skeleton lines={4} tall />}>
        {({ datasets, hasMore }) =>
          datasets.length === 0 ? (
            <Empty
              icon="shop"
              title={q === '' ? w().empty : w().none}
              hint={q === '' ? w().emptyHint : w().noneHint}
            />
          ) : (
            <>
              <ul class="cards">
                {datasets.map((dataset) => (
                  <li key={dataset.dataset_id}>
                    <Card dataset={dataset} />
                  </li>
                ))}
              </ul>
              {hasMore && <More show={() => void pages.value++} />}
            </>
          )
        }
      </Show>
    </>
  )
}

async function ask(pages: number, signal: AbortSignal) {
  const q = query.value.get('q')
  const asked = { limit: cardsAtOnce, ...(q ? { q } : {}) }
  const { all, hasMore } = await pagesInTurn(pages, (from) =>
    kontor.listCatalog({ ...asked, ...from }, { signal }),
  )
  return { datasets: all.flatMap((page) => page.datasets), hasMore }
}

function Card({ dataset }: { dataset: CatalogDataset }) {
  return (
    <article class="card">
      <h2>
        <a class="card-link" dir="auto" href={to(`/catalog/${dataset.dataset_id}`)}>
          {dataset.name}
        </a>
      </h2>
      <p class="card-text" dir="auto">
        {dataset.description}
      </p>
      <Facts dataset={dataset} />
    </article>
  )
}

/** What there is of it, and for how much. */
export function Facts({ dataset }: { dataset: CatalogDataset }) {
  const { prices } = dataset
  return (
    <p class="card-facts">
      <Access dataset={dataset} />
      <span>{w().by(dataset.provider_name)}</span>
      <span>{w().objects(dataset.object_count, number(dataset.object_count))}</span>
      <span>{w().passages(dataset.passage_count, number(dataset.passage_count))}</span>
      <span>{bytes(dataset.total_bytes)}</span>
      <span class="nums">{w().filePrice(price(prices.download_credits))}</span>
      <span class="nums">{w().passagePrice(price(prices.retrieval_credits))}</span>
    </p>
  )
}

export function Access({ dataset }: { dataset: CatalogDataset }) {
  const { access, access_request_status: asked } = dataset
  if (access === 'by_request' && asked !== null) {
    const tone = asked === 'rejected' ? 'bad' : asked === 'pending' ? 'warn' : 'good'
    return <Badge tone={tone}>{w().requests[asked]}</Badge>
  }
  return <Badge tone={access === 'by_request' ? 'neutral' : 'good'}>{w().access[access]}</Badge>
}
