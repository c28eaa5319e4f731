import type { Db } from '../../../store/tx.ts'
import { genesis } from '../books/chain.ts'
import { verifySliceRows } from '../limits.ts'
import type { VerifyProblem } from '../verify/report.ts'
import { headOf, isGenuine } from './head.ts'
import { emptyRoot, leafHash, nodeHash } from './merkle.ts'
import * as queries from './queries.ts'
import { keptLevel } from './tree.ts'

/**
 * Holds the signed heads against the chains: each was signed with its key and names the row that
 * was the last one then, and the tree of the last head follows from the rows.
 */
export function* verifyHeads(db: Db): Generator<VerifyProblem[]> {
  let after = 0
  for (;;) {
    const heads = queries.listHeadsAfter(db, { after, limit: verifySliceRows })
    yield heads.flatMap((head, i) => {
      const before = heads[i - 1]?.headNo ?? after
      return checkHead(db, head, before).map((message) => problemOf(head, message))
    })
    after = heads.at(-1)?.headNo ?? after
    if (heads.length < verifySliceRows) break
  }
  const last = queries.findLastHead(db)
  if (!last) return
  yield* checkTree(db, last, { log: 'transfer', size: last.transfers, root: last.transferRoot })
  yield* checkTree(db, last, { log: 'event', size: last.events, root: last.eventRoot })
}

function checkHead(db: Db, head: queries.HeadRow, before: number): string[] {
  const problems: string[] = []
  if (head.headNo !== before + 1) problems.push(`head ${before + 1} is missing`)
  if (!isGenuine(headOf(head), head.publicKey)) problems.push('is not signed with its key')
  const logs = [
    { log: 'transfer', seq: head.transfers, chain: head.transferChain },
    { log: 'event', seq: head.events, chain: head.eventChain },
  ] as const
  for (const { log, seq, chain } of logs) {
    const now = seq === 0 ? genesis : queries.hashAt(db, { log, seq })
    if (!now?.equals(chain)) problems.push(`was signed over another ${log} ${seq}`)
  }
  return problems
}

type Tree = { log: queries.Log; size: number; root: Buffer }

/** From the leaves up, with the complete subtrees on a stack, as a carry goes through a number. */
function* checkTree(
  db: Db,
  head: queries.HeadRow,
  { log, size, root }: Tree,
): Generator<VerifyProblem[]> {
  const stack: Complete[] = []
  const problems: string[] = []
  let done = 0
  while (done < size) {
    const limit = Math.min(verifySliceRows, size - done)
    const hashes = queries.listHashes(db, { log, after: done, limit })
    if (hashes.length === 0) break
    for (const hash of hashes) {
      done += 1
      problems.push(...checkKept(db, push(stack, leafHash(hash)), { log, done }))
    }
    yield problems.splice(0).map((message) => problemOf(head, message))
  }
  const roots = stack.map(({ hash }) => hash)
  const found =
    roots.length === 0 ? emptyRoot : roots.reduceRight((right, left) => nodeHash(left, right))
  if (!found.equals(root)) yield [problemOf(head, `its tree of ${log}s has another root`)]
}

type Complete = { level: number; hash: Buffer }

/** Gives the subtrees that this leaf makes complete, the smallest first. */
function push(stack: Complete[], leaf: Buffer): Complete[] {
  let node = { level: 0, hash: leaf }
  const complete = [node]
  for (;;) {
    const left = stack.at(-1)
    if (left?.level !== node.level) break
    stack.pop()
    node = { level: node.level + 1, hash: nodeHash(left.hash, node.hash) }
    complete.push(node)
  }
  stack.push(node)
  return complete
}

/** A subtree that has just become complete must be the one that is kept, if one is. */
function checkKept(
  db: Db,
  complete: readonly Complete[],
  { log, done }: { log: queries.Log; done: number },
): string[] {
  return complete.slice(keptLevel).flatMap(({ level, hash }) => {
    const kept = queries.findNode(db, { log, level, place: done / 2 ** level - 1 })
    return !kept || kept.equals(hash) ? [] : [`keeps another subtree of ${log}s up to ${done}`]
  })
}

function problemOf({ headNo }: queries.HeadRow, message: string): VerifyProblem {
  return { check: 'ledger_head', seq: headNo, message }
}
