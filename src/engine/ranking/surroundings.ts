import type { DocValues } from '../documents/doc-values.ts'
import type { DocIds } from '../keyword/postings.ts'
import { tfNormOf } from './bm25.ts'
import type { NameScores } from './name-scores.ts'
import type { Matches, ScoredTerm } from './scorer.ts'
import { topDocuments } from './top-k.ts'
import type { VisibleCollection } from './visible-collection.ts'

/**
 * A passage is cut out of a text, and what it is about may be said just before it or behind it. So
 * the best are ranked anew: a part of a score is that of the passage together with those around it
 * in its asset, as if they were one document (DECISIONS 304).
 */

/** So many before it, and as many behind it. */
const reach = 2
const width = 2 * reach + 1
const share = 0.4
/** What is left of the score of a passage that is not ranked anew. */
export const ownShare = 1 - share
/** Surroundings of full length say more, too, so their length costs less than a passage's. */
const lengthCost = 0.5
/** So many of the best are ranked anew: what is behind would hardly come among the first ten. */
export const rankedAnewMax = 18

/** In memory that all searches of a thread use: how often a document has a term; all 0 between. */
export type TfScratch = { tfs: Uint8Array }

export function openTfScratch(): TfScratch {
  return { tfs: new Uint8Array(0) }
}

export type Among = {
  readonly terms: readonly ScoredTerm[]
  readonly docValues: DocValues
  readonly collection: VisibleCollection
  readonly names: NameScores
  readonly scratch: TfScratch
  readonly anew: number
}

/**
 * Changes the scores of matches, of which the best are there. The best stay before the others,
 * whose scores shrink to the part that is their own; where no more than the best are `wanted`, the
 * others are only counted. Where each asset is one passage there is nothing around it, and nothing
 * changes.
 */
export function withSurroundings(
  matches: Matches,
  wanted: number | undefined,
  among: Among,
): Matches {
  const { docIds, scores, more = 0 } = matches
  const anew = rankAnew(matches, among)
  if (anew === undefined) return matches
  const { best } = anew
  const isAll = wanted !== undefined && wanted <= best.length
  if (!isAll) {
    for (let i = 0; i < docIds.length; i++) {
      const docId = docIds[i] as number
      scores[docId] = ownShare * (scores[docId] as number)
    }
  }
  for (let i = 0; i < best.length; i++) scores[best[i] as number] = anew.scores[i] as number
  if (!isAll) return matches
  return { docIds: Int32Array.from(best), scores, more: more + docIds.length - best.length }
}

/** The best, and what they score anew; undefined where there is nothing around anything. */
export function rankAnew(
  matches: Matches,
  among: Among,
): { best: readonly number[]; scores: Float64Array } | undefined {
  const { terms, docValues, collection, names, anew: limit } = among
  if (terms.length === 0 || collection.assets >= collection.count) return undefined
  const best = topDocuments(matches, docValues, { sort: 'relevance', limit, offset: 0 })
  const around = scoresAround(best, among)
  const scores = new Float64Array(best.length)
  for (let i = 0; i < best.length; i++) {
    const docId = best[i] as number
    const own = matches.scores[docId] as number
    const bonus = names.bonuses[docValues.objects[docId] as number] ?? 0
    const isName = collection.names.bytes[docId] === 1
    const together = isName ? own : bonus + (around[i] as number)
    scores[i] = ownShare * own + share * together
  }
  return { best, scores }
}

