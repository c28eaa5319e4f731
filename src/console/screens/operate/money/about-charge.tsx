import { useSignal } from '@preact/signals'
import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { changed } from '../../../api/resource.ts'
import { announce } from '../../../app/announce.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, Input } from '../../../ui/form.tsx'
import { moment, money } from '../../../ui/format.ts'
import { FactList } from '../../../ui/parts.tsx'
import { Area } from '../house/deed.tsx'
import { w } from './words.ts'

type Charge = Reply<'getCharge'>
type Order = { event_id: string; reason: string }

type Props = {
  label: string
  title: string
  hint: string
  done: string
  send(order: Order): Promise<unknown>
}

/** A charge is looked up first: nothing is done about one whose amount was not seen. */
export function AboutCharge({ label, title, hint, done, send }: Props) {
  const isOpen = useSignal(false)
  const charge = useSignal<Charge | undefined>(undefined)
  const close = () => {
    isOpen.value = false
    charge.value = undefined
  }
  const { value: known } = charge
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          isOpen.value = true
        }}
      >
        {label}
      </button>
      <Dialog title={title} open={isOpen.value} close={close}>
        {known === undefined ? (
          <Form
            key="look-up"
            submit={w().lookUp}
            send={async ({ event_id: id = '' }) => {
              charge.value = await kontor.getCharge({ event_id: id.trim() })
            }}
          >
            <p class="quiet">{hint}</p>
            <Input label={w().eventId} hint={w().eventHint} name="event_id" required />
          </Form>
        ) : (
          <Form
            key="act"
            submit={label}
            send={async ({ reason = '' }) => {
              await send({ event_id: known.event_id, reason })
              announce(done)
              for (const topic of ['disputes', 'money']) changed(topic)
              close()
            }}
          >
            <p class="quiet">{hint}</p>
            <FactList facts={factsOf(known)} />
            <Area label={w().reason} hint={w().reasonHint} name="reason" required />
          </Form>
        )}
      </Dialog>
    </>
  )
}

function factsOf(known: Charge): (readonly [string, string | null])[] {
  const { charge } = w()
  const { payout_status: status, refunded_at: refunded } = known
  return [
    [charge.amount, money(known.credits)],
    [charge.provider, money(known.provider_credits)],
    [charge.buyer, known.buyer_tenant_id],
    [charge.seller, known.provider_tenant_id],
    [charge.when, moment(known.charged_at)],
    [charge.statement, status === null ? charge.notSettled : w().states[status]],
    [charge.dispute, known.dispute_id],
    [charge.refunded, refunded === null ? null : moment(refunded)],
  ]
}
