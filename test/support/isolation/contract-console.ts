// What the pages of the console need of Surface B, each with every status that it documents.
import { type ContractRow, endpoint } from './contract-row.ts'

const refused = (status: number, code: string) => ({ status, code })
const missing = refused(404, 'not_found')
const bad = refused(400, 'bad_request')

export const consoleContract: readonly ContractRow[] = [
  ...endpoint({ of: 'GET /v1/purchases', as: 'buyer', needs: 'usage:read' }, [
    { ...bad, call: 'GET /v1/purchases?cursor=x' },
    { status: 200, has: { next_cursor: null } },
  ]),
  ...endpoint(
    {
      of: 'GET /v1/purchases/{receipt_id}',
      call: 'GET /v1/purchases/dl:none',
      as: 'buyer',
      needs: 'usage:read',
    },
    [missing],
  ),
  ...endpoint({ of: 'GET /v1/licences', as: 'buyer', needs: 'session' }, [
    { ...bad, call: 'GET /v1/licences?offset=-1' },
    { status: 200, has: { total: 0 } },
  ]),
  ...endpoint({ of: 'GET /v1/provider/earnings', needs: 'usage:read' }, [
    { ...bad, call: 'GET /v1/provider/earnings?from=tomorrow' },
    { status: 200, has: { currency: 'EUR' } },
  ]),
  ...endpoint({ of: 'GET /v1/provider/payout-outlook', needs: 'billing:read' }, [
    { status: 200, has: { currency: 'EUR' } },
  ]),
  ...endpoint({ of: 'GET /v1/access-requests', needs: 'datasets:read' }, [
    { ...bad, call: 'GET /v1/access-requests?status=asked' },
    { status: 200, has: { next_cursor: null } },
  ]),
  ...endpoint({ of: 'GET /v1/invoices', as: 'buyer', needs: 'billing:read' }, [
    { status: 200, has: { currency: 'EUR' } },
  ]),
  ...endpoint({ of: 'GET /v1/agent/spend/projection', as: 'buyer', needs: 'billing:read' }, [
    { status: 200, has: { currency: 'EUR' } },
  ]),
  ...endpoint(
    {
      of: 'POST /v1/datasets/{id}/price-simulation',
      call: 'POST /v1/datasets/{dataset}/price-simulation',
      needs: 'usage:read',
      body: { prices: [{ base_price_credits: 100 }] },
    },
    [
      { ...bad, body: { prices: [] } },
      { ...missing, call: 'POST /v1/datasets/dset_unknown/price-simulation' },
      { status: 200, has: { downloads: 0 } },
    ],
  ),
  ...endpoint({ of: 'GET /v1/admin/backups', as: 'operator', needs: 'operator' }, [
    { status: 200, has: { busy: false } },
  ]),
  ...endpoint({ of: 'GET /v1/admin/storage', as: 'operator', needs: 'operator' }, [
    { ...bad, call: 'GET /v1/admin/storage?limit=0' },
    { status: 200, has: {} },
  ]),
  ...endpoint(
    {
      of: 'GET /v1/admin/traces/{request_id}',
      call: 'GET /v1/admin/traces/req_unknown',
      as: 'operator',
      needs: 'operator',
    },
    [{ status: 200, has: { recording: false, trace_id: null, spans: [] } }],
  ),
  ...endpoint({ of: 'GET /v1/admin/logs', as: 'operator', needs: 'operator' }, [
    { ...bad, call: 'GET /v1/admin/logs?level=loud' },
    { status: 200, has: {} },
  ]),
  ...endpoint({ of: 'GET /v1/admin/secrets', as: 'operator', needs: 'operator' }, [
    { status: 200, has: {} },
  ]),
  ...endpoint({ of: 'GET /v1/admin/refunds', as: 'operator', needs: 'operator' }, [
    { ...bad, call: 'GET /v1/admin/refunds?cursor=x' },
    { status: 200, has: { next_cursor: null } },
  ]),
  ...endpoint({ of: 'GET /v1/admin/payments', as: 'operator', needs: 'operator' }, [
    { ...bad, call: 'GET /v1/admin/payments?source=gold' },
    { status: 200, has: { next_cursor: null } },
  ]),
  ...endpoint({ of: 'GET /v1/admin/open-payments', as: 'operator', needs: 'operator' }, [
    { ...bad, call: 'GET /v1/admin/open-payments?limit=0' },
    { status: 200, whole: { payments: [] } },
  ]),
  ...endpoint({ of: 'GET /v1/admin/payout-batches', as: 'operator', needs: 'operator' }, [
    { ...bad, call: 'GET /v1/admin/payout-batches?limit=0' },
    { status: 200, has: { next_cursor: null } },
  ]),
  ...endpoint({ of: 'GET /v1/admin/reconciliation', as: 'operator', needs: 'operator' }, [
    { ...bad, call: 'GET /v1/admin/reconciliation?before=2026-13' },
    { status: 200, has: { balanced: true } },
  ]),
  ...endpoint({ of: 'GET /v1/admin/metrics', as: 'operator', needs: 'operator' }, [
    { ...bad, call: 'GET /v1/admin/metrics?hours=0' },
    { status: 200, has: { step_seconds: 60 } },
  ]),
  ...endpoint({ of: 'GET /v1/admin/work', as: 'operator', needs: 'operator' }, [
    { status: 200, whole: { work: [] } },
  ]),
]

/** Those whose statuses are all asked for in a test of their own. */
export const consoleElsewhere: Readonly<Record<string, string>> = {
  'GET /v1/admin/charges/{event_id}': 'test/http/v1/admin/operations.test.ts',
  'POST /v1/admin/work': 'test/http/v1/admin/work.test.ts',
  'GET /v1/admin/work/{id}': 'test/http/v1/admin/work.test.ts',
  'GET /v1/purchases/{receipt_id}': 'test/http/v1/buyer/purchases.test.ts',
  'GET /v1/provider/payouts/{id}': 'test/http/v1/provider/earnings.test.ts',
  'GET /v1/provider/payouts/{id}/events': 'test/http/v1/provider/earnings.test.ts',
}
