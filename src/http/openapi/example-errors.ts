import type { Json } from '../../base/json.ts'
import { exampleTime, exampleValues } from './example-values.ts'
import type { Schema } from './make-example.ts'

type Said = readonly [code: string, message: string, details?: Record<string, Json>]

/** What each status says, in the words that answers really have. */
const saidBy: Readonly<Record<string, Said>> = {
  400: [
    'bad_request',
    'limit must be a whole number from 1 to 100.',
    { field: 'limit', reason: 'too_big' },
  ],
  401: ['unauthorized', 'A valid credential is needed.'],
  402: ['insufficient_credits', 'The balance is below the price of this download.'],
  403: ['forbidden', 'This needs the scope search:query.', { reason: 'missing_scope' }],
  404: ['not_found', 'No such asset.'],
  405: ['method_not_allowed', 'This path answers POST.'],
  409: [
    'conflict',
    'This Idempotency-Key was used before with another request.',
    { reason: 'idempotency_key_reused' },
  ],
  410: ['already_used', 'This link has been used.'],
  413: ['payload_too_large', 'The body is larger than 1 MiB.'],
  415: ['unsupported_type', 'Unsupported file type'],
  429: ['rate_limited', 'Too many requests. Try again in 7 s.'],
  500: [
    'internal_error',
    'Something went wrong on our side. The request id helps us find out what.',
  ],
  503: ['saturated', 'Too many searches at once. Try again in a moment.'],
}

/** The same on Surface C, where the contract has the words. (spec 7.3) */
const saidOfWallets: Readonly<Record<string, Json>> = {
  400: {
    detail: 'Amount must be greater than 0.1 SOL',
    code: 'bad_request',
    field: 'amount',
  },
  402: { detail: 'Insufficient balance for purchase', code: 'insufficient_balance' },
  403: { detail: 'Only the owner of the asset may do this.', code: 'forbidden' },
  404: { detail: 'Asset not found or not available for download', code: 'not_found' },
  409: { detail: 'This asset has a licence already.', code: 'conflict' },
  413: { detail: 'File size exceeds maximum limit of 2GB', code: 'payload_too_large' },
  415: { detail: 'Unsupported file type', code: 'unsupported_type' },
  503: { detail: 'Failed to process blockchain transaction', code: 'chain_failure' },
}

const payment = {
  operation: 'download',
  required_credits: 300,
  available_credits: 200,
  top_up: {
    url: 'https://data.example.eu/v1/vouchers/redeem',
    methods: ['voucher', 'operator'],
  },
  next_step: 'Redeem a voucher or ask the operator for credits, then send the request again.',
}

/** A refusal with this status, in the dialect of the schema; nothing for one of another kind. */
export function exampleError(status: string, { schema }: Schema): Json | undefined {
  const [code, message, details = {}] = saidBy[status] ?? []
  if (code === undefined || message === undefined) return undefined
  const request_id = exampleValues.request_id ?? null
  const timestamp = exampleTime
  // Of several shapes the first is the usual one.
  const { $ref } = schema?.anyOf?.[0] ?? schema ?? {}
  switch ($ref?.split('/').at(-1)) {
    case 'AgentError':
      return { code, message, request_id }
    case 'WalletError':
      return saidOfWallets[status] ?? { detail: message, code }
    case 'PaymentRequired':
      return { code, message, ...payment }
    case 'Error':
      return {
        error: { code: status === '503' ? 'unavailable' : code, message, details },
        request_id,
        timestamp,
      }
    default:
      return undefined
  }
}
