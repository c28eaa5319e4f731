import { useSignal } from '@preact/signals'
import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { query, setQuery } from '../../../app/address.ts'
import { Input } from '../../../ui/form.tsx'
import { calendarDate, date, moment, money, number } from '../../../ui/format.ts'
import { Badge, Empty, ScreenHead, type Tone } from '../../../ui/parts.tsx'
import { Select } from '../../../ui/select.tsx'
import { Area, creditsIn, Deed } from '../house/deed.tsx'
import { PageList, usePages } from '../house/pages.tsx'
import { Incoming } from './incoming.tsx'
import { Tabs } from './tabs.tsx'
import { w } from './words.ts'

type Voucher = Reply<'listVouchers'>['vouchers'][number]

const filters = ['open', 'redeemed', 'revoked'] as const

const tones = {
  open: 'info',
  redeemed: 'good',
  revoked: 'neutral',
  expired: 'neutral',
} as const satisfies Record<Voucher['status'], Tone>

/** Vouchers, and where credits came from. */
export function Vouchers() {
  return (
    <>
      <ScreenHead title={w().title}>
        <MakeVouchers />
      </ScreenHead>
      <Tabs />
      <List />
      <Incoming />
    </>
  )
}

function MakeVouchers() {
  return (
    <Deed
      label={w().makeVouchers}
      title={w().vouchersTitle}
      says={<p>{w().vouchersHint}</p>}
      look="main"
      topics={['vouchers']}
      done={w().vouchersMade}
      once={w().codes}
      send={async ({ amount, count: n, note = '', until = '' }, attempt) => {
        const order = {
          credits: creditsIn(amount),
          count: Number(n),
          ...(note !== '' && { note }),
          ...(until !== '' && { expires_at: `${until}T23:59:59Z` }),
        }
        const { vouchers } = await kontor.createVouchers(order, attempt)
        return vouchers.map(({ code }) => code).join('\n')
      }}
    >
      <HowMany />
      <Area label={w().note} name="note" />
      <Input label={w().expires} hint={w().expiresHint} name="until" type="date" />
    </Deed>
  )
}

/** Within the question, so that the next one begins without what was typed into this. */
function HowMany() {
  const each = useSignal(0)
  const count = useSignal(1)
  return (
    <>
      <Input
        label={w().each}
        name="amount"
        type="number"
        min="0.01"
        step="0.01"
        required
        onInput={({ currentTarget: { value } }) => {
          each.value = creditsIn(value) || 0
        }}
      />
      <Input
        label={w().count}
        name="count"
        type="number"
        min={1}
        max={100}
        defaultValue="1"
        required
        onInput={({ currentTarget: { value } }) => {
          count.value = Number(value) || 0
        }}
      />
      <p class="quiet" role="status">
        {w().worth(money(each.value * count.value))}
      </p>
    </>
  )
}

function List() {
  const pages = usePages(
    (page, signal) => {
      const status = filters.find((one) => one === query.value.get('status'))
      const asked = status ? { status } : {}
      return kontor.listVouchers({ ...page, ...asked }, { signal })
    },
    (answer) => answer.vouchers,
    ['vouchers'],
  )
  const chosen = query.value.get('status') ?? ''
  return (
    <>
      <Select
        isTool
        label={w().state}
        options={[
          ['', w().anyState],
          ...filters.map((one) => [one, w().voucherStates[one]] as const),
        ]}
        chosen={chosen}
        choose={(status) => setQuery({ status })}
      />
      <PageList
        of={pages}
        id="vouchers"
        title={(n) => (n === 1 ? w().vouchers.one : w().vouchers.many(number(n)))}
        none={<Empty icon="coin" title={w().noVouchers} hint={w().noVouchersHint} />}
      >
        {(voucher) => <Row key={voucher.voucher_id} voucher={voucher} />}
      </PageList>
    </>
  )
}

function Row({ voucher }: { voucher: Voucher }) {
  const { voucher_id: id, status, credits, note, expires_at: expires } = voucher
  const amount = money(credits)
  const { redeemed_by_tenant_id: who, redeemed_at: when } = voucher
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{amount}</strong> <Badge tone={tones[status]}>{w().voucherStates[status]}</Badge>
        </p>
        <p class="faint row-small">
          {w().made(date(voucher.created_at))}
          {expires !== null && ` · ${w().until(calendarDate(expires))}`}
          {who !== null && when !== null && ` · ${w().redeemedBy({ who, when: moment(when) })}`}
        </p>
        {note !== null && <p class="row-small">{note}</p>}
      </div>
      {status === 'open' && (
        <Deed
          label={w().revoke}
          about={amount}
          title={w().revokeTitle(amount)}
          says={<p>{w().revokeHint}</p>}
          look="bad"
          topics={['vouchers']}
          done={w().revoked}
          send={() => kontor.revokeVoucher({ id })}
        />
      )}
    </li>
  )
}
