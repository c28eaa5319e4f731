import type { DocIds, Postings } from '../keyword/postings.ts'
import type { Bitset } from './bitset.ts'
import type { TfNorms } from './bm25.ts'
import {
  type NameScores,
  type NameTerm,
  namesAlone,
  openNameScores,
  scoreNames,
} from './name-scores.ts'

/** A term of the query: its postings, and its weight, which is its idf times its boost. */
export type ScoredTerm = NameTerm & { readonly postings: Postings }

export type ScoreRequest = {
  readonly docValues: {
    readonly size: number
    readonly lengths: Uint16Array
    readonly objects: Int32Array
  }
  readonly collection: { readonly tfNorms: TfNorms }
  /** The documents that may be found, names not among them. */
  readonly candidates: Bitset
  /** The names that may be found by themselves. */
  readonly nameCandidates: Bitset
  readonly terms: readonly ScoredTerm[]
  /** So many of the best are wanted; undefined: all. */
  readonly topK: number | undefined
}

/**
 * Documents that match, in no order, and what each scores; beside them may be `more` that match and
 * are not among the best. Good until the next request.
 */
export type Matches = {
  readonly docIds: Int32Array
  readonly scores: Float64Array
  readonly more?: number
}

/** The documents of one block: small enough to stay next to the processor. */
const blockSizeDefault = 8192
/** Instead of a score: it has none, and was counted. */
const counted = -1
/** Sums of the same numbers in another order differ by less. */
const margin = 1 + 1e-9

/** The documents that have a term so often, and how far one came in them. */
type PostingList = {
  /** From `at` to `end`. */
  readonly docIds: Int32Array
  at: number
  readonly end: number
  /** The tf norm by length. */
  readonly norms: Float64Array
  readonly tf: number
  readonly weight: number
  /** No other term follows. */
  readonly isLast: boolean
}

/** The lists of a term; it and those of less weight add no more than `maxLeft` to a score. */
type Term = { readonly lists: readonly PostingList[]; readonly maxLeft: number }

/** Where scores are added up: memory that all requests of a thread use, cleaned between them. */
export type Accumulators = {
  readonly block: Block
  readonly typed: ReturnType<typeof openTypedLists>
  readonly names: NameScores
  found: Scores
}

/** A score for each document of the collection, and which have one. */
type Scores = { scores: Float64Array; docIds: Int32Array; count: number }

/** The accumulators of one block of documents. */
type Block = {
  readonly scores: Float64Array
  /** The documents of the block that have a score or were counted, from its first one on. */
  readonly touched: Uint16Array
  first: number
  end: number
  count: number
  /** Counted. */
  more: number
}

const capacityMin = 1024

export function openAccumulators({ blockSize = blockSizeDefault } = {}): Accumulators {
  const block = {
    scores: new Float64Array(blockSize),
    touched: new Uint16Array(blockSize),
    first: 0,
    end: 0,
    count: 0,
    more: 0,
  }
  return { block, typed: openTypedLists(), names: openNameScores(), found: emptyScores(0) }
}

/**
 * Scores documents by BM25, a term at a time within a block of documents, and collects those that
 * are among the best of those before them, ties included: all of them where all are wanted.
 *
 * This is MaxScore: terms of most weight come first, and once what all that follow and
 * the names of its asset can add together is less than the threshold, the least score of the best
 * so far, a document that has none of the terms before is only counted.
 */
export function scoreDocuments(
  accumulators: Accumulators,
  request: ScoreRequest,
): Required<Matches> {
  const { block, typed, names } = accumulators
  const { docValues, topK } = request
  scoreNames(names, request.terms, docValues)
  const terms = termsByWeight(request, typed(request.terms), names)
  const best = new Float64Array(topK ?? 0)
  if (topK !== undefined) best.fill(firstThreshold({ ...request, topK }, terms))
  const found = cleaned(accumulators.found, docValues.size)
  accumulators.found = found
  const { length: blockSize } = block.scores
  let total = 0
  for (let first = 0; first < docValues.size; first += blockSize) {
    block.first = first
    block.end = first + blockSize
    scoreBlock(block, { terms, request, threshold: best[0] ?? 0 })
    if (names.highestBonus > 0) addNames(block, names, docValues.objects)
    total += collectBlock(block, best, found)
  }
  if (names.docIds.length > 0) total += collectNames(request, { names, found })
  const { scores, docIds, count } = found
  return { docIds: docIds.subarray(0, count), scores, more: total - count }
}