/** BM25 of each of the documents together with what is around it. */
function scoresAround(best: readonly number[], among: Among): Float64Array {
  const { terms, docValues, collection, scratch } = among
  const { count, totalLength, assets } = collection
  const meanLength = Math.min(totalLength / assets, (width * totalLength) / count)
  const windows = windowsOf(best, docValues)
  const lengths = lengthsOf(windows, docValues)
  const runs = runsOf(windows)
  if (scratch.tfs.length < docValues.size) scratch.tfs = new Uint8Array(2 * docValues.size)
  const { tfs } = scratch
  const scores = new Float64Array(best.length)
  for (let t = 0; t < terms.length; t++) {
    const { postings, weight } = terms[t] as ScoredTerm
    for (let tf = 1; tf <= postings.length; tf++) note(tfs, { runs, tf, list: postings[tf - 1] })
    for (let i = 0; i < best.length; i++) {
      const tf = sumIn(windows, { tfs, from: i * width })
      if (tf === 0) continue
      const norm = tfNormOf({ tf, length: lengths[i] as number }, { meanLength, lengthCost })
      scores[i] = (scores[i] as number) + weight * norm
    }
    forget(tfs, windows)
  }
  return scores
}

/** For each document as many places as a window is wide, -1 where nothing stands. */
function windowsOf(best: readonly number[], { previous, next }: DocValues): Int32Array {
  const windows = new Int32Array(best.length * width).fill(-1)
  for (let i = 0; i < best.length; i++) {
    const docId = best[i] as number
    const at = i * width
    windows[at] = docId
    let other = docId
    for (let step = 1; step <= reach; step++) {
      other = (previous[other] as number) - 1
      if (other < 0) break
      windows[at + step] = other
    }
    other = docId
    for (let step = 1; step <= reach; step++) {
      other = (next[other] as number) - 1
      if (other < 0) break
      windows[at + reach + step] = other
    }
  }
  return windows
}

function lengthsOf(windows: Int32Array, { lengths }: DocValues): Float64Array {
  const sums = new Float64Array(windows.length / width)
  for (let i = 0; i < sums.length; i++) {
    let sum = 0
    for (let at = i * width; at < (i + 1) * width; at++) {
      const docId = windows[at] as number
      if (docId >= 0) sum += lengths[docId] as number
    }
    sums[i] = sum
  }
  return sums
}

/** Where documents of the windows stand side by side: the first, the one behind the last. */
function runsOf(windows: Int32Array): Int32Array {
  const docIds = windows.slice().sort()
  const runs = new Int32Array(2 * docIds.length)
  let count = 0
  for (let i = 0; i < docIds.length; i++) {
    const docId = docIds[i] as number
    if (docId < 0) continue
    const end = count === 0 ? -1 : (runs[count - 1] as number)
    if (docId > end || count === 0) {
      runs[count++] = docId
      runs[count++] = docId + 1
    } else runs[count - 1] = Math.max(end, docId + 1)
  }
  return runs.subarray(0, count)
}

type Listed = { runs: Int32Array; tf: number; list: DocIds | undefined }

/** Which documents of the runs are in a list; all ascend, and the list is mostly the longer one. */
function note(tfs: Uint8Array, { runs, tf, list }: Listed): void {
  if (!list) return
  const { length } = list
  let at = 0
  for (let i = 0; i < runs.length && at < length; i += 2) {
    const first = runs[i] as number
    const end = runs[i + 1] as number
    if ((list[at] as number) < first) at = firstFrom(list, { at, value: first })
    for (; at < length && (list[at] as number) < end; at++) tfs[list[at] as number] = tf
  }
}

/** The first place behind `at` whose document is not below the value; what is at `at` is. */
function firstFrom(list: DocIds, { at, value }: { at: number; value: number }): number {
  const { length } = list
  let low = at
  let step = 1
  while (low + step < length && (list[low + step] as number) < value) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, length)
  low += 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

function forget(tfs: Uint8Array, windows: Int32Array): void {
  for (let at = 0; at < windows.length; at++) {
    const docId = windows[at] as number
    if (docId >= 0) tfs[docId] = 0
  }
}

function sumIn(windows: Int32Array, { tfs, from }: { tfs: Uint8Array; from: number }): number {
  let sum = 0
  for (let at = from; at < from + width; at++) {
    const docId = windows[at] as number
    if (docId >= 0) sum += tfs[docId] as number
  }
  return sum
}
