import type { Context } from 'koa'
import { PaymentRequired } from '../../base/errors.ts'
import type { RequestId } from '../../base/ids.ts'
import type { PaidResource, PaymentOffer, PaymentSettlement } from '../../domain/ledger/index.ts'
import { parseJson } from '../body/read-body.ts'
import type { HttpDeps } from '../deps.ts'
import type { AnyRoute, HttpFacts, PaymentSent, Surface } from '../route.ts'

export const paymentHeaders = ['payment-required', 'payment-response'] as const

/** The payment in the headers of a request. HEAD asks only: it never pays. */
export function paymentOf(ctx: Context, surface: Surface): PaymentSent | undefined {
  const header = ctx.get('payment-signature')
  if (header === '' || ctx.method === 'HEAD' || surface === 'wallet') return undefined
  return {
    payload: decoded(header),
    settled: (settlement) => ctx.set('PAYMENT-RESPONSE', encoded(settlement)),
  }
}

type Paying = { route: AnyRoute; http: HttpFacts; payment: PaymentSent | undefined }

/**
 * Does what was asked; if the balance is too low and a payment came along, takes that and does it
 * again. So a payment is touched only where it is needed. Throws what the room refuses.
 */
export async function paying<R>(
  { rooms }: HttpDeps,
  { route, http, payment }: Paying,
  run: () => Promise<R>,
): Promise<R> {
  try {
    return await run()
  } catch (error) {
    if (!payment || !rooms.ledger.takesPayments || !isShortOfCredits(error)) throw error
    const settlement = await rooms.ledger.acceptPayment({
      sent: payment.payload,
      refusal: error,
      resource: resourceOf({ ...http, path: route.path, description: route.summary }),
      requestId: http.requestId as RequestId,
    })
    payment.settled(settlement)
  }
  return run()
}

function isShortOfCredits(error: unknown): error is PaymentRequired {
  return error instanceof PaymentRequired && error.tenantId !== undefined
}

/** How a refusal can be answered with a payment, as a header; none where it cannot. */
export function offerHeader(
  { rooms, settings }: HttpDeps,
  error: unknown,
  { ctx, surface }: { ctx: Context; surface: Surface },
): Record<string, string> {
  if (!(error instanceof PaymentRequired) || surface === 'wallet') return {}
  const path = String(ctx.state.route ?? '/')
  const place = { baseUrl: settings.baseUrl(), path, description: error.operation }
  const offer = rooms.ledger.paymentOffer(error, resourceOf(place))
  return offer ? { 'PAYMENT-REQUIRED': encoded(offer) } : {}
}

type Place = { baseUrl: string; path: string; description: string }

/** The address without what it was called with: that is the caller's, and paths carry secrets. */
function resourceOf({ baseUrl, path, description }: Place): PaidResource {
  return { url: `${baseUrl}${path.replace(/\/:.*$/, '')}`, description }
}

function encoded(value: PaymentOffer | PaymentSettlement): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

/** Undefined for what is no JSON: it is refused where it would be looked at. */
function decoded(header: string): unknown {
  try {
    return parseJson(Buffer.from(header, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
