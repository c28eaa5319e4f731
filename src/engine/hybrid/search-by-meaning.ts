import assert from 'node:assert/strict'
import type { Marks } from '../analysis/highlight.ts'
import { roomOf } from '../documents/doc-values.ts'
import { objectNoOf, passagesByNo, type ShownPassage } from '../documents/queries.ts'
import type { CloseReader } from '../embedding/embedder.ts'
import { askTheTime } from '../keyword/queries.ts'
import { unitVector } from '../neighbours/unit-vector.ts'
import type { SearchJob, SearchOutcome, SemanticJob, SimilarJob } from '../port.ts'
import { marksOf } from '../query/highlight-terms.ts'
import type { Bits } from '../ranking/bitset.ts'
import type { Matches } from '../ranking/scorer.ts'
import { topPlaces } from '../ranking/top-k.ts'
import {
  clauseOf,
  countFacets,
  findHits,
  matchesOf,
  scoreDigits,
  scoreMin,
  type View,
  viewOf,
  wantedPlaces,
} from '../searcher/search-keywords.ts'
import type { Desk } from '../searcher/searcher.ts'
import {
  belowCutoff,
  nearPassages,
  readNear,
  type VectorSpace,
} from '../vectors/nearest-passages.ts'
import { collapse } from './collapse.ts'
import { closeFusion, type Fusion, fuse, usualFusion } from './fuse.ts'
import { type CloseReadings, openCloseReadings } from './late-interaction.ts'
import { stressesOf, withNearWords, worthsNear, worthsOf } from './near-terms.ts'
import { constraintOf, meantText } from './query-text.ts'

/** A page of passages whose snippets are still to be chosen. */
export type Draft = Pick<SearchOutcome, 'total' | 'facets'> & {
  readonly page: readonly DraftHit[]
  /** What the words of the query matched, for marking it. */
  readonly marks: Marks
}

export type DraftHit = {
  readonly row: ShownPassage
  readonly score: number
  /** It is there for its words: all of it is shown. */
  readonly byWords: boolean
  readonly alike: number
}

export type Near = {
  readonly desk: Desk
  readonly space: VectorSpace
  /** Another than the usual one, for measuring. */
  readonly fusion?: Fusion | undefined
}

export type AskedNear = {
  readonly job: SemanticJob
  /** What the query says; undefined: nothing. */
  readonly vector: Int16Array | undefined
  /** Where the model can do that. */
  readonly reader: CloseReader | undefined
}

const nothing: Matches = { places: new Int32Array(0), scores: new Float64Array(0) }

/**
 * Passages that mean what a query says, in the snapshot that the desk's connection has open; with
 * `hybrid` also those that have its words. Visibility, filters, phrases and exclusions come first,
 * by the same rules as in a search by words. Without words to go by (`lang:de`) everything that is
 * let through is found. A hybrid search that finds nothing is left to the words and their
 * corrections. Throws what alive() throws when the time is up.
 */
export function findNear(
  { desk, space, fusion }: Near,
  { job, vector: plain, reader }: AskedNear,
): Draft | SearchOutcome {
  const view = viewOf(desk, job.visibility)
  desk.room.begin(roomOf(desk.columns))
  const limits = wantedIn(view, job)
  const { columns } = desk
  askTheTime(desk.db)
  const worths = reader ? worthsOf(view, { words: reader.words, job }) : []
  const stresses = stressesOf(worths)
  const readings = reader && openCloseReadings(desk, { reader, stresses })
  // Where words count besides, their rarity is in their scores already.
  const isAlone = reader && job.mode === 'semantic'
  const vector = (isAlone && unitVector(reader.stressed(stresses))) || plain
  const near = vector
    ? closeTo(space, { vectors: [vector], columns, ...limits }, readings)
    : nothing
  const clause = clauseOf(view, job)
  const isFilter = meantText(job.query) === ''
  const byWords = job.mode === 'hybrid' || isFilter
  const words = byWords ? matchesOf(view, { clause, wanted: limits.wanted }) : nothing
  const chosen = fusion ?? (readings ? closeFusion : usualFusion)
  const both = (of: Int16Array) => {
    const share = chosen.near
    const asked = readings && { readings, worths: worthsNear(worths, readings.words), share }
    const read = asked && withNearWords(view, { words, near }, asked)
    return fuse(space, { words: read ?? words, near, vector: of, columns }, chosen)
  }
  const matches = !byWords ? near : vector ? both(vector) : words
  if (job.mode === 'hybrid' && matches.places.length === 0) return findHits(desk, job)
  const isByWords = (place: number) => (words.scores[place] ?? 0) > 0
  return { ...draftOf(desk, { job, matches, isByWords }), marks: marksOf(clause) }
}

