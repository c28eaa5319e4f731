import { isoOf } from '../base/clock.ts'
import {
  ChainFailure,
  Conflict,
  DomainError,
  Forbidden,
  InvalidInput,
  OtherTerms,
  PaymentRequired,
  RateLimited,
  Saturated,
  TooLarge,
  Unauthenticated,
} from '../base/errors.ts'
import { solOf } from '../base/lamports.ts'
import { isNoRoom, isReadOnly } from '../base/no-room.ts'
import { OAuthRefused } from '../domain/identity/index.ts'
import { HeadersTooLarge, MethodNotAllowed } from './refusals.ts'
import type { Surface } from './route.ts'

/** The one place where the codes of the domain become statuses. */
const statusOfCode: Readonly<Record<string, number>> = {
  bad_request: 400,
  unauthorized: 401,
  insufficient_balance: 402,
  insufficient_credits: 402,
  search_allowance_exhausted: 402,
  forbidden: 403,
  oauth_refused: 400,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  already_used: 410,
  payload_too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  not_implemented: 501,
  chain_failure: 503,
  saturated: 503,
}

export type Refusal = { status: number; headers: Record<string, string>; body: object }
type Moment = {
  requestId: string
  nowMs: number
  /** What absolute links start with. */
  baseUrl: string
  takesPayments: boolean
}

/** An error in the words of a surface. What is not a domain error is a failure of ours: 500. */
export function refusalOf(error: unknown, surface: Surface, moment: Moment): Refusal {
  const known = error instanceof DomainError ? error : failureOf(error)
  const status = statusOf(known)
  return { status, headers: headersOf(known), body: bodies[surface](known, moment) }
}

export function statusOf(error: DomainError): number {
  return statusOfCode[error.code] ?? 500
}

/** A disk that takes nothing is the operator's to mend, and what was asked for was not done. */
function failureOf(error: unknown): DomainError {
  if (!isNoRoom(error) && !isReadOnly(error)) return new InternalError()
  const why = isNoRoom(error) ? 'There is no room left to write' : 'Nothing can be written now'
  const message = `${why}. Nothing was changed; try again later.`
  return new Saturated({ message, retryAfterSeconds: noRoomRetrySeconds })
}

const noRoomRetrySeconds = 30

class InternalError extends DomainError {
  readonly code = 'internal_error'
  constructor() {
    super('Something went wrong on our side. The request id helps us find out what.')
  }
}

function headersOf(error: DomainError): Record<string, string> {
  if (error instanceof Unauthenticated) return { 'www-authenticate': 'Bearer realm="kontor"' }
  if (error instanceof MethodNotAllowed) return { allow: error.allowed.join(', ') }
  if (error instanceof PaymentRequired) return { 'cache-control': 'no-store' }
  if (error instanceof RateLimited || error instanceof Saturated || error instanceof ChainFailure) {
    return { 'retry-after': String(error.retryAfterSeconds) }
  }
  if (error instanceof Conflict && error.retryAfterSeconds !== undefined) {
    return { 'retry-after': String(error.retryAfterSeconds) }
  }
  return {}
}

const bodies: Record<Surface, (error: DomainError, moment: Moment) => object> = {
  v1: v1Body,
  plain: v1Body,
  oauth: oauthBody,
  agent: agentBody,
  wallet: walletBody,
}

/** Spec 7.1. */
function v1Body(error: DomainError, moment: Moment): object {
  const { requestId, nowMs } = moment
  return { error: errorOf(error, moment), request_id: requestId, timestamp: isoOf(nowMs) }
}

/** The same for one of many, inside an answer that is a success. */
export function errorOf(error: DomainError, moment: Moment) {
  const code = v1Codes[error.code] ?? error.code
  return { code, message: error.message, details: detailsOf(error, moment) }
}

const v1Codes: Readonly<Record<string, string>> = {
  saturated: 'unavailable',
  oauth_refused: 'bad_request',
}

