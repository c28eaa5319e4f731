import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor, ownUrl } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { tell } from '../../app/announce.tsx'
import { may } from '../../app/session.ts'
import { moment, money } from '../../ui/format.ts'
import { Problem } from '../../ui/parts.tsx'
import { saveAs } from '../../ui/save-as.ts'
import type { Prices } from '../search/buy-dialog.tsx'
import { w } from './words.ts'

export type Purchase = Reply<'listPurchases'>['purchases'][number]

/** The same once more, for what it costs now. */
export type Again = {
  what: 'file' | 'clip'
  hit: { asset_id: string; title: string; modality: NonNullable<Reply<'readAsset'>['modality']> }
  prices: Prices
  filename: string
}

type FateProps = { purchase: Purchase; buyAgain(order: Again): void }

/** How its delivery ended, whether it can be had once more, and what that costs. */
export function Fate({ purchase, buyAgain }: FateProps) {
  const { is_on_offer: isOnOffer, free_again_until: freeUntil } = purchase
  return (
    <div class="fate">
      <p>{endOf(purchase)}</p>
      <p class="quiet">{nextOf(purchase)}</p>
      {freeUntil !== null && <FetchAgain {...purchase} />}
      {freeUntil === null && isOnOffer && may('search:query') && (
        <BuyAgain purchase={purchase} buyAgain={buyAgain} />
      )}
    </div>
  )
}

function endOf({ outcome, refunded_credits: refunded }: Purchase): string {
  const { sent, aborted, failed, givenBack, unknown } = w().ends
  if (outcome === 'failed') return refunded > 0 ? givenBack(money(refunded)) : failed
  return outcome === 'sent' ? sent : outcome === 'aborted' ? aborted : unknown
}

function nextOf({ is_on_offer: isOnOffer, free_again_until: until }: Purchase): string {
  if (until !== null) return w().next.free(moment(until))
  return isOnOffer ? w().next.once : w().next.offMarket
}

/** What it costs today is asked for when somebody wants it, and said before it is paid. */
function BuyAgain({ purchase, buyAgain }: FateProps) {
  const error = useSignal<Error | undefined>(undefined)
  const ask = async () => {
    error.value = undefined
    const { asset_id, title, filename, modality } = purchase
    const range = rangeOf(purchase)
    const prices = await kontor.getPrices({ asset_id, ...range })
    buyAgain({
      what: 'start_ms' in range ? 'clip' : 'file',
      hit: { asset_id, title: title ?? asset_id, modality: modality as Again['hit']['modality'] },
      prices,
      filename: filename ?? asset_id,
    })
  }
  const onClick = () => {
    ask().catch((thrown: Error) => {
      error.value = thrown
    })
  }
  return (
    <>
      <Problem error={error.value} />
      <button type="button" class="button" onClick={onClick}>
        {w().buyAgain}
      </button>
    </>
  )
}

export function FetchAgain({ look = '', ...purchase }: Purchase & { look?: string }) {
  return (
    <button type="button" class={`button ${look}`} onClick={() => void fetchAgain(purchase)}>
      {w().again}
    </button>
  )
}

/** Its delivery failed on the server's side: the same is given once more for nothing. */
async function fetchAgain(purchase: Purchase): Promise<void> {
  const { asset_id, filename } = purchase
  await tell(async () => {
    const { url } = await kontor.createDownload({ asset_id, ...rangeOf(purchase) })
    saveAs({ url: ownUrl(url), filename: filename ?? asset_id })
    changed('money')
    return w().fetched
  })
}

/** Nothing: the whole file. */
function rangeOf({ start_ms, end_ms }: Purchase) {
  return start_ms === null || end_ms === null ? {} : { start_ms, end_ms }
}
