import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { to } from '../../../app/address.ts'
import { date, money, number } from '../../../ui/format.ts'
import { Badge, Empty, ScreenHead, type Tone } from '../../../ui/parts.tsx'
import { Select } from '../../../ui/select.tsx'
import { Area, Deed } from '../house/deed.tsx'
import { PageList, usePages } from '../house/pages.tsx'
import { AboutCharge } from './about-charge.tsx'
import { Tabs } from './tabs.tsx'
import { w } from './words.ts'

type Dispute = Reply<'listDisputes'>['disputes'][number]

const tones = {
  open: 'warn',
  rejected: 'neutral',
  refunded: 'good',
} as const satisfies Record<Dispute['state'], Tone>

/** Charges that are contested, and those that were given back. */
export function Disputes() {
  return (
    <>
      <ScreenHead title={w().title}>
        <AboutCharge
          label={w().contest}
          title={w().contestTitle}
          hint={w().contestHint}
          done={w().contested}
          send={(order) => kontor.openDispute(order)}
        />
        <AboutCharge
          label={w().refund}
          title={w().refundTitle}
          hint={w().refundHint}
          done={w().refunded}
          send={(order) => kontor.refundCharge(order)}
        />
      </ScreenHead>
      <Tabs />
      <Contested />
      <GivenBack />
    </>
  )
}

function Contested() {
  const pages = usePages(
    (page, signal) => kontor.listDisputes(page, { signal }),
    (answer) => answer.disputes,
    ['disputes'],
  )
  return (
    <PageList
      of={pages}
      id="disputes"
      title={(n) => (n === 1 ? w().disputes.one : w().disputes.many(number(n)))}
      none={<Empty icon="check" title={w().noDisputes} hint={w().noDisputesHint} />}
    >
      {(dispute) => <DisputeRow key={dispute.dispute_id} dispute={dispute} />}
    </PageList>
  )
}

function DisputeRow({ dispute }: { dispute: Dispute }) {
  const { dispute_id: id, state, credits, reason, note } = dispute
  const amount = money(credits)
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{amount}</strong> <Badge tone={tones[state]}>{w().disputeStates[state]}</Badge>
        </p>
        <p class="faint row-small">
          {date(dispute.opened_at)} · <Sides {...dispute} />
        </p>
        <p class="mono faint row-small">{dispute.event_id}</p>
        <p class="said-by">{reason}</p>
        {note !== null && <p class="row-small">{note}</p>}
      </div>
      {state === 'open' && (
        <Deed
          label={w().resolve}
          about={amount}
          title={w().resolveTitle(amount)}
          says={<p>{w().resolveHint}</p>}
          topics={['disputes', 'money']}
          done={w().resolved}
          send={({ decision, note: said = '' }) =>
            kontor.resolveDispute({
              id,
              decision: decision === 'refund' ? 'refund' : 'reject',
              ...(said !== '' && { note: said }),
            })
          }
        >
          <Select
            label={w().decision}
            name="decision"
            options={[
              ['reject', w().decisions.reject],
              ['refund', w().decisions.refund],
            ]}
          />
          <Area label={w().note} hint={w().reasonHint} name="note" />
        </Deed>
      )}
    </li>
  )
}

type SidesProps = Pick<
  Dispute,
  'buyer_tenant_id' | 'buyer_name' | 'provider_tenant_id' | 'provider_name'
>

/** Who bought, and of whom: each a way to it. */
function Sides(props: SidesProps) {
  return (
    <>
      {w().buyer} <a href={to(`/tenants/${props.buyer_tenant_id}`)}>{props.buyer_name}</a>,{' '}
      {w().seller} <a href={to(`/tenants/${props.provider_tenant_id}`)}>{props.provider_name}</a>
    </>
  )
}

function GivenBack() {
  const pages = usePages(
    (page, signal) => kontor.listRefunds(page, { signal }),
    (answer) => answer.refunds,
    ['disputes'],
  )
  return (
    <PageList
      of={pages}
      id="refunds"
      title={(n) => (n === 1 ? w().refunds.one : w().refunds.many(number(n)))}
      none={<p class="faint">{w().noRefunds}</p>}
    >
      {(refund) => (
        <li key={refund.event_id} class="row">
          <div>
            <p>
              <strong>{money(refund.credits)}</strong>
            </p>
            <p class="faint row-small">
              {date(refund.refunded_at)} · {w().from[refund.provider_part_from]}
            </p>
            <p class="faint row-small">
              <Sides {...refund} />
            </p>
            <p class="mono faint row-small">{refund.event_id}</p>
            <p class="row-small">{refund.reason}</p>
          </div>
        </li>
      )}
    </PageList>
  )
}
