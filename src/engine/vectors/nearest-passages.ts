import type { PassageColumns } from '../documents/doc-values.ts'
import { type CloseReadings, readMax } from '../hybrid/late-interaction.ts'
import type { VectorIndex } from '../neighbours/vector-index.ts'
import type { Bits } from '../ranking/bitset.ts'
import type { Matches } from '../ranking/scorer.ts'
import type { PassageNodes } from './passage-nodes.ts'

/** What searches by meaning look into. */
export type VectorSpace = {
  readonly index: VectorIndex
  readonly nodes: PassageNodes
  readonly cutoff: number
}

/** A search by meaning finds at most so many passages: those that are nearest. */
export const nearestMax = 200

type Asked = {
  vectors: readonly Int16Array[]
  columns: PassageColumns
  wanted: Bits
  /** The set is that of everything the viewer sees, which stays the same between searches. */
  kept: boolean
  /** Instead of the model's own, where what is found is read more closely. */
  cutoff?: number
}

/**
 * The wanted passages that are nearest to one of the vectors, none below the cutoff. Each has the
 * score of the nearest vector; of equal ones the newest come first.
 */
export function nearPassages(space: VectorSpace, asked: Asked): Matches {
  const { index, nodes } = space
  const { vectors, columns, wanted, kept, cutoff = space.cutoff } = asked
  const set = nodes.nodesIn(wanted, { kept })
  const best = new Map<number, number>()
  for (const vector of vectors) {
    const near = index.nearest(vector, { wanted: set, limit: nearestMax, cutoff })
    near.nodes.forEach((node, i) => {
      best.set(node, Math.max(best.get(node) ?? 0, near.cosines[i] as number))
    })
  }
  const found = [...best].flatMap(([node, cosine]) =>
    newestOf(nodes.placesOf(node), { columns, wanted }).map((place) => ({ place, cosine })),
  )
  const { createdAtS } = columns
  const newest = (a: number, b: number) =>
    (createdAtS[b] as number) - (createdAtS[a] as number) || a - b
  found.sort((a, b) => b.cosine - a.cosine || newest(a.place, b.place))
  const scores = new Float64Array(columns.size)
  const places = Int32Array.from(found.slice(0, nearestMax), ({ place }) => place)
  for (const { place, cosine } of found.slice(0, nearestMax)) scores[place] = cosine
  return { places, scores }
}

type Among = { columns: PassageColumns; wanted: Bits }

/** A text that is there ten thousand times has as many places. */
function newestOf(places: number[], { columns: { createdAtS }, wanted }: Among): number[] {
  const seen = places.filter((place) => wanted.bytes[place] === 1)
  if (seen.length <= nearestMax) return seen
  const newest = (a: number, b: number) =>
    (createdAtS[b] as number) - (createdAtS[a] as number) || a - b
  return seen.sort(newest).slice(0, nearestMax)
}

/** The cosines of passages with a vector, in the order of the places; 0 for those without one. */
export function cosinesOf(
  { index, nodes }: VectorSpace,
  { vector, places }: { vector: Int16Array; places: Int32Array },
): Float64Array {
  const known = places.map((place) => nodes.nodeAt(place))
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
export function readNear(near: Matches, readings: CloseReadings, cutoff: number): Matches {
  readings.fetch(near.places.slice(0, readMax))
  const scores = new Float64Array(near.scores.length)
  const spokenOf = likenessOfFirst(near, readings)
  const places = near.places.filter((place) => {
    const cosine = near.scores[place] as number
    const isRead = readings.has(place)
    const likeness = ((isRead ? readings.likeness(place) : spokenOf) + spokenOf) / 2
    return (cosine + likeness) / 2 >= cutoff * readCutoff && (isRead || cosine >= cutoff)
  })
  for (const place of places) {
    const likeness = readings.has(place) ? readings.likeness(place) : 0
    scores[place] = ((near.scores[place] as number) + likeness) / 2
  }
  return { places, scores }
}

function likenessOfFirst({ places }: Matches, readings: CloseReadings): number {
  const first = places.slice(0, Math.min(firstMax, Math.ceil(places.length * firstShare)))
  return first.reduce((sum, place) => sum + readings.likeness(place) / first.length, 0)
}