function closeTo(
  space: VectorSpace,
  asked: Parameters<typeof nearPassages>[1],
  readings: CloseReadings | undefined,
): Matches {
  if (!readings) return nearPassages(space, asked)
  const { cutoff } = space
  const near = nearPassages(space, { ...asked, cutoff: cutoff * belowCutoff })
  return readNear(near, readings, cutoff)
}

/** What filters, phrases, fields and exclusions leave of what the viewer sees. */
function wantedIn(view: View, job: SemanticJob): { wanted: Bits; kept: boolean } {
  const wanted = wantedPlaces(view, job)
  const constraint = constraintOf(job.query)
  if (!constraint) return { wanted, kept: wanted === view.reach.seen }
  const clause = clauseOf(view, { ...job, query: constraint })
  const { places } = matchesOf(view, { clause, wanted })
  const left = view.room.empty()
  for (const place of places) left.bytes[place] = 1
  return { wanted: left, kept: false }
}

/** An asset is compared by so many of its passages, spread evenly. */
const comparedMax = 8

/** Passages of other assets that are like those of an asset, the likest first. */
export function findSimilar({ desk, space }: Near, job: SimilarJob): Draft {
  const { columns, room } = desk
  const view = viewOf(desk, job.visibility)
  room.begin(roomOf(columns))
  const own = placesOfObject(desk, job)
  const wanted = room.empty()
  wanted.words.set(wantedPlaces(view, job).words)
  for (const place of own) wanted.bytes[place] = 0
  askTheTime(desk.db)
  const vectors = spread(own, space).map((node) => space.index.vectorOf(node))
  const matches = nearPassages(space, { vectors, columns, wanted, kept: false })
  const marks: Marks = { stems: new Set(), words: new Set(), sequences: [] }
  return { ...draftOf(desk, { job, matches, isByWords: () => true }), marks }
}

function placesOfObject({ db, columns }: Desk, { objectId }: SimilarJob): number[] {
  const objectNo = objectNoOf(db, objectId)
  const places: number[] = []
  for (let place = 0; place < columns.size; place++) {
    if (columns.objects[place] === objectNo && columns.datasets[place] !== 0) places.push(place)
  }
  return places
}

function spread(places: readonly number[], { nodes }: VectorSpace): number[] {
  const known = places.map((place) => nodes.nodeAt(place)).filter((node) => node >= 0)
  const step = Math.max(1, known.length / comparedMax)
  const count = Math.min(known.length, comparedMax)
  return Array.from({ length: count }, (_, i) => known[Math.floor(i * step)] as number)
}

type Page = {
  job: Omit<SearchJob, 'query'>
  matches: Matches
  isByWords: (place: number) => boolean
}

function draftOf({ db, columns }: Desk, { job, matches, isByWords }: Page): Omit<Draft, 'marks'> {
  const places = topPlaces(matches, columns, job)
  const numberAt = (place: number) => columns.numbers[place] as number
  const rows = passagesByNo(db, places.map(numberAt))
  const page = places.map((place) => {
    const row = rows.get(numberAt(place))
    assert(row, `passage ${numberAt(place)} has a vector but no row`)
    const score = scoreOf(matches.scores[place] ?? 0)
    return { row, score, byWords: isByWords(place), objectId: row.objectId, text: row.text }
  })
  return {
    page: collapse(page).map(({ one: { row, score, byWords }, alike }) => ({
      row,
      score,
      byWords,
      alike,
    })),
    total: matches.places.length,
    facets: job.facets ? countFacets(columns, matches) : null,
  }
}

/** Rounding can lift a cosine above 1. */
function scoreOf(score: number): number {
  return Math.max(scoreMin, Number(Math.min(1, score).toPrecision(scoreDigits)))
}
