import type { HighlightTerms } from '../analysis/highlight.ts'
import { capacityOf } from '../documents/doc-values.ts'
import { objectNoOf, type ShownPassage } from '../documents/queries.ts'
import type { TermComparer } from '../embedding/embedder.ts'
import { askTheTime } from '../keyword/queries.ts'
import { unitVector } from '../neighbours/unit-vector.ts'
import { narrowedBy } from '../outside/proposals.ts'
import type { SearchOutcome } from '../port.ts'
import { highlightTermsOf } from '../query/highlight-terms.ts'
import type { Bitset } from '../ranking/bitset.ts'
import { withNamesInPassages } from '../ranking/name-scores.ts'
import type { Matches } from '../ranking/scorer.ts'
import { topDocuments } from '../ranking/top-k.ts'
import { allowedDocuments } from '../searcher/allowed-documents.ts'
import { clauseOf, clauseWithin } from '../searcher/clause-of.ts'
import { type Collapsed, collapse, type Seen } from '../searcher/collapse.ts'
import { countDatasets } from '../searcher/count-datasets.ts'
import { distinctPage } from '../searcher/distinct-page.ts'
import type { IndexReader } from '../searcher/index-reader.ts'
import { alone, objectPage } from '../searcher/object-page.ts'
import { countFacets, scoreDigits, scoreMin, scoreOf } from '../searcher/present-hits.ts'
import { matchAndScore, searchKeywords } from '../searcher/searcher.ts'
import { type IndexView, viewOf } from '../searcher/visible-index.ts'
import type { SearchJob, SemanticJob, SimilarJob } from '../threads/tasks.ts'
import {
  belowCutoff,
  nearestMax,
  nearestOfObjects,
  nearestPassages,
  rerankNearest,
  type VectorSpace,
} from '../vectors/nearest-passages.ts'
import { asFarAsKnown, closeFusion, type Fusion, fuse, usualFusion } from './fuse.ts'
import { type LateInteraction, openLateInteraction, readMax } from './late-interaction.ts'
import {
  boostsOf,
  idfsOf,
  knownShareOf,
  nearTermWeights,
  scoreWithNearTerms,
} from './near-terms.ts'
import { scoresByNearness } from './nearness.ts'
import { constraintOf, meantText } from './query-text.ts'

type DraftPart = 'total' | 'hasMore' | 'facets' | 'datasets' | 'isCapped' | 'withoutVector'

/** A page of passages whose snippets are still to be chosen. */
export type Draft = Pick<SearchOutcome, DraftPart> & {
  readonly page: readonly Collapsed<DraftHit>[]
  /** What the words of the query matched, for marking it. */
  readonly marks: HighlightTerms
}

export type DraftHit = ShownPassage &
  Seen & {
    /** It is there for its words: all of it is shown. */
    readonly byWords: boolean
  }

/** Of a query that is known less than this the words alone decide. */
const knownShareMin = 0.5

/** What a search by meaning looks into: the index, and the vectors of its passages. */
export type SemanticIndex = {
  readonly reader: IndexReader
  readonly space: VectorSpace
  /** Another than the usual one, for measuring. */
  readonly fusion?: Fusion | undefined
}

export type SemanticQuery = {
  readonly job: SemanticJob
  /** What the query says; undefined: nothing. */
  readonly vector: Int16Array | undefined
  /** Where the model knows single words. */
  readonly comparer: TermComparer | undefined
}

const noMatches: Matches = { docIds: new Int32Array(0), scores: new Float64Array(0) }

/**
 * Passages that mean what a query says, in the snapshot that the reader's connection has open; with
 * `hybrid` also those that have its words. Visibility, filters, phrases and exclusions come first,
 * by the same rules as in a search by words. Without words to go by (`lang:de`) everything that is
 * let through is found. A hybrid search that finds nothing is left to the words and their
 * corrections. Throws what alive() throws when the time is up.
 */
