import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { pagesTogether } from '../../api/pages.ts'
import { useResource } from '../../api/resource.ts'
import { query, setQuery } from '../../app/address.ts'
import { tell } from '../../app/announce.tsx'
import { me } from '../../app/session.ts'
import { FindField } from '../../ui/find-field.tsx'
import { counted } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
import { Badge, Empty, Skeleton } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { BuyLicence } from './buy-licence.tsx'
import { boughtIds, fetchLicensed, type Licence } from './licence.ts'
import { OfferLicence } from './offer-licence.tsx'
import { sol } from './sol.ts'
import { w } from './words.ts'

const cardsAtOnce = 24

/** What others offer and what is one's own: the newest first, or what answers some words. */
export function Offers({ balance }: { balance: number }) {
  const pages = useSignal(1)
  const buying = useSignal<Licence | undefined>(undefined)
  const offers = useResource(
    async (signal) => {
      const q = query.value.get('q')?.trim() ?? ''
      const [found, bought] = await Promise.all([
        ask({ q, pages: pages.value }, signal),
        boughtIds(signal),
      ])
      return { ...found, bought, q }
    },
    ['sol'],
  )
  return (
    <>
      <search class="grid-tools">
        <FindField label={w().find} />
        <OfferLicence />
      </search>
      <Show of={offers} waiting={<Skeleton lines={4} tall />}>
        {({ items, hasMore, bought, q }) => (
          <>
            {items.length === 0 && <Nothing isAsked={q !== ''} />}
            <ul class="cards">
              {items.map((licence) => (
                <li key={licence.asset_id}>
                  <Card
                    licence={licence}
                    isBought={bought.has(licence.asset_id)}
                    buy={() => {
                      buying.value = licence
                    }}
                  />
                </li>
              ))}
            </ul>
            {hasMore && <More show={() => void pages.value++} />}
          </>
        )}
      </Show>
      <BuyLicence
        licence={buying.value}
        balance={balance}
        close={() => {
          buying.value = undefined
        }}
      />
    </>
  )
}

type Found = { items: readonly Licence[]; hasMore: boolean }

/** From the newest or the best on. */
async function ask(asked: { q: string; pages: number }, signal: AbortSignal): Promise<Found> {
  const { q, pages } = asked
  const limit = cardsAtOnce
  const lists = await pagesTogether(pages, async (index) => {
    const page = index + 1
    if (q !== '') return kontor.searchLicensedPost({ query: q, page, limit }, { signal })
    return (await kontor.listMicroip({ page, limit }, { signal })).items
  })
  return { items: lists.flat(), hasMore: lists.at(-1)?.length === limit }
}

function Nothing({ isAsked }: { isAsked: boolean }) {
  if (!isAsked) return <Empty icon="seal" title={w().noOffers} hint={w().noOffersHint} />
  return (
    <Empty icon="search" title={w().noneFound} hint={w().noneFoundHint}>
      <button type="button" class="button" onClick={() => setQuery({ q: undefined })}>
        {w().showAll}
      </button>
    </Empty>
  )
}

type CardProps = { licence: Licence; isBought: boolean; buy(): void }

function Card({ licence, isBought, buy }: CardProps) {
  const { micro_ip: ip, owner_tenant_id: owner, total_downloads: fetched } = licence
  // Whoever of the house offers it: nobody buys of their own.
  const isOwn = owner === me.value?.tenant.tenant_id
  return (
    <article class="card">
      <h2 class="card-title">{ip.name}</h2>
      <div class="stack">
        <p class="card-text">{ip.long_summary || ip.description}</p>
        {ip.questions.length > 0 && (
          <div class="faint row-small">
            <p>{w().questions}</p>
            <ul class="dots">
              {ip.questions.slice(0, 2).map((question) => (
                <li key={question}>{question}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div class="card-facts">
        <Badge tone="info">{w().types[ip.license_type]}</Badge>
        {isOwn && <Badge>{w().own}</Badge>}
        {isOwn && !licence.is_sellable && <Badge tone="warn">{w().unsellable}</Badge>}
        {isBought && <Badge tone="good">{w().have}</Badge>}
        {ip.metadata_status === 'waiting' && <span>{w().waiting}</span>}
        {fetched > 0 && <span>{counted(w().sold, fetched)}</span>}
        <span class="card-deed">
          {isOwn || isBought ? (
            <button type="button" class="button" onClick={() => void fetchFree(licence)}>
              {isBought ? w().again : w().fetch}
            </button>
          ) : (
            <button type="button" class="button button-main" onClick={buy}>
              {w().buy(sol(ip.price))}
            </button>
          )}
        </span>
      </div>
    </article>
  )
}

async function fetchFree({ asset_id, metadata: { file_name: filename } }: Licence): Promise<void> {
  await tell(async () => {
    await fetchLicensed({ asset_id, filename, max_price: 0 })
    return w().fetched
  })
}
