import { useSignal } from '@preact/signals'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { go, query, setQuery, to } from '../../app/address.ts'
import { me } from '../../app/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { clock, moment, money } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge, Empty, ScreenHead, Skeleton } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { type Column, VirtualGrid } from '../../ui/virtual-grid.tsx'
import { BuyDialog } from '../search/buy-dialog.tsx'
import { check } from '../verify/check.ts'
import { Proof } from '../verify/proof.tsx'
import { type Again, Fate, FetchAgain, type Purchase } from './fate.tsx'
import { w } from './words.ts'

const rowsAtOnce = 100

/** What the house bought, and the receipt of each, which this browser checks. */
export function Purchases() {
  const first = useResource(
    (until) => kontor.listPurchases({ limit: rowsAtOnce }, { signal: until }),
    ['money'],
  )
  const receiptId = query.value.get('receipt')
  const again = useSignal<Again | undefined>(undefined)
  const isBuying = useSignal(false)
  return (
    <>
      <ScreenHead title={w().title} />
      <Show of={first} waiting={<Skeleton lines={8} />}>
        {({ purchases, total }) =>
          total === 0 ? (
            <Empty icon="receipt" title={w().empty} hint={w().emptyHint}>
              <a class="button button-main" href={to('/search')}>
                {w().search}
              </a>
            </Empty>
          ) : (
            <Rows first={purchases} total={total} />
          )
        }
      </Show>
      <Dialog
        title={w().proof}
        open={receiptId !== null}
        close={() => setQuery({ receipt: undefined })}
      >
        {receiptId !== null && (
          <Receipt
            id={receiptId}
            buyAgain={(order) => {
              again.value = order
              isBuying.value = true
              setQuery({ receipt: undefined })
            }}
          />
        )}
      </Dialog>
      {again.value && (
        <BuyDialog
          what={isBuying.value ? again.value.what : undefined}
          order={again.value}
          close={() => {
            isBuying.value = false
          }}
        />
      )}
    </>
  )
}

type ReceiptProps = { id: string; buyAgain(order: Again): void }

/** What became of it, and the proof that it was bought. */
function Receipt({ id, buyAgain }: ReceiptProps) {
  const found = useResource(
    async (signal) => {
      const [purchase, checked] = await Promise.all([
        kontor.getPurchase({ receipt_id: id }, { signal }),
        kontor.getReceipt({ id }, { signal }).then((receipt) => check(receipt, signal)),
      ])
      return { purchase, checked }
    },
    ['money'],
  )
  return (
    <Show of={found}>
      {({ purchase, checked }) => (
        <>
          <Fate purchase={purchase} buyAgain={buyAgain} />
          <Proof {...checked} title={purchase.title ?? undefined} own={me.value?.tenant} />
        </>
      )}
    </Show>
  )
}

type Pages = Readonly<Record<number, readonly Purchase[]>>
/** Later pages, and the first one they go on from: with a new purchase all of them move. */
type Later = { of: readonly Purchase[]; pages: Pages }

/** Any number of rows: those in sight are fetched, a hundred at a time. */
function Rows({ first, total }: { first: readonly Purchase[]; total: number }) {
  const later = useSignal<Later>({ of: first, pages: {} })
  const fetched = ({ of, pages }: Later) => (of === first ? pages : {})
  const known: Pages = { ...fetched(later.value), 0: first }
  const fetchPages = async ({ from, to: end }: { from: number; to: number }) => {
    for (let page = Math.floor(from / rowsAtOnce); page * rowsAtOnce < end; page++) {
      if (known[page]) continue
      const asked = { limit: rowsAtOnce, offset: page * rowsAtOnce }
      const { purchases } = await kontor.listPurchases(asked)
      later.value = { of: first, pages: { ...fetched(later.value), [page]: purchases } }
    }
  }
  return (
    <VirtualGrid
      label={w().table}
      columns={columns()}
      total={total}
      row={(index) => known[Math.floor(index / rowsAtOnce)]?.[index % rowsAtOnce]}
      open={showReceipt}
      onSeen={(range) => void fetchPages(range).catch(() => {})}
    />
  )
}

function showReceipt({ receipt_id: id }: Purchase): void {
  go(`/purchases?receipt=${encodeURIComponent(id)}`)
}

function columns(): Column<Purchase>[] {
  return [
    { key: 'what', title: w().what, width: 'minmax(0, 3fr)', cell: What },
    {
      key: 'who',
      title: w().who,
      width: 'minmax(0, 1fr)',
      extra: true,
      cell: ({ user_name, api_key_name }) => user_name ?? api_key_name ?? '',
    },
    {
      key: 'when',
      title: w().when,
      width: '11rem',
      extra: true,
      cell: ({ occurred_at }) => moment(occurred_at),
    },
    { key: 'paid', title: w().paid, width: '6rem', align: 'end', extra: true, cell: Paid },
    { key: 'proof', title: w().proof, width: '8rem', align: 'end', cell: Check },
  ]
}

function What(purchase: Purchase) {
  const { title, start_ms: from, end_ms: end, outcome, is_on_offer: isOnOffer } = purchase
  const range = from !== null && end !== null && w().moment(`${clock(from)}–${clock(end)}`)
  const isOff = title !== null && !isOnOffer
  return (
    <span class="file-name">
      <span>
        <strong dir="auto" title={title ?? undefined}>
          {title ?? w().erased}
        </strong>
        <span class="faint few">
          {moment(purchase.occurred_at)} · <Paid {...purchase} />
          {range && ` · ${range}`}
          {isOff && ` · ${w().offMarket}`}
        </span>
      </span>
      {range && <small class="faint moment extra">{range}</small>}
      {isOff && <span class="badge badge-neutral extra">{w().offMarket}</span>}
      {outcome === 'failed' && <Badge tone="bad">{w().failed}</Badge>}
      {outcome === 'aborted' && <Badge tone="warn">{w().aborted}</Badge>}
      {purchase.free_again_until !== null && <FetchAgain {...purchase} look="extra" />}
    </span>
  )
}

function Paid({ charged_credits: paid, refunded_credits: refunded }: Purchase) {
  return (
    <span class="nums" title={refunded > 0 ? w().refunded(money(refunded)) : undefined}>
      {money(paid - refunded)}
    </span>
  )
}

function Check(purchase: Purchase) {
  return (
    <button type="button" class="button button-quiet" onClick={() => showReceipt(purchase)}>
      <Icon name="shield" size={16} /> {w().check}
    </button>
  )
}
