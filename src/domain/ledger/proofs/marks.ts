import { isoOf } from '../../../base/clock.ts'
import type { Db } from '../../../store/tx.ts'
import { findEventHead, findHead } from '../queries.ts'
import { linkAt } from './link-at.ts'
import { findHeadAt, findLastHead, type Log } from './queries.ts'

/** How far the ledger reached once: of each log the size and the last link, and of the heads. */
export type LedgerMarks = {
  transfers: { size: number; chain: string }
  events: { size: number; chain: string }
  heads: { size: number; signature: string; signed_at: string | null }
}

export function ledgerMarks(db: Db): LedgerMarks {
  const [transfer, event, head] = [findHead(db), findEventHead(db), findLastHead(db)]
  return {
    transfers: { size: transfer.seq, chain: transfer.hash.toString('hex') },
    events: { size: event.seq, chain: event.hash.toString('hex') },
    heads: {
      size: head?.headNo ?? 0,
      signature: head?.signature.toString('hex') ?? '',
      signed_at: head ? isoOf(head.signedAt) : null,
    },
  }
}

/** What the ledger has lost or has otherwise than it had, in sentences. */
export function ledgerMarksMissed(db: Db, { transfers, events, heads }: LedgerMarks): string[] {
  const { size, signature } = heads
  const head = size === 0 ? '' : findHeadAt(db, size)?.signature.toString('hex')
  return [
    ...missedLink(db, 'transfer', transfers),
    ...missedLink(db, 'event', events),
    ...(head === signature ? [] : [`the signed head ${size} is missing or another one`]),
  ]
}

/** Whether a log still goes through this link, in a sentence. */
export function missedLink(db: Db, log: Log, had: { size: number; chain: string }): string[] {
  const now = linkAt(db, { log, seq: had.size })
  if (!now) return [`the ledger has lost ${log} ${had.size}, which it had`]
  return now.toString('hex') === had.chain ? [] : [`the ledger has another ${log} ${had.size}`]
}
