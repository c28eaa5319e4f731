import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Reply } from '../../../client/index.ts'
import { KontorError, kontor, ownUrl } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { refreshBalance } from '../../app/balance.ts'
import { user } from '../../app/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { clock, money, price } from '../../ui/format.ts'
import { Problem } from '../../ui/parts.tsx'
import { saveAs } from '../../ui/save-as.ts'
import type { Hit } from './ask.ts'
import { w } from './words.ts'

export type Prices = Reply<'getPrices'>

export type What = 'file' | 'clip'
/** What can be bought, whether it was found by a search or bought before. */
type Sold = Pick<Hit, 'asset_id' | 'title' | 'modality'>
type Order = { hit: Sold; prices: Prices; searchId?: string | undefined; filename: string }
type Props = { what: What | undefined; order: Order; close(): void }

/** The price before the deed, and what is left after it. Looking costs nothing. */
export function BuyDialog({ what, order, close }: Props) {
  const came = useSignal<Bought | undefined>(undefined)
  const { clip } = order.prices
  const had = what === 'clip' && clip ? kept.get(momentOf(order.hit, clip)) : undefined
  const bought = came.value ?? had
  const leave = () => {
    came.value = undefined
    close()
  }
  return (
    <Dialog title={bought ? w().bought : w().quote} open={what !== undefined} close={leave}>
      {what && (
        <Quote
          what={what}
          order={order}
          bought={bought}
          take={(one) => {
            came.value = one
          }}
          close={leave}
        />
      )}
    </Dialog>
  )
}

type QuoteProps = {
  what: What
  order: Order
  bought: Bought | undefined
  take(bought: Bought): void
  close(): void
}

function Quote({ what, order, bought, take, close }: QuoteProps) {
  const { hit, prices } = order
  const clip = what === 'clip' ? prices.clip : null
  const isBusy = useSignal(false)
  const error = useSignal<Error | undefined>(undefined)
  const risen = useSignal<number | undefined>(undefined)
  const credits = risen.value ?? clip?.credits ?? prices.file.credits
  const left = prices.available_credits - credits
  // Somebody else of the house may have spent it meanwhile.
  const isTooDear = left < 0 || isUnpaid(error.value)
  const onBuy = async () => {
    if (isBusy.value) return
    isBusy.value = true
    error.value = undefined
    try {
      const link = await mint(order, clip)
      // Nobody pays more than stood on the button: what costs more by now is asked anew.
      if (link.estimated_credits > credits) risen.value = link.estimated_credits
      else {
        take(await fetchBought(link, { order, clip }))
        announce(clip ? w().boughtClip : w().boughtFile)
      }
      changed('money')
      await refreshBalance()
    } catch (thrown) {
      error.value = thrown as Error
      if (isUnpaid(thrown)) changed('money')
    } finally {
      isBusy.value = false
    }
  }
  return (
    <div class="quote">
      <p class="quote-what" dir="auto">
        {hit.title}
      </p>
      <dl class="quote-lines">
        <div>
          <dt>{clip ? w().clip(`${clock(clip.start_ms)}–${clock(clip.end_ms)}`) : w().file}</dt>
          <dd class="nums">{price(credits)}</dd>
        </div>
        {!bought && (
          <div>
            <dt>{w().left}</dt>
            <dd class="nums">{money(left)}</dd>
          </div>
        )}
      </dl>
      {bought && <p class="hint">{clip ? w().boughtClip : w().boughtFile}</p>}
      {!bought && <Asked {...prices} />}
      {prices.own && <p class="hint">{w().own}</p>}
      {isTooDear && !bought && (
        <p class="hint">
          {w().tooDear} <a href={to('/spend?redeem=1')}>{w().topUp}</a>
        </p>
      )}
      {risen.value !== undefined && !bought && (
        <p class="hint" role="alert">
          {w().risen}
        </p>
      )}
      <Problem error={error.value} />
      {bought ? (
        <Delivered bought={bought} hit={hit} close={close} />
      ) : (
        <div class="dialog-end">
          <button type="button" class="button" onClick={close}>
            {w().cancel}
          </button>
          <button
            type="button"
            class="button button-main"
            disabled={left < 0}
            aria-disabled={isBusy.value}
            onClick={() => void onBuy()}
          >
            {w().buy} · {price(credits)}
          </button>
        </div>
      )}
    </div>
  )
}

/** The catalogue has what is asked for a file: where it costs something else, why. */
function Asked({ own, pricing_model: model, file }: Prices) {
  if (own || model === 'fixed' || file.credits === file.base_credits) return null
  return <p class="hint">{w().asked[model](money(file.base_credits))}</p>
}

function isUnpaid(error: unknown): boolean {
  return error instanceof KontorError && error.status === 402
}

/** What came: a moment that plays here, or a name on the disk. */
type Bought = { url?: string; filename: string }
type Clip = Prices['clip']
type Link = Reply<'createDownload'>

/** Moments that somebody bought play again for nothing, as long as this window is there. */
const kept = new Map<string, Bought>()

function momentOf({ asset_id: id }: Sold, { start_ms: from, end_ms: end }: NonNullable<Clip>) {
  return `${user.peek()?.user_id} ${id} ${from}-${end}`
}

export function isKept(hit: Sold, clip: NonNullable<Clip>): boolean {
  return kept.has(momentOf(hit, clip))
}

function mint({ hit, searchId }: Order, clip: Clip): Promise<Link> {
  const range = clip ? { start_ms: clip.start_ms, end_ms: clip.end_ms } : {}
  return kontor.createDownload({ asset_id: hit.asset_id, search_id: searchId, ...range })
}

async function fetchBought(
  link: Link,
  { order, clip }: { order: Order; clip: Clip },
): Promise<Bought> {
  const { hit, filename } = order
  const url = ownUrl(link.url)
  if (!clip && link.size_bytes > inWindowBytes) {
    saveAs({ url, filename })
    setTimeout(() => changed('money'), chargedAfterMs)
    return { filename }
  }
  // The link is good for once: what it gives is kept, a moment to be played, a file to be saved.
  const response = await kontor.fetchUrl(url)
  const bought = { url: URL.createObjectURL(await response.blob()), filename }
  if (clip) {
    kept.set(momentOf(hit, clip), bought)
    return bought
  }
  saveAs(bought)
  URL.revokeObjectURL(bought.url)
  return { filename }
}

/** What is larger the browser takes to the disk by itself, and the page hears nothing of it. */
const inWindowBytes = 64 * 1024 * 1024
const chargedAfterMs = 3_000

type DeliveredProps = { bought: Bought; hit: Sold; close(): void }

function Delivered({ bought: { url, filename }, hit, close }: DeliveredProps) {
  const onward = useRef<HTMLAnchorElement>(null)
  // What was pressed is gone.
  useEffect(() => onward.current?.focus(), [])
  return (
    <>
      {url !== undefined && hit.modality === 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: what is said is the passage beside it
        <audio class="quote-film" src={url} controls autoplay />
      )}
      {url !== undefined && hit.modality !== 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: what is said is the passage beside it
        <video class="quote-film" src={url} controls autoplay />
      )}
      <div class="dialog-end">
        {url !== undefined && (
          <a class="button" href={url} download={filename}>
            {w().save}
          </a>
        )}
        <a ref={onward} class="button button-main" href={to('/purchases')} onClick={close}>
          {w().receipt}
        </a>
      </div>
    </>
  )
}
