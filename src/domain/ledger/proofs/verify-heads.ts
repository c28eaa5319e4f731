import type { Db } from '../../../store/tx.ts'
import { genesis } from '../books/chain.ts'
import { verifySliceRows } from '../limits.ts'
import type { VerifyProblem } from '../verify/report.ts'
import { headOf, isGenuine } from './head.ts'
import { emptyRoot, leafHash, nodeHash } from './merkle.ts'
import {
  findLastHead,
  findNode,
  type HeadRow,
  hashAt,
  type Log,
  listHashes,
  listHeadsAfter,
} from './queries.ts'

/**
 * Holds the signed heads against the chains: each was signed with its key and names the row that
 * was the last one then, and the tree of the last head follows from the rows.
 */
export function* verifyHeads(db: Db): Generator<VerifyProblem[]> {
  let after = 0
  for (;;) {
    const heads = listHeadsAfter(db, { after, limit: verifySliceRows })
    yield heads.flatMap((head, i) => {
      const before = heads[i - 1]?.headNo ?? after
      return checkHead(db, head, before).map((message) => problemOf(head, message))
    })
    after = heads.at(-1)?.headNo ?? after
    if (heads.length < verifySliceRows) break
  }
  const last = findLastHead(db)
  if (!last) return
  yield* checkTree(db, last, { log: 'transfer', size: last.transfers, root: last.transferRoot })
  yield* checkTree(db, last, { log: 'event', size: last.events, root: last.eventRoot })
}

function checkHead(db: Db, head: HeadRow, before: number): string[] {
  const problems: string[] = []
  if (head.headNo !== before + 1) problems.push(`head ${before + 1} is missing`)
  if (!isGenuine(headOf(head), head.publicKey)) problems.push('is not signed with its key')
  const logs = [
    { log: 'transfer', seq: head.transfers, chain: head.transferChain },
    { log: 'event', seq: head.events, chain: head.eventChain },
  ] as const
  for (const { log, seq, chain } of logs) {
    const now = seq === 0 ? genesis : hashAt(db, { log, seq })
    if (!now?.equals(chain)) problems.push(`was signed over another ${log} ${seq}`)
  }
  return problems
}

type Tree = { log: Log; size: number; root: Buffer }

/** From the leaves up, with the complete subtrees on a stack, as a carry goes through a number. */
function* checkTree(db: Db, head: HeadRow, { log, size, root }: Tree): Generator<VerifyProblem[]> {
  const stack: { level: number; hash: Buffer }[] = []
  const problems: string[] = []
  let done = 0
  while (done < size) {
    const limit = Math.min(verifySliceRows, size - done)
    const hashes = listHashes(db, { log, after: done, limit })
    if (hashes.length === 0) break
    for (const hash of hashes) {
      push(stack, leafHash(hash))
      done += 1
      problems.push(...checkKept(db, stack, { log, done }))
    }
    yield problems.splice(0).map((message) => problemOf(head, message))
  }
  const roots = stack.map(({ hash }) => hash)
  const found =
    roots.length === 0 ? emptyRoot : roots.reduceRight((right, left) => nodeHash(left, right))
  if (!found.equals(root)) yield [problemOf(head, `its tree of ${log}s has another root`)]
}

function push(stack: { level: number; hash: Buffer }[], leaf: Buffer): void {
  let node = { level: 0, hash: leaf }
  for (;;) {
    const left = stack.at(-1)
    if (left?.level !== node.level) break
    stack.pop()
    node = { level: node.level + 1, hash: nodeHash(left.hash, node.hash) }
  }
  stack.push(node)
}

/** A subtree that has just become complete must be the one that is kept, if one is. */
function checkKept(
  db: Db,
  stack: readonly { level: number; hash: Buffer }[],
  { log, done }: { log: Log; done: number },
): string[] {
  const top = stack.at(-1)
  if (!top || top.level < 5) return []
  const kept = findNode(db, { log, level: top.level, place: done / 2 ** top.level - 1 })
  return !kept || kept.equals(top.hash) ? [] : [`keeps another subtree of ${log}s up to ${done}`]
}

function problemOf({ headNo }: HeadRow, message: string): VerifyProblem {
  return { check: 'ledger_head', seq: headNo, message }
}
