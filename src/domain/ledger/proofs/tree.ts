import type { Db, Tx } from '../../../store/tx.ts'
import { leafHash, nodeHash, type Subtree } from './merkle.ts'
import { countNodes, findNode, insertNode, type Log, listHashes } from './queries.ts'

/** Subtrees from 32 leaves on are kept; below that the leaves themselves are read. */
export const keptLevel = 5
const keptLeaves = 2 ** keptLevel

/** The subtrees of a log: kept ones are looked up, all others worked out. */
export function subtreesOf(db: Db, log: Log): Subtree {
  const subtree: Subtree = ({ level, place }) => {
    if (level >= keptLevel) {
      const kept = findNode(db, { log, level, place })
      if (kept) return kept
    }
    if (level <= keptLevel) return fromLeaves(db, { log, level, place })
    const below = [place * 2, place * 2 + 1].map((at) => subtree({ level: level - 1, place: at }))
    return nodeHash(below[0] as Buffer, below[1] as Buffer)
  }
  return subtree
}

function fromLeaves(
  db: Db,
  { log, level, place }: { log: Log; level: number; place: number },
): Buffer {
  const limit = 2 ** level
  let hashes = listHashes(db, { log, after: place * limit, limit }).map(leafHash)
  if (hashes.length !== limit) throw new Error(`the chain of ${log}s ends within its tree`)
  while (hashes.length > 1) hashes = paired(hashes)
  return hashes[0] as Buffer
}

function paired(hashes: readonly Buffer[]): Buffer[] {
  const above: Buffer[] = []
  for (let i = 0; i < hashes.length; i += 2) {
    above.push(nodeHash(hashes[i] as Buffer, hashes[i + 1] as Buffer))
  }
  return above
}

/**
 * Keeps the subtrees that became complete, some leaves at a time; true when more waits. Nothing is
 * written while a charge is posted: the trees follow.
 */
export function growTree(tx: Tx, log: Log, { leaves }: { leaves: number }): boolean {
  const done = countNodes(tx, { log, level: keptLevel })
  const hashes = listHashes(tx, { log, after: done * keptLeaves, limit: leaves })
  const added = Math.floor(hashes.length / keptLeaves)
  const subtree = subtreesOf(tx, log)
  for (let place = done; place < done + added; place++) {
    insertNode(tx, { log, level: keptLevel, place, hash: subtree({ level: keptLevel, place }) })
    addAbove(tx, { log, place })
  }
  return hashes.length === leaves
}

/** The second of two siblings completes the one above. */
function addAbove(tx: Tx, { log, place }: { log: Log; place: number }): void {
  let [level, at] = [keptLevel, place]
  while (at % 2 === 1) {
    const [left, right] = [at - 1, at].map((sibling) =>
      findNode(tx, { log, level, place: sibling }),
    )
    if (!left || !right) throw new Error(`the tree of ${log}s has a hole`)
    level += 1
    at = (at - 1) / 2
    insertNode(tx, { log, level, place: at, hash: nodeHash(left, right) })
  }
}