/** The names that are found by themselves; gives how many. */
function collectNames(
  { docValues, nameCandidates }: ScoreRequest,
  { names, found }: { names: NameScores; found: Scores },
): number {
  const before = found.count
  for (const [docId, score] of namesAlone(names, docValues, nameCandidates)) {
    found.scores[docId] = score
    found.docIds[found.count++] = docId
  }
  return found.count - before
}

function emptyScores(capacity: number): Scores {
  return { scores: new Float64Array(capacity), docIds: new Int32Array(capacity), count: 0 }
}

function cleaned(found: Scores, size: number): Scores {
  const { scores, docIds, count } = found
  if (scores.length < size) return emptyScores(Math.max(capacityMin, size * 2))
  for (let i = 0; i < count; i++) scores[docIds[i] as number] = 0
  found.count = 0
  return found
}

type Scoring = { terms: readonly Term[]; request: ScoreRequest; threshold: number }

function scoreBlock(block: Block, { terms, request, threshold }: Scoring): void {
  block.count = 0
  block.more = 0
  for (let i = 0; i < terms.length; i++) {
    const { lists, maxLeft } = terms[i] as Term
    const isOnlyCounted = maxLeft * margin < threshold
    for (let j = 0; j < lists.length; j++) {
      const list = lists[j] as PostingList
      if (list.at === list.end || (list.docIds[list.at] as number) >= block.end) continue
      if (isOnlyCounted) scoreOrCount(block, list, request)
      else scorePostings(block, list, request)
    }
  }
}

/** The innermost loop of a search. */
function scorePostings(block: Block, list: PostingList, request: ScoreRequest): void {
  const { scores, touched, first, end } = block
  const { docIds, norms, tf, weight, end: listEnd } = list
  const { lengths } = request.docValues
  const { tfNorms } = request.collection
  const { bytes } = request.candidates
  const { length: tabledLength } = norms
  let { count } = block
  let { at } = list
  for (; at < listEnd; at++) {
    const docId = docIds[at] as number
    if (docId >= end) break
    if (bytes[docId] !== 1) continue
    const before = scores[docId - first] as number
    if (before === 0) touched[count++] = docId - first
    const length = lengths[docId] as number
    const norm = length < tabledLength ? norms[length] : tfNorms.tfNorm({ tf, length })
    scores[docId - first] = before + weight * (norm as number)
  }
  list.at = at
  block.count = count
}

/** The same for those that have a score; the others are counted, once each. */
function scoreOrCount(block: Block, list: PostingList, request: ScoreRequest): void {
  const { scores, touched, first, end } = block
  const { docIds, tf, weight, isLast, end: listEnd } = list
  const { lengths } = request.docValues
  const { tfNorms } = request.collection
  const { bytes } = request.candidates
  let { count, more } = block
  let { at } = list
  for (; at < listEnd; at++) {
    const docId = docIds[at] as number
    if (docId >= end) break
    if (bytes[docId] !== 1) continue
    const before = scores[docId - first] as number
    if (before > 0) {
      const length = lengths[docId] as number
      scores[docId - first] = before + weight * tfNorms.tfNorm({ tf, length })
    } else if (before === 0) {
      more += 1
      if (isLast) continue
      scores[docId - first] = counted
      touched[count++] = docId - first
    }
  }
  list.at = at
  block.count = count
  block.more = more
}

/**
 * What the `topK` best surely score, from the first block on: so much have as many documents of the
 * first term alone, looking at those that have it most often.
 */
function firstThreshold(
  {
    docValues: { lengths },
    collection: { tfNorms },
    candidates: { bytes },
    topK,
  }: ScoreRequest & { topK: number },
  [term]: readonly Term[],
): number {
  const best = new Float64Array(topK)
  let left = 256 + 2 * topK
  for (const { docIds, at, end, tf, weight } of term?.lists.toReversed() ?? []) {
    const enough = Math.min(end, at + left)
    for (let i = at; i < enough; i++) {
      const docId = docIds[i] as number
      if (bytes[docId] !== 1) continue
      const score = weight * tfNorms.tfNorm({ tf, length: lengths[docId] as number })
      if (score > (best[0] as number)) replaceLowest(best, score)
    }
    left -= enough - at
  }
  return best[0] as number
}

