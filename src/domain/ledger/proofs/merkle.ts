import { hash } from 'node:crypto'

/**
 * Merkle trees as in RFC 6962: leaves and inner nodes are hashed apart, and a tree of any size is
 * the largest complete tree to the left and the rest to the right.
 */

/** The hash of the complete subtree of 2^level leaves at this place. */
export type Subtree = (address: { level: number; place: number }) => Buffer

export function leafHash(content: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from([0]), content]), 'buffer')
}

export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from([1]), left, right]), 'buffer')
}

export const emptyRoot = hash('sha256', '', 'buffer')

export function rootOf(size: number, subtree: Subtree): Buffer {
  return size === 0 ? emptyRoot : rangeHash({ start: 0, size }, subtree)
}

/** The siblings on the way from a leaf to the root, the nearest first. */
export function inclusionPath(leaf: { index: number; size: number }, subtree: Subtree): Buffer[] {
  const path: Buffer[] = []
  let [start, size] = [0, leaf.size]
  while (size > 1) {
    const left = largestBelow(size)
    const isLeft = leaf.index - start < left
    const sibling = isLeft ? { start: start + left, size: size - left } : { start, size: left }
    path.push(rangeHash(sibling, subtree))
    if (!isLeft) start += left
    size = isLeft ? left : size - left
  }
  return path.toReversed()
}

/** The root that a leaf and its path lead to; undefined for a path that cannot belong to it. */
export function rootFromPath(
  leaf: { index: number; size: number; hash: Buffer },
  path: readonly Buffer[],
): Buffer | undefined {
  const { index, size } = leaf
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined
  const sides = sidesOf({ index, size })
  if (sides.length !== path.length) return undefined
  return path.reduce(
    (below, sibling, i) =>
      sides[i] === 'left' ? nodeHash(sibling, below) : nodeHash(below, sibling),
    leaf.hash,
  )
}

/** On which side of the way up each sibling lies, the nearest first. */
function sidesOf({ index, size }: { index: number; size: number }): ('left' | 'right')[] {
  const sides: ('left' | 'right')[] = []
  let [at, rest] = [index, size]
  while (rest > 1) {
    const left = largestBelow(rest)
    const isLeft = at < left
    sides.push(isLeft ? 'right' : 'left')
    if (!isLeft) at -= left
    rest = isLeft ? left : rest - left
  }
  return sides.toReversed()
}

function rangeHash({ start, size }: { start: number; size: number }, subtree: Subtree): Buffer {
  const level = Math.log2(size)
  if (Number.isInteger(level)) return subtree({ level, place: start / size })
  const left = largestBelow(size)
  return nodeHash(
    rangeHash({ start, size: left }, subtree),
    rangeHash({ start: start + left, size: size - left }, subtree),
  )
}

/** The largest power of two below a number of at least 2. */
function largestBelow(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}
