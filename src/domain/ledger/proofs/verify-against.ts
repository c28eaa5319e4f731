import type { LedgerRoom } from '../room.ts'
import type { VerifyProblem } from '../verify/report.ts'
import { checkReceipt, hashOf } from './check-receipt.ts'
import { isGenuine, type LogHead, type SignedHead } from './head.ts'
import { missedLink } from './marks.ts'
import { rootOf } from './merkle.ts'
import { hashAt, type Log } from './queries.ts'
import type { Receipt } from './receipt.ts'
import { keyIdOf } from './signer.ts'
import { subtreesOf } from './tree.ts'

/**
 * Holds the ledger of now against what somebody else kept, a receipt or a signed head: was it
 * signed here, and is all of it still part of the ledger?
 */
export function verifyAgainst(room: LedgerRoom, kept: Receipt | SignedHead): VerifyProblem[] {
  const head = 'entries' in kept ? kept.head : kept
  const key = keyNamed(room, head.key_id)
  const problems: string[] = []
  if (!key) problems.push('was signed with a key that is not one of this ledger')
  else if ('entries' in kept) problems.push(...checkReceipt(kept, key))
  else if (!isGenuine(head, key)) problems.push('was changed after it was signed')
  problems.push(...missed(room, 'transfer', head.transfers), ...missed(room, 'event', head.events))
  if ('entries' in kept) problems.push(...missedEntries(room, kept))
  return problems.map((message) => ({ check: 'against', seq: null, message }))
}

function keyNamed({ signer }: LedgerRoom, keyId: string): Buffer | undefined {
  const known = [signer.publicKey, ...signer.past().map(({ publicKey }) => publicKey)]
  return known.find((key) => keyIdOf(key) === keyId)
}

function missed({ store: { db } }: LedgerRoom, log: Log, had: LogHead): string[] {
  const problems = missedLink(db, log, had)
  if (problems.length > 0) return problems
  const root = rootOf(had.size, subtreesOf(db, log)).toString('hex')
  return root === had.root ? [] : [`the ${log}s up to ${had.size} have another root`]
}

function missedEntries({ store: { db } }: LedgerRoom, { entries }: Receipt): string[] {
  return entries.flatMap((entry) => {
    const { log, seq } = entry
    return hashAt(db, { log, seq })?.equals(hashOf(entry))
      ? []
      : [`the ledger has another ${log} ${seq}, or none`]
  })
}