export function searchByMeaning(
  { reader, space, fusion }: SemanticIndex,
  query: SemanticQuery,
): Draft | SearchOutcome {
  const { job, comparer } = query
  const { docValues } = reader
  const view = viewOf(reader, job.visibility)
  reader.bitsets.begin(capacityOf(docValues))
  const limits = allowedIn(view, job)
  const { proposed, oncePerObject } = job
  // Words and names are looked for in all of it: an index elsewhere knows only what is near.
  const among = proposed
    ? { allowed: narrowedBy(view, { allowed: limits.allowed, proposed }), kept: false }
    : limits
  askTheTime(reader.db)
  const idfs = comparer ? idfsOf(view, { words: comparer.words, job }) : []
  const boosts = boostsOf(idfs)
  const { readPassages: read } = space
  const interaction = comparer && openLateInteraction(reader, { comparer, boosts, read })
  // Where keywords count besides, the idf is in their scores already.
  const isAlone = comparer && job.mode === 'semantic'
  const known = comparer ? knownShareOf(view, { ...comparer, idfs, job }) : 1
  const isHeard = job.mode === 'semantic' || known >= knownShareMin
  const said = (isAlone && unitVector(comparer.boosted(boosts))) || query.vector
  const vector = isHeard ? said : undefined
  const near = vector
    ? nearest(space, { vectors: [vector], docValues, ...among, oncePerObject }, interaction)
    : noMatches
  const byKeywords = job.mode === 'hybrid' || meantText(job.query) === ''
  const clause = byKeywords ? clauseOf(view, job) : undefined
  const asked = { allowed: limits.allowed, anew: readMax }
  const words = clause ? matchAndScore(view, { ...asked, clause }) : noMatches
  const chosen = asFarAsKnown(fusion ?? (interaction ? closeFusion : usualFusion), known)
  const fused = (meant: Int16Array) => {
    const close = interaction && {
      interaction,
      weights: nearTermWeights(idfs, interaction.words),
      share: chosen.near,
    }
    const scored = close ? scoreWithNearTerms(view, { words, near }, close) : words
    return fuse(space, { words: scored, near, vector: meant, docValues }, chosen)
  }
  const found = byKeywords ? (vector ? fused(vector) : words) : near
  const { names } = view.collection
  const docIds = withNamesInPassages(found, { names, objects: docValues.objects })
  const matches = { ...found, docIds }
  if (job.mode === 'hybrid' && matches.docIds.length === 0) return searchKeywords(reader, job)
  const isByWords = (docId: number) => (words.scores[docId] ?? 0) > 0
  const isCapped = near.docIds.length >= nearestMax
  const told =
    vector && byKeywords
      ? scoresByNearness(matches, { space, vector, interaction, words, known })
      : undefined
  const shown = (score: number) => {
    if (told) return likeness(told(score))
    return byKeywords ? scoreOf(score) : likeness(score)
  }
  const reach = byKeywords ? readMax : 0
  const draft = draftOf(reader, { job, matches, isByWords, shown, reach })
  const texts = draft.page.map(({ one }) => one.text)
  const marks = highlightTermsOf(clause ?? clauseWithin(view, { ...job, texts }))
  return { ...draft, isCapped, marks }
}

type ToNearest = Parameters<typeof nearestPassages>[1] & Pick<SearchJob, 'oncePerObject'>

/** With a model that knows single words the nearest are read word by word, and ranked anew. */
function nearest(
  space: VectorSpace,
  { oncePerObject, ...asked }: ToNearest,
  interaction: LateInteraction | undefined,
): Matches {
  const look = oncePerObject ? nearestOfObjects : nearestPassages
  if (!interaction) return look(space, asked)
  const { cutoff } = space
  const near = look(space, { ...asked, cutoff: cutoff * belowCutoff })
  return rerankNearest(near, interaction, cutoff)
}

/** What filters, phrases, fields and exclusions leave of what the viewer sees. */
function allowedIn(view: IndexView, job: SemanticJob): { allowed: Bitset; kept: boolean } {
  const allowed = allowedDocuments(view, job)
  const constraint = constraintOf(job.query)
  if (!constraint) return { allowed, kept: allowed === view.collection.visible }
  const clause = clauseOf(view, { ...job, query: constraint })
  const { docIds } = matchAndScore(view, { clause, allowed })
  const left = view.bitsets.take()
  for (const docId of docIds) left.bytes[docId] = 1
  return { allowed: left, kept: false }
}