/** What the names of its asset add to each document of the block that has a score. */
function addNames(
  { scores, touched, first, count }: Block,
  { bonuses, isFound }: NameScores,
  objects: Int32Array,
): void {
  for (let i = 0; i < count; i++) {
    const offset = touched[i] as number
    const objectNo = objects[first + offset] as number
    const bonus = bonuses[objectNo] ?? 0
    if (bonus === 0) continue
    isFound[objectNo] = 1
    if (scores[offset] !== counted) scores[offset] = (scores[offset] as number) + bonus
  }
}

/** Cleans the block; gives how many of its documents have a score or were counted. */
function collectBlock(
  { scores, touched, first, count, more }: Block,
  best: Float64Array,
  found: Scores,
): number {
  let all = more
  for (let i = 0; i < count; i++) {
    const offset = touched[i] as number
    const score = scores[offset] as number
    scores[offset] = 0
    if (score === counted) continue
    all += 1
    const threshold = best[0] ?? 0
    if (score < threshold) continue
    found.scores[first + offset] = score
    found.docIds[found.count++] = first + offset
    if (score > threshold && best.length > 0) replaceLowest(best, score)
  }
  return all
}

/** In a heap whose lowest number is at the top. */
function replaceLowest(heap: Float64Array, score: number): void {
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= heap.length) break
    if (below + 1 < heap.length && (heap[below + 1] as number) < (heap[below] as number)) below += 1
    if (score <= (heap[below] as number)) break
    heap[at] = heap[below] as number
    at = below
  }
  heap[at] = score
}

function termsByWeight(
  { collection: { tfNorms }, terms }: Pick<ScoreRequest, 'collection' | 'terms'>,
  typed: (docIds: DocIds) => TypedList,
  { highestBonus }: NameScores,
): Term[] {
  const ordered = [...terms].sort((a, b) => b.weight - a.weight)
  let maxLeft = highestBonus
  for (const term of ordered) maxLeft += maxScoreOf(term, tfNorms)
  return ordered.map((term, i): Term => {
    const { postings, weight } = term
    // Where names count, whatever was counted is looked at: its asset was found.
    const isLast = i === ordered.length - 1 && highestBonus === 0
    const lists: PostingList[] = []
    for (let tf = 1; tf <= postings.length; tf++) {
      const docIds = postings[tf - 1]
      if (!docIds || docIds.length === 0) continue
      const norms = tfNorms.tableOf(tf)
      lists.push({ ...typed(docIds), norms, tf, weight, isLast })
    }
    const before = maxLeft
    maxLeft -= maxScoreOf(term, tfNorms)
    return { lists, maxLeft: before }
  })
}

/** More than any document has of it. */
function maxScoreOf({ postings, weight }: ScoredTerm, tfNorms: TfNorms): number {
  return weight * tfNorms.tfNorm({ tf: postings.length, length: 0 })
}

type TypedList = Pick<PostingList, 'docIds' | 'at' | 'end'>

/** All lists in one form: the innermost loop is twice as fast when it meets only one. */
function openTypedLists() {
  let buffer = new Int32Array(1024)
  return (terms: readonly ScoredTerm[]): ((docIds: DocIds) => TypedList) => {
    const needed = terms.reduce((sum, { postings }) => sum + untypedSize(postings), 0)
    if (buffer.length < needed) buffer = new Int32Array(2 * needed)
    let end = 0
    return (docIds) => {
      if (docIds instanceof Int32Array) return { docIds, at: 0, end: docIds.length }
      const at = end
      for (let i = 0; i < docIds.length; i++) buffer[end++] = docIds[i] as number
      return { docIds: buffer, at, end }
    }
  }
}

function untypedSize(postings: Postings): number {
  let size = 0
  for (const docIds of postings) {
    if (docIds && !(docIds instanceof Int32Array)) size += docIds.length
  }
  return size
}
