import type { DocValues } from '../documents/doc-values.ts'
import { type LateInteraction, type ReadPassages, readMax } from '../hybrid/late-interaction.ts'
import type { VectorIndex } from '../neighbours/vector-index.ts'
import { type Bitset, copyOf } from '../ranking/bitset.ts'
import type { Matches } from '../ranking/scorer.ts'
import type { PassageNodes } from './passage-nodes.ts'

/** What searches by meaning look into. */
export type VectorSpace = {
  readonly index: VectorIndex
  readonly nodes: PassageNodes
  readonly cutoff: number
  readonly readPassages: ReadPassages
}

/** A search by meaning finds at most so many passages: those that are nearest. */
export const nearestMax = 200

type Asked = {
  vectors: readonly Int16Array[]
  docValues: DocValues
  allowed: Bitset
  /** The set is that of everything the viewer sees, which stays the same between searches. */
  kept: boolean
  /** Instead of the model's own, where what is found is read more closely. */
  cutoff?: number
}

/**
 * The wanted passages that are nearest to one of the vectors, none below the cutoff. Each has the
 * score of the nearest vector; of equal ones the newest come first.
 */
export function nearestPassages(space: VectorSpace, asked: Asked): Matches {
  const { index, nodes } = space
  const { vectors, docValues, allowed, kept, cutoff = space.cutoff } = asked
  const set = nodes.nodesIn(allowed, { kept })
  const best = new Map<number, number>()
  for (const vector of vectors) {
    const near = index.nearest(vector, { allowed: set, limit: nearestMax, cutoff })
    near.nodes.forEach((node, i) => {
      best.set(node, Math.max(best.get(node) ?? 0, near.cosines[i] as number))
    })
  }
  const found = [...best].flatMap(([node, cosine]) =>
    newestOf(nodes.docIdsOf(node), { docValues, allowed }).map((docId) => ({ docId, cosine })),
  )
  const { createdAtS } = docValues
  const newest = (a: number, b: number) =>
    (createdAtS[b] as number) - (createdAtS[a] as number) || a - b
  found.sort((a, b) => b.cosine - a.cosine || newest(a.docId, b.docId))
  const scores = new Float64Array(docValues.size)
  const docIds = Int32Array.from(found.slice(0, nearestMax), ({ docId }) => docId)
  for (const { docId, cosine } of found.slice(0, nearestMax)) scores[docId] = cosine
  return { docIds, scores }
}

/** So often those are passed over that have all the places. */
const roundsMax = 4

/** The same where objects are looked for: one with many that are near leaves room for others. */
export function nearestOfObjects(space: VectorSpace, asked: Asked): Matches {
  const { objects, size } = asked.docValues
  const left = copyOf(asked.allowed)
  let round = nearestPassages(space, asked)
  const rounds = [round]
  while (round.docIds.length >= nearestMax && rounds.length < roundsMax) {
    const found = new Set(Array.from(round.docIds, (docId) => objects[docId] as number))
    for (let docId = 0; docId < size; docId++) {
      if (found.has(objects[docId] as number)) left.bytes[docId] = 0
    }
    round = nearestPassages(space, { ...asked, allowed: left, kept: false })
    rounds.push(round)
  }
  const docIds = Int32Array.from(rounds.flatMap((one) => [...one.docIds]))
  const scores = new Float64Array(size)
  for (const one of rounds) {
    for (const docId of one.docIds) scores[docId] = one.scores[docId] as number
  }
  return { docIds, scores }
}

type Among = { docValues: DocValues; allowed: Bitset }

/** A text that is there ten thousand times is as many documents. */
function newestOf(docIds: number[], { docValues: { createdAtS }, allowed }: Among): number[] {
  const visible = docIds.filter((docId) => allowed.bytes[docId] === 1)
  if (visible.length <= nearestMax) return visible
  const newest = (a: number, b: number) =>
    (createdAtS[b] as number) - (createdAtS[a] as number) || a - b
  return visible.sort(newest).slice(0, nearestMax)
}

/** The cosines of documents, in the order of their ids; 0 for those without a vector. */
export function cosinesOf(
  { index, nodes }: VectorSpace,
  { vector, docIds }: { vector: Int16Array; docIds: Int32Array },
): Float64Array {
  const known = docIds.map((docId) => nodes.nodeAt(docId))
  const asked = known.filter((node) => node >= 0)
  const found = index.cosines(vector, asked)
  let next = 0
  return Float64Array.from(known, (node) => (node < 0 ? 0 : (found[next++] as number)))
}

/** Passages may lie so far below the cutoff when their words make up for it. */
export const belowCutoff = 0.5

/** What is read has its likeness besides, which is above the cosine for the most part. */
const readCutoff = 1.2
/** The very nearest say whether any speak of what is asked: of few passages a part of them. */
const firstMax = 5
const firstShare = 0.1

/**
 * Of passages that may be near those that are, once they are read: half of it is the cosine, a
 * quarter how near their words come, and a quarter how near those of the very nearest do, because
 * a query about other things finds no words near its own in any of them. The score is the mean of
 * the cosine and of how near the words of the passage come. What is too far back to be read goes
 * by its cosine and by the very nearest.
 */
export function rerankNearest(near: Matches, readings: LateInteraction, cutoff: number): Matches {
  readings.fetch(near.docIds.slice(0, readMax))
  const scores = new Float64Array(near.scores.length)
  const spokenOf = likenessOfFirst(near, readings)
  const docIds = near.docIds.filter((docId) => {
    const cosine = near.scores[docId] as number
    const isRead = readings.has(docId)
    const likeness = ((isRead ? readings.likeness(docId) : spokenOf) + spokenOf) / 2
    return (cosine + likeness) / 2 >= cutoff * readCutoff && (isRead || cosine >= cutoff)
  })
  for (const docId of docIds) {
    const likeness = readings.has(docId) ? readings.likeness(docId) : 0
    scores[docId] = ((near.scores[docId] as number) + likeness) / 2
  }
  return { docIds, scores }
}

function likenessOfFirst({ docIds }: Matches, readings: LateInteraction): number {
  const first = docIds.slice(0, Math.min(firstMax, Math.ceil(docIds.length * firstShare)))
  return first.reduce((sum, docId) => sum + readings.likeness(docId) / first.length, 0)
}