function detailsOf(error: DomainError, moment: Moment): Record<string, unknown> {
  if (error instanceof InvalidInput) {
    return { field: error.field, reason: error.reason, ...error.facts }
  }
  if (error instanceof OAuthRefused) return { reason: error.error }
  if (error instanceof Conflict) return { reason: error.reason, ...error.facts }
  if (error instanceof Forbidden) return { reason: error.reason, ...error.facts }
  if (error instanceof TooLarge) return { limit_bytes: error.limitBytes, ...error.facts }
  if (error instanceof HeadersTooLarge) return { limit_bytes: error.limitBytes }
  if (error instanceof RateLimited) return rateDetails(error)
  if (error instanceof PaymentRequired) return paymentFields(error, moment)
  return {}
}

function rateDetails({ reason, retryAfterSeconds }: RateLimited): Record<string, unknown> {
  return {
    ...(reason === undefined ? {} : { reason }),
    retry_after_seconds: retryAfterSeconds,
  }
}

/** Spec 2.1 PaymentRequired for 402; `{code, message, request_id}` else (our choice, Surface A). */
function agentBody(error: DomainError, moment: Moment): object {
  if (error instanceof PaymentRequired) return paymentFields(error, moment)
  return { code: error.code, message: error.message, request_id: moment.requestId }
}

/** The first five are the contract's; what follows them says how to go on. (our choice) */
function paymentFields(error: PaymentRequired, moment: Moment): Record<string, unknown> {
  const { code, message, operation, requiredCredits, availableCredits } = error
  const { resetAtMs, budget } = error
  return {
    code,
    message,
    operation,
    required_credits: requiredCredits,
    ...(availableCredits === undefined ? {} : { available_credits: availableCredits }),
    ...(resetAtMs === undefined ? {} : { reset_at: isoOf(resetAtMs) }),
    ...(budget && { budget_credits: budget.limitCredits, budget_spent: budget.spentCredits }),
    ...(code === 'insufficient_credits' && !budget ? { top_up: topUpAt(moment) } : {}),
    next_step: nextStepOf(error),
  }
}

function topUpAt({ baseUrl, takesPayments }: Moment): object {
  const methods = ['voucher', 'operator', ...(takesPayments ? ['x402'] : [])]
  return { url: `${baseUrl}/v1/vouchers/redeem`, methods }
}

function nextStepOf(error: PaymentRequired): string {
  const { code, budget } = error
  if (code === 'search_allowance_exhausted') {
    return 'Wait until reset_at, or ask the operator for a larger plan.'
  }
  const fewer = fewerPassages(error)
  if (budget) {
    return `${fewer}Raise the budget of this key, use another key, or wait until reset_at.`
  }
  return `${fewer}Redeem a voucher or ask the operator for credits, then send the request again.`
}

/** What is left pays for a part of what a search found. */
function fewerPassages({ operation, availableCredits = 0, budget }: PaymentRequired): string {
  const { limitCredits = Number.POSITIVE_INFINITY, spentCredits = 0 } = budget ?? {}
  const left = Math.min(availableCredits, limitCredits - spentCredits)
  if (operation !== 'search' || left <= 0) return ''
  return `Ask for fewer passages, which cost less: what is left is ${left}. Or: `
}

/** RFC 6749, 5.2. */
function oauthBody(error: DomainError): object {
  return { error: oauthErrorOf(error), error_description: error.message }
}

function oauthErrorOf(error: DomainError): string {
  if (error instanceof OAuthRefused) return error.error
  if (error instanceof Forbidden) return 'access_denied'
  if (error instanceof RateLimited || error instanceof Saturated) return 'temporarily_unavailable'
  if (statusOf(error) >= 500) return 'server_error'
  const isOfRedirects = error instanceof InvalidInput && error.field.startsWith('redirect_uris')
  return isOfRedirects ? 'invalid_redirect_uri' : 'invalid_request'
}

/** Spec 7.3. */
function walletBody(error: DomainError): object {
  const field = error instanceof InvalidInput ? { field: error.field } : {}
  const proof = error instanceof Forbidden ? askedIn(error) : {}
  return { detail: error.message, code: error.code, ...field, ...proof, ...termsIn(error) }
}

/** Who is to show more than a session is told what. */
function askedIn({ reason, facts }: Forbidden): object {
  return /^(second_factor|confirmation)_/.test(reason) ? { reason, ...facts } : {}
}

/** What a buyer would agree to by asking again. */
function termsIn(error: DomainError): object {
  if (!(error instanceof OtherTerms)) return {}
  return { price: solOf(error.priceLamports), license_type: error.licenseType }
}
