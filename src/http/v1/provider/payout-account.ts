import { requireEveryDataset } from '../../../domain/identity/index.ts'
import { get, put } from '../../route.ts'
import { PayoutAccountBody, PayoutAccountReply } from '../admin/money/payouts.schema.ts'
import { presentPayoutAccount } from '../admin/money/present-payout.ts'

export const getPayoutAccount = get('/v1/provider/payout-account', {
  id: 'getPayoutAccount',
  summary: 'Where the tenant is paid',
  description: 'A key with an allow-list is refused: this is of the whole tenant.',
  tag: 'Payouts',
  access: { scope: 'billing:read' },
  reply: PayoutAccountReply,
  errors: [400, 401, 403, 404],
  run({ rooms, principal }) {
    requireEveryDataset(principal)
    return rooms.ledger.readPayoutAccount(principal)
  },
  present: presentPayoutAccount,
})

export const setPayoutAccount = put('/v1/provider/payout-account', {
  id: 'setPayoutAccount',
  summary: 'Say where the tenant is paid',
  description: 'By an owner or an admin. Payments that are under way keep the old account.',
  tag: 'Payouts',
  access: 'session',
  body: PayoutAccountBody,
  reply: PayoutAccountReply,
  errors: [400, 401, 403],
  run: ({ rooms, cmd, body }) =>
    rooms.ledger.setPayoutAccount(cmd, {
      holderName: body.holder_name,
      iban: body.iban,
      bic: body.bic,
    }),
  present: presentPayoutAccount,
})
