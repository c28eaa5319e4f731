import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { KontorError, kontor, ownUrl } from '../../api/kontor.ts'
import { changed } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { refreshBalance } from '../../app/balance.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { clock, money } from '../../ui/format.ts'
import { Problem } from '../../ui/parts.tsx'
import { saveAs } from '../../ui/save-as.ts'
import type { Hit } from './ask.ts'
import type { Prices } from './asset-panel.tsx'
import { w } from './words.ts'

export type What = 'file' | 'clip'
type Order = { hit: Hit; prices: Prices; searchId: string; filename: string }
type Props = { what: What | undefined; order: Order; close(): void }

/** The price before the deed, and what is left after it. Looking costs nothing. */
export function BuyDialog({ what, order, close }: Props) {
  return (
    <Dialog title={w().quote} open={what !== undefined} close={close}>
      {what && <Quote what={what} order={order} close={close} />}
    </Dialog>
  )
}

type QuoteProps = { what: What; order: Order; close(): void }

function Quote({ what, order, close }: QuoteProps) {
  const { hit, prices } = order
  const isBusy = useSignal(false)
  const error = useSignal<Error | undefined>(undefined)
  const bought = useSignal<Bought | undefined>(undefined)
  const clip = what === 'clip' ? prices.clip : null
  const credits = clip?.credits ?? prices.file.credits
  const left = prices.available_credits - credits
  // Somebody else of the house may have spent it meanwhile.
  const isRefused = error.value instanceof KontorError && error.value.status === 402
  const isTooDear = left < 0 || isRefused
  const onBuy = async () => {
    isBusy.value = true
    error.value = undefined
    try {
      bought.value = await buy(order, what)
      announce(clip ? w().boughtClip : w().boughtFile)
      changed('money')
      await refreshBalance()
    } catch (thrown) {
      error.value = thrown as Error
    } finally {
      isBusy.value = false
    }
  }
  return (
    <div class="quote">
      <p class="quote-what">{hit.title}</p>
      <dl class="quote-lines">
        <div>
          <dt>{clip ? w().clip(`${clock(clip.start_ms)}–${clock(clip.end_ms)}`) : w().file}</dt>
          <dd class="nums">{money(credits)}</dd>
        </div>
        {!bought.value && (
          <div>
            <dt>{w().left}</dt>
            <dd class="nums">{money(left)}</dd>
          </div>
        )}
      </dl>
      {prices.own && <p class="hint">{w().own}</p>}
      {isTooDear && !bought.value && (
        <p class="hint">
          {w().tooDear} <a href={to('/spend?redeem=1')}>{w().topUp}</a>
        </p>
      )}
      <Problem error={error.value} />
      {bought.value ? (
        <Delivered bought={bought.value} hit={hit} />
      ) : (
        <div class="dialog-end">
          <button type="button" class="button" onClick={close}>
            {w().cancel}
          </button>
          <button
            type="button"
            class="button button-main"
            disabled={isBusy.value || left < 0}
            onClick={() => void onBuy()}
          >
            {w().buy} · {money(credits)}
          </button>
        </div>
      )}
    </div>
  )
}

/** What came: a moment that plays here, or a name on the disk. */
type Bought = { url: string; filename: string } | { filename: string }

async function buy({ hit, prices, searchId, filename }: Order, what: What): Promise<Bought> {
  const clip = what === 'clip' ? prices.clip : null
  const range = clip ? { start_ms: clip.start_ms, end_ms: clip.end_ms } : {}
  const link = await kontor.createDownload({
    asset_id: hit.asset_id,
    search_id: searchId,
    ...range,
  })
  const url = ownUrl(link.url)
  if (!clip && link.size_bytes > inWindowBytes) {
    saveAs({ url, filename })
    setTimeout(() => changed('money'), chargedAfterMs)
    return { filename }
  }
  // The link is good for once: what it gives is kept, a moment to be played, a file to be saved.
  const response = await kontor.fetchUrl(url)
  const kept = URL.createObjectURL(await response.blob())
  if (clip) return { url: kept, filename }
  saveAs({ url: kept, filename })
  URL.revokeObjectURL(kept)
  return { filename }
}

/** What is larger the browser takes to the disk by itself, and the page hears nothing of it. */
const inWindowBytes = 64 * 1024 * 1024
const chargedAfterMs = 3_000

function Delivered({ bought, hit }: { bought: Bought; hit: Hit }) {
  const url = 'url' in bought ? bought.url : undefined
  useEffect(() => {
    return () => {
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [url])
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
          <a class="button" href={url} download={bought.filename}>
            {w().save}
          </a>
        )}
        <a class="button button-main" href={to('/purchases')}>
          {w().receipt}
        </a>
      </div>
    </>
  )
}
