import { useSignal } from '@preact/signals'
import type { Reply } from '../../../../client/index.ts'
import { kontor, prefix } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { moment, money, number } from '../../../ui/format.ts'
import { Badge, Empty } from '../../../ui/parts.tsx'
import { Check, Deed } from '../house/deed.tsx'
import { PageList, usePages } from '../house/pages.tsx'
import { w } from './words.ts'

type Batch = Reply<'listPayoutBatches'>['payout_batches'][number]

/** What the bank was told, and what it has carried out. */
export function Batches() {
  const pages = usePages(
    (page, signal) => kontor.listPayoutBatches(page, { signal }),
    (answer) => answer.payout_batches,
    ['payouts'],
  )
  return (
    <>
      <div class="toolbar">
        <MakeBatch />
      </div>
      <PageList
        of={pages}
        id="batches"
        title={(n) => (n === 1 ? w().batches.one : w().batches.many(number(n)))}
        none={<Empty icon="coin" title={w().noBatches} hint={w().noBatchesHint} />}
      >
        {(batch) => <Row key={batch.payout_batch_id} batch={batch} />}
      </PageList>
    </>
  )
}

function MakeBatch() {
  const leftOut = useSignal(0)
  return (
    <Deed
      label={w().makeBatch}
      title={w().batchTitle}
      says={
        <>
          <p>{w().batchHint}</p>
          <Due />
        </>
      }
      look="main"
      topics={['payouts', 'money']}
      done={() => (leftOut.value > 0 ? w().batchMadeBut(number(leftOut.value)) : w().batchMade)}
      send={async ({ retry_failed: retry }) => {
        const made = await kontor.createPayoutBatch({ retry_failed: retry !== undefined })
        leftOut.value = made.without_account.length
      }}
    >
      <Check label={w().retry} name="retry_failed" />
    </Deed>
  )
}

type Amount = Reply<'getPayoutDue'>['approved']

const amountOf = ({ payments, total_amount: euros }: Amount) => ({
  n: number(payments),
  amount: money(Math.round(euros * 100)),
})

/** How much that would be, before it is done, and what waits for something. */
function Due() {
  const { data } = useResource((signal) => kontor.getPayoutDue(undefined, { signal })).loaded.value
  if (!data) return null
  const { approved, failed, without_account: without, disputed } = data
  return (
    <>
      <p>
        <strong>{w().due(amountOf(approved))}</strong>
      </p>
      {failed.payments > 0 && <p>{w().dueFailed(amountOf(failed))}</p>}
      {without.payments > 0 && <p class="faint">{w().dueWithout(amountOf(without))}</p>}
      {disputed.payments > 0 && <p class="faint">{w().dueDisputed(amountOf(disputed))}</p>}
    </>
  )
}

function Row({ batch }: { batch: Batch }) {
  const { payout_batch_id: id, payments, under_way: atBank, paid, failed } = batch
  const amount = money(Math.round(batch.total_amount * 100))
  const file = `${prefix}/v1/admin/payout-batches/${id}`
  return (
    <li class="row row-wraps">
      <div>
        <p>
          <strong>{amount}</strong>{' '}
          <Badge tone={atBank > 0 ? 'info' : 'good'}>
            {w().progress({ atBank: number(atBank), paid: number(paid) })}
          </Badge>{' '}
          {failed > 0 && <Badge tone="bad">{w().cameBack(number(failed))}</Badge>}
        </p>
        <p class="faint row-small">
          {moment(batch.created_at)} ·{' '}
          {payments === 1 ? w().payments.one : w().payments.many(number(payments))}
        </p>
      </div>
      <span class="toolbar">
        <a class="button" href={`${file}/sepa`} download aria-label={`${w().sepa}: ${amount}`}>
          {w().sepa}
        </a>
        <a class="button" href={`${file}/csv`} download aria-label={`${w().csv}: ${amount}`}>
          {w().csv}
        </a>
        {atBank > 0 && (
          <Deed
            label={w().batchPaid}
            about={amount}
            title={w().batchPaidTitle(amount)}
            says={<p>{w().batchPaidHint}</p>}
            topics={['payouts', 'money']}
            done={w().batchPaidNow}
            send={() => kontor.payPayoutBatch({ id })}
          />
        )}
      </span>
    </li>
  )
}
