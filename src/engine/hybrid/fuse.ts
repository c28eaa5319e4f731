import type { DocValues } from '../documents/doc-values.ts'
import { unitVector, wholePart } from '../neighbours/unit-vector.ts'
import type { Matches } from '../ranking/scorer.ts'
import { selectTop } from '../ranking/top-k.ts'
import { cosinesOf, type VectorSpace } from '../vectors/nearest-passages.ts'
import { bestByScore } from './by-score.ts'
import { shareAmongAlike } from './fuse-alike.ts'
import { union } from './union.ts'

/** How words and meaning are put together; scripts/eval tries others. */
export type Fusion = {
  /** How much of a score comes from the words, when the best passages are looked for at first. */
  readonly firstWords: number
  /** The same in the score that counts. */
  readonly words: number
  /** So many of the best ones then say, beside the query, what is meant ... */
  readonly guides: number
  /** ... with so much weight all together ... */
  readonly guidance: number
  /** ... and less where it is less near to the query than the nearest: its share to this power. */
  readonly doubt: number
  /** Where a model knows single words: how much of the words' share goes to those that are near. */
  readonly near: number
  /** How much of the score of each of the best comes from those of them that are like it. */
  readonly alike: number
}

/**
 * On queries held out of the training guidance by the two best passages helps most, and with it
 * every weight from 0.55 to 0.7; 0.6 is the lowest at which none of the judged sets loses, because
 * meaning must never make an answer worse than the words alone.
 */
export const usualFusion: Fusion = {
  firstWords: 0.75,
  words: 0.6,
  guides: 2,
  guidance: 1,
  doubt: 0,
  near: 0,
  alike: 0,
}

/**
 * Where words near to those of the query count: then the one best passage says what is meant.
 * Chosen on what was held out of the training texts; src/DECISIONS.md has the figures.
 */
export const closeFusion: Fusion = {
  firstWords: 1,
  words: 0.6,
  guides: 1,
  guidance: 3,
  doubt: 4,
  near: 0.5,
  alike: 0.3,
}

/** Of a query that the model knows in part, what is meant counts as much less. */
export function asFarAsKnown(fusion: Fusion, share: number): Fusion {
  if (share === 1) return fusion
  const { words, near, alike } = fusion
  return { ...fusion, words: 1 - (1 - words) * share, near: near * share, alike: alike * share }
}

/** So many of the best by words get their share of meaning; those behind them have none. */
const comparedMax = 1_000

type Sides = { words: Matches; near: Matches; vector: Int16Array; docValues: DocValues }

/**
 * Passages found by their words or by their meaning, each with a score from both: its share of the
 * best one by words, and of the nearest one by meaning. What is meant is said by the query first,
 * and then by the query and the best passages found with it, which say it at greater length. The
 * cutoff only decides whether a passage without any of the words may join: inside the score it
 * would weaken the better answers.
 */
export function fuse(space: VectorSpace, sides: Sides, fusion = usualFusion): Matches {
  const { words, near, docValues } = sides
  const { size } = docValues
  const compared = bestByScore(words, comparedMax)
  const bestWords = words.scores[compared[0] ?? -1] ?? 0
  const known = union({ first: compared, others: near.docIds, size })
  const byWords = (docId: number) => (bestWords > 0 ? (words.scores[docId] ?? 0) / bestWords : 0)
  const cosinesTo = (vector: Int16Array) => cosinesOf(space, { vector, docIds: known })
  const cosines = cosinesTo(sides.vector)
  const first = sharesOf(cosines, 1 - fusion.firstWords)
  for (const [i, docId] of known.entries()) {
    first[i] = (first[i] as number) + fusion.firstWords * byWords(docId)
  }
  const guides = bestOf({ docIds: known, scores: first, cosines }, fusion.guides)
  const trust = trustIn(guides, { cosines, fusion, cutoff: space.cutoff })
  const guided = guidedBy(space, { vector: sides.vector, guides, trust, fusion })
  const scores = new Float64Array(size)
  const shares = sharesOf(cosinesTo(guided), 1 - fusion.words)
  for (const [i, docId] of known.entries()) scores[docId] = shares[i] as number
  const docIds = union({ first: words.docIds, others: near.docIds, size })
  for (let i = 0; i < docIds.length; i++) {
    const docId = docIds[i] as number
    scores[docId] = (scores[docId] as number) + fusion.words * byWords(docId)
  }
  const found = { docIds, scores }
  return fusion.alike > 0 ? shareAmongAlike(space, found, fusion.alike) : found
}

/** What each has by its meaning: as much as it is near, beside the nearest. */
function sharesOf(cosines: Float64Array, weight: number): Float64Array {
  const nearest = nearestOf(cosines)
  return cosines.map((cosine) => (nearest > 0 ? (weight * Math.max(0, cosine)) / nearest : 0))
}

function nearestOf(cosines: Float64Array): number {
  return cosines.reduce((most, cosine) => Math.max(most, cosine), 0)
}

type Guide = { docId: number; score: number; cosine: number }
type Scored = { docIds: Int32Array; scores: Float64Array; cosines: Float64Array }

/** The best of documents that have their scores beside them, in the order of bestByScore. */
function bestOf({ docIds, scores, cosines }: Scored, count: number): Guide[] {
  const order = (a: number, b: number) =>
    (scores[b] as number) - (scores[a] as number) || (docIds[a] as number) - (docIds[b] as number)
  const places = docIds.map((_, place) => place)
  return selectTop(places, { count, rank: scores, order }).map((place) => ({
    docId: docIds[place] as number,
    score: scores[place] as number,
    cosine: cosines[place] as number,
  }))
}

/** Where even the nearest is less than so many times the cutoff away, nearness tells nothing. */
const telling = 2

type Heard = { cosines: Float64Array; fusion: Fusion; cutoff: number }

/**
 * How far each guide is to be trusted. What has the words of a query may be about something else,
 * and then others are nearer to the query by far (DECISIONS 443).
 */
function trustIn(guides: readonly Guide[], { cosines, fusion, cutoff }: Heard): number[] {
  const nearest = nearestOf(cosines)
  if (nearest < telling * cutoff) return guides.map(() => 1)
  return guides.map(({ cosine }) => (Math.max(0, cosine) / nearest) ** fusion.doubt)
}

type Guided = {
  vector: Int16Array
  guides: readonly Guide[]
  trust: readonly number[]
  fusion: Fusion
}

/** What the query says and what the guides say, each as much as it scores and is trusted. */
function guidedBy(
  { index, nodes }: VectorSpace,
  { vector, guides, trust, fusion }: Guided,
): Int16Array {
  const known = guides.filter(({ docId }) => nodes.nodeAt(docId) >= 0)
  const all = known.reduce((sum, { score }) => sum + score, 0)
  if (!(all > 0)) return vector
  const sum = Float64Array.from(vector, (part) => part / wholePart)
  for (const one of known) {
    const guide = index.vectorOf(nodes.nodeAt(one.docId))
    const trusted = trust[guides.indexOf(one)] as number
    const weight = (fusion.guidance * trusted * one.score) / all / wholePart
    for (let i = 0; i < sum.length; i++) {
      sum[i] = (sum[i] as number) + weight * (guide[i] as number)
    }
  }
  return unitVector(sum) ?? vector
}
