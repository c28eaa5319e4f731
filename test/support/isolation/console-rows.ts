// Who is told what by the routes that the pages of the console need beside those of programs.
import {
  about,
  byOperator,
  data,
  empty,
  no,
  noDataset,
  type Row,
  sessionOnly,
  wholeTenant,
} from './words.ts'

const earnedNothing = data({
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-03-02T00:00:00.000Z',
  currency: 'EUR',
  gross_credits: 0,
  seller_credits: 0,
  datasets: [],
})

const spentNothing = data({
  from: '2026-03-01T00:00:00.000Z',
  to: '2026-04-01T00:00:00.000Z',
  currency: 'EUR',
  spent_credits: 0,
  projected_credits: 0,
  daily_credits: 0,
  available_credits: 500,
  lasts_until: null,
  search_allowance: 1_000,
  searches: 0,
  projected_searches: 0,
})

export const consoleRows: Record<string, Row> = {
  listPurchases: {
    call: 'GET /v1/purchases',
    needs: 'usage:read',
    foreign: [
      empty('purchases'),
      { ...empty('purchases'), call: 'GET /v1/purchases?api_key_id={key}' },
    ],
    narrow: empty('purchases'),
  },
  getPurchase: {
    call: 'GET /v1/purchases/dl:{tenant}',
    needs: 'usage:read',
    foreign: no('purchase'),
    narrow: no('purchase'),
  },
  listLicences: {
    call: 'GET /v1/licences',
    needs: 'session',
    foreign: data({ licences: [], total: 0 }),
    narrow: sessionOnly,
  },
  getEarnings: {
    call: 'GET /v1/provider/earnings?from=2026-03-01&to=2026-03-01',
    needs: 'usage:read',
    foreign: earnedNothing,
    narrow: earnedNothing,
  },
  getPayoutOutlook: {
    call: 'GET /v1/provider/payout-outlook',
    needs: 'billing:read',
    foreign: data({
      account: null,
      period: '2026-03',
      gross_credits: 0,
      seller_credits: 0,
      held_credits: 0,
      released_credits: 0,
      paid_credits: 0,
      next_release_at: null,
      currency: 'EUR',
    }),
    narrow: wholeTenant,
  },
  getPayoutStatement: {
    call: 'GET /v1/provider/payouts/stmt_{tenant}',
    needs: 'billing:read',
    foreign: no('payout statement'),
    narrow: wholeTenant,
  },
  listStatementEvents: {
    call: 'GET /v1/provider/payouts/stmt_{tenant}/events',
    needs: 'billing:read',
    foreign: no('payout statement'),
    narrow: wholeTenant,
  },
  listInvoices: {
    call: 'GET /v1/invoices',
    needs: 'billing:read',
    foreign: data({ invoices: [], currency: 'EUR' }),
    narrow: wholeTenant,
  },
  projectSpend: {
    call: 'GET /v1/agent/spend/projection',
    needs: 'billing:read',
    foreign: spentNothing,
    narrow: spentNothing,
  },
  simulatePrices: about('usage:read', 'POST /v1/datasets/{dataset}/price-simulation', noDataset, {
    prices: [{ base_price_credits: 100 }],
  }),
  listAccessInbox: {
    call: 'GET /v1/access-requests',
    needs: 'datasets:read',
    foreign: empty('access_requests'),
    narrow: empty('access_requests'),
  },
  startWork: byOperator('POST /v1/admin/work', { kind: 'none' }),
  listWork: byOperator('GET /v1/admin/work'),
  getWork: byOperator('GET /v1/admin/work/wrk_unknown'),
  listBackups: byOperator('GET /v1/admin/backups'),
  getStorage: byOperator('GET /v1/admin/storage'),
  getLogs: byOperator('GET /v1/admin/logs'),
  getTrace: byOperator('GET /v1/admin/traces/req_x'),
  getSecrets: byOperator('GET /v1/admin/secrets'),
  getCharge: byOperator('GET /v1/admin/charges/dl_x'),
  listRefunds: byOperator('GET /v1/admin/refunds'),
  listPayments: byOperator('GET /v1/admin/payments'),
  listOpenPayments: byOperator('GET /v1/admin/open-payments'),
  listPayoutBatches: byOperator('GET /v1/admin/payout-batches'),
  getReconciliation: byOperator('GET /v1/admin/reconciliation'),
}
