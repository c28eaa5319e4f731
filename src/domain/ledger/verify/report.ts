import type { Db } from '../../../store/tx.ts'

export type VerifyProblem = {
  /** What was looked at: `transfer`, `account`, `meter_event`, `payout_statement`, `link` … */
  check: string
  /** The row of the chain, where the problem has one. */
  seq: number | null
  message: string
}

export type VerifyReport = {
  ok: boolean
  transfers: number
  events: number
  /** Hash of the last transfer as hex: who keeps it sees later whether rows were cut off. */
  head: string
  /** In the order found; no more than the first 100. */
  problems: VerifyProblem[]
}

/** Checks that another room adds, in slices too: delivery compares its links with the events. */
export type VerifyPart = (db: Db) => Iterable<VerifyProblem[]>
