// The endpoints of Surface A, each with every status that it documents (spec 4.1).
import { type ContractRow, endpoint } from './contract-row.ts'

const bad = (message: string) => ({ status: 400, error: { code: 'bad_request', message } })
const noAsset = { status: 404, error: { code: 'not_found', message: 'No such asset.' } }
const limited = {
  status: 429,
  error: { code: 'rate_limited', message: 'Too many requests. Try again in N s.' },
}
const surface = 'a' as const
const needs = 'search:query' as const

const spent = {
  code: 'search_allowance_exhausted',
  operation: 'search',
  message: "The 1000 searches of this month's plan are spent.",
  required_credits: 0,
  available_credits: 500,
  reset_at: '2026-04-01T00:00:00.000Z',
  next_step: 'Wait until reset_at, or ask the operator for a larger plan.',
}

function tooPoor(operation: 'fetch' | 'download', message: string) {
  return {
    code: 'insufficient_credits',
    message,
    operation,
    required_credits: 300,
    available_credits: 200,
    top_up: { url: '{url}/v1/vouchers/redeem', methods: ['voucher', 'operator'] },
    next_step: 'Redeem a voucher or ask the operator for credits, then send the request again.',
  }
}

/** A payment that came along (x402) has no end yet, or one for the operator to find out. */
function unpaid({ room, command }: { room: string; command: string }) {
  const overloaded = [room, command] as const
  const message = 'Overloaded on purpose.'
  return [
    { status: 409, overloaded, failing: 'conflict' as const, error: { code: 'conflict', message } },
    { status: 503, overloaded, error: { code: 'saturated', message } },
  ]
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
}

export const rowsOfA: readonly ContractRow[] = [
  ...endpoint({ of: 'GET /search', call: 'GET /search?q=boiler', as: 'buyerKey', surface, needs }, [
    { ...bad('q is required.'), call: 'GET /search' },
    {
      ...bad('offset must be a whole number from 0 to 10000.'),
      call: 'GET /search?q=boiler&offset=10001',
    },
    { status: 200, has: { total: 2, mode: 'keyword', limit: 10, offset: 0, has_more: false } },
    { status: 402, as: 'strangerKey', error: spent },
    { ...limited, as: 'slowKey', times: 2 },
    ...unpaid({ room: 'search', command: 'run' }),
  ]),
  ...endpoint(
    { of: 'GET /asset/{id}', call: 'GET /asset/{listed}', as: 'buyerKey', surface, needs },
    [
      { ...noAsset, call: 'GET /asset/{indexed}' },
      { status: 200, has: { asset_id: '{listed}', status: 'indexed', passage_count: 1 } },
      { ...limited, as: 'slowKey' },
    ],
  ),
  ...endpoint({ of: 'GET /assets', as: 'buyerKey', surface, needs }, [
    { ...bad('limit must be a whole number from 1 to 100.'), call: 'GET /assets?limit=101' },
    { status: 200, whole: { assets: [], next: null } },
  ]),
  ...endpoint(
    {
      of: 'POST /download',
      as: 'buyerKey',
      surface,
      needs,
      body: { asset_id: '{listed}' },
    },
    [
      { ...bad('asset_id is required.'), body: {} },
      { ...noAsset, body: { asset_id: '{indexed}' } },
      { status: 200, has: { estimated_credits: 300, available_credits: 500 } },
      ...unpaid({ room: 'delivery', command: 'mintLink' }),
    ],
  ),
  ...[
    { status: 200, call: 'GET {link}', whole: 'The boiler in the cellar is in good order.\n' },
    {
      status: 410,
      call: 'GET {link}',
      error: { code: 'already_used', message: 'This link has been used.' },
    },
    {
      status: 402,
      call: 'GET {secondLink}',
      error: tooPoor(
        'fetch',
        'The balance is below the price of this download. The link stays valid.',
      ),
    },
    {
      status: 413,
      call: 'GET {largeLink}',
      error: { code: 'payload_too_large', message: 'This file is larger than 60 bytes.' },
    },
    {
      // What a clip answers that cannot be cut: see clips.test.ts.
      status: 400,
      call: 'GET {secondLink}',
      failing: 'invalid' as const,
      overloaded: ['delivery', 'fetchLink'] as const,
      error: { code: 'bad_request', message: 'Overloaded on purpose.' },
    },
    {
      status: 403,
      call: 'GET /dl/unknown',
      error: { code: 'forbidden', message: 'This link is not valid or has expired.' },
    },
    ...unpaid({ room: 'delivery', command: 'fetchLink' }).map((row) => ({
      ...row,
      call: 'GET {secondLink}',
    })),
  ].map((row) => ({ of: 'GET /dl/{token}', ...row })),
  {
    of: 'POST /download',
    call: 'POST /download',
    as: 'buyerKey',
    status: 402,
    body: { asset_id: '{listed}' },
    error: tooPoor('download', 'The balance is below the price of this download.'),
  },
  ...endpoint({ of: 'POST /mcp', as: 'buyerKey', surface, needs, body: initialize }, [
    { status: 200, has: { jsonrpc: '2.0', id: 1 } },
    {
      status: 202,
      whole: '',
      body: { jsonrpc: '2.0', method: 'notifications/initialized' },
    },
    {
      status: 403,
      headers: { origin: 'https://elsewhere.example' },
      error: {
        code: 'forbidden',
        message:
          'Pages of this origin are not served. ' +
          'The operator can list it in KONTOR_ALLOWED_ORIGINS.',
      },
    },
    {
      status: 405,
      call: 'GET /mcp',
      error: { code: 'method_not_allowed', message: 'This path answers POST.' },
    },
    {
      status: 413,
      raw: ' '.repeat(1024 * 1024 + 1),
      headers: { 'content-type': 'application/json' },
      error: { code: 'payload_too_large', message: 'The body is larger than 1 MiB.' },
    },
  ]),
]
