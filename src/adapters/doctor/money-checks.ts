import type Database from 'better-sqlite3'
import { type Finding, some } from './finding.ts'

type Raw = Database.Database

const unclaimedForMs = 30 * 24 * 3_600_000
const undecidedAfterMs = 6 * 3_600_000

/** Checkouts that are paid at Stripe and were credited to nobody, until a grant names them. */
export function unclaimedFindings(raw: Raw, nowMs: number): Finding[] {
  const rows = raw
    .prepare(
      `SELECT subject_id AS id, details ->> 'amount' AS amount, details ->> 'currency' AS currency
       FROM audit_event AS unclaimed
       WHERE action = 'payment.unclaimed' AND at > ?
         AND NOT EXISTS (SELECT 1 FROM transfer WHERE transfer_id = 'stripe:' || subject_id)
         AND NOT EXISTS (SELECT 1 FROM audit_event AS granted
           WHERE granted.action = 'credits.granted' AND granted.audit_no > unclaimed.audit_no
             AND instr(granted.details ->> 'reason', unclaimed.subject_id) > 0)
       ORDER BY audit_no DESC`,
    )
    .all(nowMs - unclaimedForMs) as { id: string; amount: number | null; currency: string | null }[]
  if (rows.length === 0) return []
  const named = rows.map(
    ({ id, amount, currency }) => `${id} (${amount ?? '?'} ${currency ?? '?'})`,
  )
  return [
    {
      check: 'payments',
      level: 'warning',
      message: `Paid at Stripe and credited to nobody: ${some(named)}, in the smallest units.`,
      remedy:
        'Look there whose it is. Pay it back, or kontor credits grant with the id of the ' +
        'checkout in its reason.',
    },
  ]
}

/** Transactions of which the chain's node shows neither that they came nor that they cannot. */
export function undecidedFindings(raw: Raw, nowMs: number): Finding[] {
  const rows = raw
    .prepare(
      `SELECT kind || ' ' || subject_id || ', transaction ' || signature FROM chain_submission
       WHERE state = 'signed' AND created_at < ? ORDER BY created_at`,
    )
    .pluck()
    .all(nowMs - undecidedAfterMs) as string[]
  if (rows.length === 0) return []
  return [
    {
      check: 'chain',
      level: 'warning',
      message: `Sent to the chain hours ago, and nobody knows what became of it: ${some(rows)}.`,
      remedy:
        'Give the server a node that answers and keeps blocks from before that ' +
        '(KONTOR_SOLANA_RPC_URL): what it shows decides, and until then nothing is paid again.',
    },
  ]
}
