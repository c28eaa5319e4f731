import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { setQuery, to } from '../../app/address.ts'
import { isOperator } from '../../app/session.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { t } from '../../i18n/index.ts'
import { CloseButton } from '../../ui/close-button.tsx'
import { bytes, clock, language, number, price } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Show } from '../../ui/show.tsx'
import type { Hit } from './ask.ts'
import { BuyDialog, isKept, type Prices, type What } from './buy-dialog.tsx'
import { Preview } from './preview.tsx'
import { w } from './words.ts'

type Asset = Reply<'readAsset'>
type AssetPanelProps = { hit: Hit; searchId: string; close(): void }

/** Where a passage stands: the whole text of its asset, open at it, and what it costs to have. */
export function AssetPanel({ hit, searchId, close }: AssetPanelProps) {
  const details = useResource(
    async (signal) => {
      const [asset, prices] = await Promise.all([
        kontor.readAsset({ id: hit.asset_id }, { signal }),
        kontor.getPrices({ asset_id: hit.asset_id, ...momentOf(hit) }, { signal }),
      ])
      return { asset, prices }
    },
    ['money'],
  )
  return (
    <aside class="panel" aria-label={w().details} tabIndex={-1}>
      <CloseButton look="panel-close" close={close} />
      <Preview hit={hit} large />
      <h2 class="panel-title" dir="auto">
        {hit.title}
      </h2>
      <Show of={details}>{(data) => <Inside {...data} hit={hit} searchId={searchId} />}</Show>
    </aside>
  )
}

/** Only recordings have moments. */
function momentOf({ time_start_ms: from, time_end_ms: to }: Hit) {
  return from === null || to === null ? {} : { start_ms: from, end_ms: to }
}

/** What narrowed the question does not narrow what is like one of its hits. */
const noFilters = { modality: undefined, kind: undefined, lang: undefined, dataset: undefined }

type InsideProps = { asset: Asset; prices: Prices; hit: Hit; searchId: string }

function Inside({ asset, prices, hit, searchId }: InsideProps) {
  const buying = useSignal<What | undefined>(undefined)
  const { clip, file } = prices
  useShortcuts([
    {
      keys: 'b',
      label: clip ? w().buyClip(price(clip.credits)) : w().buyFile(price(file.credits)),
      run: () => {
        buying.value = clip ? 'clip' : 'file'
      },
    },
  ])
  return (
    <>
      <p class="panel-facts">
        <span>{asset.filename}</span>
        <span>{bytes(asset.size_bytes)}</span>
        {asset.lang !== 'und' && <span>{language(asset.lang)}</span>}
        {asset.duration_ms !== null && <span class="nums">{clock(asset.duration_ms)}</span>}
      </p>
      <div class="panel-buy">
        {prices.clip && (
          <button
            type="button"
            class="button button-main"
            onClick={() => {
              buying.value = 'clip'
            }}
          >
            <Icon name="play" size={16} />{' '}
            {isKept(hit, prices.clip) ? w().playAgain : w().buyClip(price(prices.clip.credits))}
          </button>
        )}
        <button
          type="button"
          class={prices.clip ? 'button' : 'button button-main'}
          onClick={() => {
            buying.value = 'file'
          }}
        >
          <Icon name="download" size={16} /> {w().buyFile(price(prices.file.credits))}
        </button>
      </div>
      <p class="toolbar row-small">
        {isOperator.value && <a href={to(`/objects/${hit.asset_id}`)}>{t().groups.operate}</a>}
        <button
          type="button"
          class="button button-quiet"
          onClick={() => {
            const like = { like: hit.asset_id, hit: undefined, offset: undefined }
            setQuery({ ...like, ...noFilters }, { isStep: true })
          }}
        >
          <Icon name="search" size={16} /> {w().similar}
        </button>
        <span class="faint">{w().similarHint}</span>
      </p>
      <Passages asset={asset} passageId={hit.passage_id} />
      <BuyDialog
        what={buying.value}
        order={{ hit, prices, searchId, filename: asset.filename }}
        close={() => {
          buying.value = undefined
        }}
      />
    </>
  )
}

function Passages({ asset, passageId }: { asset: Asset; passageId: string }) {
  const text = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // Inside of its own list: scrollIntoView would move the page as well.
    const found = text.current?.querySelector<HTMLElement>('[aria-current]')
    if (found && text.current) text.current.scrollTop = found.offsetTop
  }, [passageId])
  return (
    <>
      <h3 class="panel-head">{w().passages}</h3>
      <ol class="passages" ref={text} tabIndex={0} aria-label={w().passages}>
        {asset.passages.map((passage) => (
          <li
            key={passage.passage_id}
            aria-current={passage.passage_id === passageId ? 'true' : undefined}
          >
            <span class="passage-place nums">
              {passage.page !== null && w().page(number(passage.page))}
              {passage.time_start_ms !== null && clock(passage.time_start_ms)}
            </span>
            <p dir="auto" lang={passage.lang}>
              {passage.text}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
