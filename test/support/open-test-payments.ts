// Payments that come with a request, without any request: the terms, and a facilitator in here.
import { PaymentRequired } from '../../src/base/errors.ts'
import type { RequestId, TenantId } from '../../src/base/ids.ts'
import { cents } from '../../src/base/money.ts'
import type { X402Terms } from '../../src/domain/ledger/x402/terms.ts'
import { openTestLedger } from './open-test-ledger.ts'

export const terms: X402Terms = {
  payTo: '0x2096',
  network: 'eip155:8453',
  asset: '0x036C',
  extra: { name: 'EURC', version: '2' },
  unitsPerCredit: 10_000,
  minimumCredits: cents(5),
}

export const resource = { url: 'https://kontor.example/download', description: 'download' }

/** What the facilitator says to each; a deed that throws is a silence or a fault. */
type Saying = { verify: () => unknown; settle: () => unknown }

/** A ledger that takes payments; a transaction is called after how many there were. */
export function openTestPayments(part: Partial<X402Terms> = {}) {
  const asked: string[] = []
  let settled = 0
  const honest: Saying = {
    verify: () => ({ isValid: true }),
    settle: () => ({ success: true, transaction: `0xTX00000${++settled}`, network: terms.network }),
  }
  const saying = { ...honest }
  const ask = (deed: keyof Saying) => async () => {
    asked.push(deed)
    return saying[deed]()
  }
  const facilitator = { verify: ask('verify'), settle: ask('settle') }
  const ledger = openTestLedger({ x402: { terms: { ...terms, ...part }, facilitator } })
  const rows = (columns: string) =>
    ledger.store.raw.prepare(`SELECT ${columns} FROM x402_payment ORDER BY created_at, credits`)
  return {
    ...ledger,
    asked,
    saying,
    honest,
    /** Whole rows as lists, the oldest first. */
    rows: (columns: string) => rows(columns).raw().all() as unknown[][],
    pay: (tenantId: TenantId, sent: unknown, missing = 25) =>
      ledger.acceptPayment({
        sent,
        refusal: refusalOver(tenantId, missing),
        resource,
        requestId: 'req_1' as RequestId,
      }),
  }
}

/** What somebody is refused who has nothing. */
export function refusalOver(tenantId: TenantId | undefined, requiredCredits: number) {
  return new PaymentRequired({
    code: 'insufficient_credits',
    operation: 'download',
    requiredCredits,
    availableCredits: 0,
    message: 'Too little.',
    ...(tenantId === undefined ? {} : { tenantId }),
  })
}

/** A payment of so many credits, told from others by its nonce. */
export function paymentOf(credits: number, nonce: string, part: object = {}) {
  const { payTo, network, asset, extra, unitsPerCredit } = terms
  const amount = String(credits * unitsPerCredit)
  const accepted = { scheme: 'exact', network, amount, asset, payTo, maxTimeoutSeconds: 300, extra }
  return { x402Version: 2, accepted, payload: { nonce }, ...part }
}