/** An asset is compared by so many of its passages, spread evenly. */
const comparedMax = 8

/**
 * Passages of other assets that are like those of an asset, the likest first. Without a vector of
 * its own nothing is found, and it is told whether one is still to come.
 */
export function findSimilar({ reader, space }: SemanticIndex, job: SimilarJob): Draft {
  const { docValues, bitsets } = reader
  const view = viewOf(reader, job.visibility)
  bitsets.begin(capacityOf(docValues))
  const own = placesOfObject(reader, job)
  const allowed = bitsets.take()
  allowed.words.set(allowedDocuments(view, job).words)
  for (const docId of own) allowed.bytes[docId] = 0
  askTheTime(reader.db)
  const vectors = spread(own, space).map((node) => space.index.vectorOf(node))
  const matches = nearestPassages(space, { vectors, docValues, allowed, kept: false })
  const marks: HighlightTerms = { stems: new Set(), words: new Set(), sequences: [] }
  return {
    ...draftOf(reader, { job, matches, isByWords: () => true, shown: likeness, reach: 0 }),
    ...(vectors.length === 0 ? { withoutVector: standingOf(own, reader, space) } : {}),
    marks,
  }
}

/** Vectors are made in the order of the passages; some texts get none. */
function standingOf(
  docIds: readonly number[],
  { docValues: { numbers } }: IndexReader,
  { nodes }: VectorSpace,
): SearchOutcome['withoutVector'] {
  const last = nodes.lastNo()
  return docIds.some((docId) => (numbers[docId] as number) > last) ? 'for now' : 'for good'
}

function placesOfObject({ db, docValues }: IndexReader, { objectId }: SimilarJob): number[] {
  const objectNo = objectNoOf(db, objectId)
  const docIds: number[] = []
  for (let docId = 0; docId < docValues.size; docId++) {
    if (docValues.objects[docId] === objectNo && docValues.datasets[docId] !== 0) docIds.push(docId)
  }
  return docIds
}

function spread(docIds: readonly number[], { nodes }: VectorSpace): number[] {
  const known = docIds.map((docId) => nodes.nodeAt(docId)).filter((node) => node >= 0)
  const step = Math.max(1, known.length / comparedMax)
  const count = Math.min(known.length, comparedMax)
  return Array.from({ length: count }, (_, i) => known[Math.floor(i * step)] as number)
}

type Page = {
  job: Omit<SearchJob, 'query'>
  matches: Matches
  isByWords: (docId: number) => boolean
  /** How a score is told, from 0 to 1. */
  shown: (score: number) => number
  /** What has equal words around other ones is looked for among so many. */
  reach: number
}

function draftOf(
  reader: IndexReader,
  { job, matches, isByWords, shown, reach }: Page,
): Omit<Draft, 'marks'> {
  const { docValues } = reader
  const { sort, offset, limit, oncePerObject } = job
  const rank = (count: number) =>
    topDocuments(matches, docValues, { sort, limit: count, offset: 0 })
  const pageOf = oncePerObject ? objectPage : distinctPage
  const { passages, hasMore } = pageOf(reader, { offset, limit, rank, reach })
  const page = passages.map((passage) => {
    const { docId } = passage
    return { ...passage, score: shown(matches.scores[docId] ?? 0), byWords: isByWords(docId) }
  })
  return {
    page: oncePerObject ? page.map(alone) : collapse(page, { near: true }),
    total: matches.docIds.length,
    hasMore,
    facets: job.facets ? countFacets(docValues, matches, job) : null,
    ...(job.facets && job.countDatasets ? { datasets: countDatasets(reader, matches) } : {}),
  }
}

/** Rounding can lift a cosine above 1. */
function likeness(score: number): number {
  return Math.max(scoreMin, Number(Math.min(1, score).toPrecision(scoreDigits)))
}
