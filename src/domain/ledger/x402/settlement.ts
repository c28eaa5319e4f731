import { isObject } from './payment.ts'
import type { X402Terms } from './terms.ts'

/** How a payment ended, as a client is told it. (x402 version 2, SettlementResponse) */
export type Settlement = {
  readonly success: boolean
  readonly transaction: string
  readonly network: string
  readonly payer?: string
  readonly amount?: string
  readonly errorReason?: string
}

/** Without an answer the payment may have been made; what is unclear is for the operator. */
export type Outcome = Settlement | 'silent' | 'unclear'

export type Verdict = { readonly isValid: boolean; readonly reason: string }

/** What a facilitator said of a payment. Only `true` is yes. */
export function verdictIn(answer: unknown): Verdict {
  const { isValid, invalidReason } = isObject(answer) ? answer : {}
  return { isValid: isValid === true, reason: wordIn(invalidReason) ?? 'unexpected_verify_error' }
}

export type SettleAnswer =
  | { readonly kind: 'settled'; readonly transaction: string; readonly payer: string | null }
  | { readonly kind: 'refused'; readonly reason: string }
  /** Something was said that cannot be: money may have moved. */
  | { readonly kind: 'unclear'; readonly reason: string }

/**
 * What became of a payment. A success must name a transaction on our network and no other amount:
 * what does not fit is neither believed nor taken for a refusal.
 */
export function settleAnswerIn(
  answer: unknown,
  { network, amount }: Pick<X402Terms, 'network'> & { amount: string },
): SettleAnswer {
  if (!isObject(answer)) return { kind: 'unclear', reason: 'unexpected_settle_error' }
  if (answer.success === false) {
    const reason = wordIn(answer.errorReason) ?? 'unexpected_settle_error'
    return answer.transaction === undefined || answer.transaction === ''
      ? { kind: 'refused', reason }
      : { kind: 'unclear', reason }
  }
  const unclear = (reason: string): SettleAnswer => ({ kind: 'unclear', reason })
  if (answer.success !== true) return unclear('unexpected_settle_error')
  if (answer.network !== network) return unclear('other_network')
  if (answer.amount !== undefined && answer.amount !== amount) return unclear('other_amount')
  const transaction = transactionIn(answer.transaction, network)
  if (transaction === undefined) return unclear('no_transaction')
  return { kind: 'settled', transaction, payer: wordIn(answer.payer) ?? null }
}

/** Hexadecimal numbers are written in capitals or not: one transaction has one name. */
function transactionIn(transaction: unknown, network: string): string | undefined {
  if (typeof transaction !== 'string' || !/^[\w.:/+=-]{8,128}$/.test(transaction)) return undefined
  return network.startsWith('eip155:') ? transaction.toLowerCase() : transaction
}

/** A word of somebody else's that goes into headers and logs. */
function wordIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value) ? value : undefined
}
