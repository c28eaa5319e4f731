import { bodyHash, eventHash, transferHash } from '../books/chain.ts'
import { isGenuine } from './head.ts'
import { leafHash, rootFromPath } from './merkle.ts'
import { hashedOf } from './own-numbers.ts'
import type { EventEntry, Receipt, TransferEntry } from './receipt.ts'

/**
 * What is wrong with a receipt, in sentences; nothing when it is genuine. Needs no database: the
 * signature of the head, and for every row its hash from its content and its way to the root.
 */
export function checkReceipt(receipt: Receipt, publicKey: Buffer): string[] {
  const problems: string[] = []
  if (!isGenuine(receipt.head, publicKey)) {
    problems.push('the head was not signed with this key, or was changed')
  }
  if (receipt.entries.length === 0) problems.push('the receipt proves nothing')
  for (const entry of receipt.entries) {
    if (!isIncluded(entry, receipt)) problems.push(`${entry.log} ${entry.seq} is not in this head`)
  }
  if (!isAboutItself(receipt)) problems.push('the receipt is about something else than its id')
  return problems
}

function isIncluded(entry: EventEntry | TransferEntry, { head }: Receipt): boolean {
  const log = entry.log === 'event' ? head.events : head.transfers
  const leaf = { index: entry.seq - 1, size: log.size, hash: leafHash(hashOf(entry)) }
  const path = entry.path.map((hex) => Buffer.from(hex, 'hex'))
  return rootFromPath(leaf, path)?.toString('hex') === log.root
}

/** The link of a row, from what the receipt says that it holds. */
export function hashOf(entry: EventEntry | TransferEntry): Buffer {
  const { seq, prev: hex, commitments } = entry
  const prev = Buffer.from(hex, 'hex')
  const form = commitments ? 2 : 1
  if (entry.log === 'event') {
    const gross = { number: entry.body.grossAfterCents, side: entry.commitments?.grossAfterCents }
    const body = { ...entry.body, grossAfterCents: hashedOf(gross, 'grossAfterCents') }
    return eventHash({ prev, seq, body }, form)
  }
  const { transferId, createdAt, body } = entry
  const debit = { number: entry.debitAfter, side: entry.commitments?.debitAfter }
  const credit = { number: entry.creditAfter, side: entry.commitments?.creditAfter }
  return transferHash({
    prev,
    seq,
    transferId,
    createdAt,
    bodyHash: bodyHash(body, form),
    debitAfter: hashedOf(debit, 'debitAfter'),
    creditAfter: hashedOf(credit, 'creditAfter'),
  })
}

/** Every row belongs to the deed that the receipt is named after. */
function isAboutItself({ id, entries }: Receipt): boolean {
  return entries.every((entry) =>
    entry.log === 'event'
      ? entry.body.eventId === id
      : entry.body.groupId === id || entry.transferId === id,
  )
}
