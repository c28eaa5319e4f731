import { bodyHash, eventHash, transferHash } from '../books/chain.ts'
import { isGenuine } from './head.ts'
import { leafHash, rootFromPath } from './merkle.ts'
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
  const { seq, prev: hex } = entry
  const prev = Buffer.from(hex, 'hex')
  if (entry.log === 'event') return eventHash({ prev, seq, body: entry.body })
  const { transferId, createdAt, debitAfter, creditAfter, body } = entry
  const link = { prev, seq, transferId, createdAt, debitAfter, creditAfter }
  return transferHash({ ...link, bodyHash: bodyHash(body) })
}

/** Every row belongs to the deed that the receipt is named after. */
function isAboutItself({ id, entries }: Receipt): boolean {
  return entries.every((entry) =>
    entry.log === 'event'
      ? entry.body.eventId === id
      : entry.body.groupId === id || entry.transferId === id,
  )
}
