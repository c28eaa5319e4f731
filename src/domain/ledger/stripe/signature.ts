import { createHmac } from 'node:crypto'
import { sameBytes } from '../../../base/secrets.ts'
import { stripeToleranceMs } from '../limits.ts'

export type SignedPayload = {
  /** The bytes as they came, as text. */
  payload: string
  /** `Stripe-Signature: t=1700000000,v1=…`, with several v1 while a secret is being changed. */
  header: string
}

/** Whether Stripe signed this payload within the last five minutes (scheme v1, HMAC-SHA-256). */
export function isFromStripe(
  { payload, header }: SignedPayload,
  { secret, nowMs }: { secret: string; nowMs: number },
): boolean {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(nowMs - Number(time) * 1000) > stripeToleranceMs) return false
  const expected = createHmac('sha256', secret).update(`${time}.${payload}`).digest()
  return parts.some(
    ([name, hex = '']) => name === 'v1' && sameBytes(Buffer.from(hex, 'hex'), expected),
  )
}
