import { get } from '../../route.ts'
import { BuyerDashboardReply } from './agent-activity.schema.ts'
import { presentBuyerDashboard } from './present-activity.ts'

/** Spec 5.2.9 shows no scope for the buyer's reports: usage:read is our choice. */
export const getBuyerDashboard = get('/v1/buyer/dashboard', {
  id: 'getBuyerDashboard',
  summary: 'Keys, credits and use of the tenant in this month',
  description:
    'A key with an allow-list sees itself, its own use and its own spend; what is left of ' +
    'credits and allowance is of the tenant. Prices are those of the marketplace.',
  tag: 'Reporting',
  access: { scope: 'usage:read' },
  reply: BuyerDashboardReply,
  errors: [400, 401, 403],
  run: async ({ rooms, principal }) => ({
    ...(await rooms.reports.buyerDashboard(principal)),
    prices: rooms.ledger.prices,
  }),
  present: presentBuyerDashboard,
})
