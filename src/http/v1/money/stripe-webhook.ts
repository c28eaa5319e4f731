import * as z from 'zod'
import { readBodyText } from '../../body/read-body.ts'
import { post } from '../../route.ts'

export const StripeReply = z.object({ credited: z.boolean() }).meta({ id: 'StripeOutcome' })

/** The bytes are read as they came: the signature is over them and not over what they mean. */
export const receiveStripeEvent = post('/v1/webhooks/stripe', {
  id: 'receiveStripeEvent',
  summary: 'Payments that Stripe reports become credits',
  description:
    'Off unless the operator has set the signing secret of the endpoint. A checkout names the ' +
    'tenant in client_reference_id, and is credited once, when checkout.session.completed or ' +
    'checkout.session.async_payment_succeeded tells that it is paid.',
  tag: 'Billing',
  access: 'none',
  reply: StripeReply,
  errors: [403, 404, 413],
  async run({ rooms, cmd, http: { ctx } }) {
    const payload = await readBodyText(ctx)
    return rooms.ledger.creditStripePayment(cmd, {
      payload,
      header: ctx.get('stripe-signature'),
    })
  },
  present: (outcome) => outcome,
})
