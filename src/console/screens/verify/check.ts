import type { Reply } from '../../../client/index.ts'
import { type Verdict, verifyReceipt } from '../../../client/verify-receipt.ts'
import { kontor } from '../../api/kontor.ts'

export type Receipt = Reply<'getReceipt'>
export type Checked = { receipt: Receipt; verdict: Verdict }

/**
 * With the keys that the server tells to everybody, the one of before a rotation included: never
 * with one that the receipt brings along, since a forged one brings its own.
 */
export async function check(receipt: Receipt, signal?: AbortSignal): Promise<Checked> {
  const told = await kontor.getSigningKey(undefined, signal ? { signal } : {})
  const keys = [told, ...told.previous_keys]
  const key = keys.find(({ key_id }) => key_id === receipt.head.key_id) ?? told
  return { receipt, verdict: await verifyReceipt(receipt, key.public_key) }
}

/** As it was saved, or as the server answered with it; undefined for what is neither. */
export function receiptIn(text: string): Receipt | undefined {
  try {
    const parsed = JSON.parse(text)
    const receipt = parsed?.data ?? parsed
    const isReceipt = typeof receipt?.head?.signature === 'string' && Array.isArray(receipt.entries)
    return isReceipt ? (receipt as Receipt) : undefined
  } catch {
    return undefined
  }
}
