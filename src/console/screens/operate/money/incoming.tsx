import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { query, setQuery, to } from '../../../app/address.ts'
import { moment, money, number } from '../../../ui/format.ts'
import { Badge, Box, Skeleton } from '../../../ui/parts.tsx'
import { Select } from '../../../ui/select.tsx'
import { PageList, usePages } from '../house/pages.tsx'
import { w } from './words.ts'

type Payment = Reply<'listPayments'>['payments'][number]

const sources = ['stripe', 'x402', 'grant', 'voucher'] as const

/** Where credits came from, and what was sent and is not credited. */
export function Incoming() {
  const pages = usePages(
    (page, signal) => {
      const source = sources.find((one) => one === query.value.get('source'))
      const tenant = query.value.get('tenant')
      const asked = { ...(source && { source }), ...(tenant && { tenant_id: tenant }) }
      return kontor.listPayments({ ...page, ...asked }, { signal })
    },
    ({ payments }) => payments,
    ['vouchers'],
  )
  const chosen = query.value.get('source') ?? ''
  return (
    <>
      <Open />
      <Select
        isTool
        label={w().source}
        options={[['', w().anySource], ...sources.map((one) => [one, w().sources[one]] as const)]}
        chosen={chosen}
        choose={(source) => setQuery({ source })}
      />
      <PageList
        of={pages}
        id="incoming"
        title={(n) => (n === 1 ? w().incoming.one : w().incoming.many(number(n)))}
        none={<p class="faint">{w().noIncoming}</p>}
      >
        {(payment) => (
          <li key={payment.transfer_id} class="row">
            <div>
              <p>
                <strong>{money(payment.credits)}</strong>{' '}
                <Badge>{w().sources[payment.source]}</Badge>
              </p>
              <p class="row-small">
                <a href={to(`/tenants/${payment.tenant_id}`)}>
                  {payment.tenant_name ?? payment.tenant_id}
                </a>
              </p>
              <p class="faint row-small">{[moment(payment.at), ...said(payment)].join(' · ')}</p>
            </div>
          </li>
        )}
      </PageList>
    </>
  )
}

/** A gift refers to nothing but whom it was given to. */
function said({ reference, tenant_id: id }: Payment): string[] {
  return reference === id ? [] : [reference]
}

/** Nothing is said of what is not there; what stands below waits until that is known. */
function Open() {
  const open = useResource((signal) => kontor.listOpenPayments({}, { signal }))
  const { state, data } = open.loaded.value
  if (state === 'loading' && !data) return <Skeleton lines={1} />
  const payments = data?.payments ?? []
  if (payments.length === 0) return null
  return (
    <Box id="open" title={w().openPayments}>
      <p class="quiet">{w().openHint}</p>
      <ul class="rows">
        {payments.map((one) => (
          <li key={one.payment} class="row">
            <div>
              <p>
                <strong>{money(one.credits)}</strong>{' '}
                <Badge tone={one.state === 'unclear' ? 'warn' : 'neutral'}>
                  {w().requestStates[one.state]}
                </Badge>
              </p>
              <p class="mono faint row-small">{one.payment}</p>
              <p class="faint row-small">
                {moment(one.sent_at)} · {one.network}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Box>
  )
}
