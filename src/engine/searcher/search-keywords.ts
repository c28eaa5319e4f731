import assert from 'node:assert/strict'
import { modalities } from '../../base/media.ts'
import type { Db } from '../../store/tx.ts'
import type { Written } from '../analysis/analyse.ts'
import { excerpt } from '../analysis/excerpt.ts'
import { emphasise, type Marks, matchingRanges } from '../analysis/highlight.ts'
import type { Token } from '../analysis/tokenise.ts'
import { type PassageColumns, roomOf } from '../documents/doc-values.ts'
import { passageKinds } from '../documents/passage.ts'
import { passagesByNo, type ShownPassage } from '../documents/queries.ts'
import { lookUp } from '../keyword/find-postings.ts'
import { askTheTime } from '../keyword/queries.ts'
import type { Facets, FoundPassage } from '../outcome.ts'
import type { SearchJob, SearchOutcome, Visibility } from '../port.ts'
import { type Clause, interpret } from '../query/compile-query.ts'
import { compoundParts } from '../query/decompound.ts'
import { marksOf } from '../query/highlight-terms.ts'
import { parseQuery } from '../query/parse-query.ts'
import { type Bits, keep } from '../ranking/bitset.ts'
import { fieldPlaces } from '../ranking/field-documents.ts'
import { filtered } from '../ranking/filters.ts'
import type { Matches } from '../ranking/scorer.ts'
import { topPlaces } from '../ranking/top-k.ts'
import type { Reach } from '../ranking/visible-collection.ts'
import { correctQuery } from '../spelling/correct-query.ts'
import { wordsNear } from '../spelling/fuzzy-terms.ts'
import { timedCursor } from '../spelling/timed-cursor.ts'
import type { Desk } from './searcher.ts'

/**
 * Carries out a search in the snapshot that the desk's connection has open. Visibility comes
 * before ranking: whoever may not see a passage learns nothing of it, from no hit, count, order,
 * language or correction. A query of plain words that are nowhere is searched for once more with
 * the words that are nearest. Throws what alive() throws when the time is up.
 */
export function findHits(desk: Desk, job: SearchJob): SearchOutcome {
  const view = viewOf(desk, job.visibility)
  const outcome = findOnce(view, job)
  const correctedQuery = outcome.total > 0 ? undefined : correctQuery(view, job.query)
  if (correctedQuery === undefined) return outcome
  const second = findOnce(view, { ...job, query: parseQuery(correctedQuery) })
  return second.total > 0 ? { ...second, correctedQuery } : outcome
}

/** What one viewer sees of everything that the desk has. */
export type View = Desk & {
  visibility: Visibility
  datasetNos: readonly number[]
  reach: Reach
}

export function viewOf(desk: Desk, visibility: Visibility): View {
  const visible = desk.catalogue.visible(desk.db, visibility)
  const { datasetNos } = visible
  return { ...desk, visibility, datasetNos, reach: desk.reachOf(visible) }
}

function findOnce(desk: View, job: SearchJob): SearchOutcome {
  const { db, columns, room } = desk
  room.begin(roomOf(columns))
  const clause = clauseOf(desk, job)
  const wanted = wantedPlaces(desk, job)
  const matches = matchesOf(desk, { clause, wanted, best: bestOf(job) })
  const page = topPlaces(matches, columns, job).map((place) => ({
    no: columns.numbers[place] as number,
    score: scoreOf(matches.scores[place] as number),
  }))
  return {
    hits: present(db, { page, clause, job }),
    total: matches.places.length + (matches.more ?? 0),
    facets: job.facets ? countFacets(columns, matches) : null,
  }
}

/** Counting by facet and going by date take every match. */
function bestOf({ sort, facets, offset, limit }: SearchJob): number | undefined {
  const best = offset + limit
  return sort === 'relevance' && !facets && best <= bestMax ? best : undefined
}

/** Finding out what the best of more have takes longer than it spares. */
const bestMax = 1_000

/** Which of the wanted places the words of a clause are at; good until the next call. */
export function matchesOf(
  desk: View,
  { clause, wanted, best }: { clause: Clause; wanted: Bits; best?: number | undefined },
): Matches {
  const { db, columns, datasetNos, reach, room } = desk
  const among = seesLittle(desk) ? datasetNos : undefined
  return desk.evaluate({
    clause,
    columns,
    room,
    reach,
    wanted,
    best,
    postingsOf: timed(db, ({ alternatives }) => lookUp({ ...desk, among }, alternatives)),
    placesOf: (field) => fieldPlaces(desk, field),
  })
}

/** Words in memory are found without a SELECT that would ask for the time. */
function timed<A, R>(db: Db, lookUpWord: (word: A) => R): (word: A) => R {
  let count = 0
  return (word) => {
    count += 1
    if (count % wordsBetween === 0) askTheTime(db)
    return lookUpWord(word)
  }
}

const wordsBetween = 16

/** What the filters let through, tags included, which are looked up by their objects. */
export function wantedPlaces(desk: View, { filters }: Pick<SearchJob, 'filters'>): Bits {
  const wanted = filtered(desk, desk.reach.seen, filters)
  const [first, ...others] = (filters.tags ?? []).map((value) =>
    fieldPlaces(desk, { type: 'field', field: 'tag', value }),
  )
  if (!first) return wanted
  for (const other of [...others, wanted]) keep(first, other)
  return first
}

/** FTS5 passes over other datasets quickly, when there are few to name and much to pass over. */
function seesLittle({ columns, datasetNos, reach }: View): boolean {
  return datasetNos.length <= namedDatasetsMax && reach.count < columns.living * littleShare
}

const namedDatasetsMax = 32
const littleShare = 0.05

export function clauseOf(
  desk: View,
  { query, filters }: Pick<SearchJob, 'query' | 'filters'>,
): Clause {
  const languages = filters.lang === undefined ? desk.reach.langs : [filters.lang]
  return interpret(query, {
    languages,
    ...(languages.includes('de') ? { partsOf: (token: Token) => compoundParts(desk, token) } : {}),
    near: (word) =>
      wordsNear(timedCursor(desk.db, desk.keywords.words()), word).map(({ word: near }) => near),
  })
}

export function countFacets(
  { modalities: inColumn, kinds }: PassageColumns,
  { places }: Pick<Matches, 'places'>,
): Facets {
  const byModality = modalities.map(() => 0)
  const byKind = passageKinds.map(() => 0)
  for (const place of places) {
    byModality[inColumn[place] as number] = (byModality[inColumn[place] as number] ?? 0) + 1
    byKind[kinds[place] as number] = (byKind[kinds[place] as number] ?? 0) + 1
  }
  return { modality: counted(modalities, byModality), kind: counted(passageKinds, byKind) }
}

function counted<T extends string>(names: readonly T[], counts: readonly number[]) {
  const entries = names.map((name, i) => [name, counts[i] ?? 0] as const)
  return Object.fromEntries(entries.filter(([, n]) => n > 0)) as Partial<Record<T, number>>
}

type Page = { page: readonly { no: number; score: number }[]; clause: Clause; job: SearchJob }

function present(db: Db, { page, clause, job }: Page): FoundPassage[] {
  const rows = passagesByNo(
    db,
    page.map(({ no }) => no),
  )
  const marks = marksOf(clause)
  return page.map(({ no, score }) => {
    const row = rows.get(no)
    assert(row, `passage ${no} is in the index but not in the table`)
    return foundPassage(row, { score, snippet: snippetOf(row, marks, job) })
  })
}

export function foundPassage(
  row: ShownPassage,
  shown: Pick<FoundPassage, 'score' | 'snippet'>,
): FoundPassage {
  const { passageId, objectId, datasetId, tenantId, kind, lang, modality } = row
  const { page, timeStartMs, timeEndMs } = row
  return {
    passageId,
    objectId,
    datasetId,
    tenantId,
    kind,
    lang,
    modality,
    page,
    timeStartMs,
    timeEndMs,
    ...shown,
  }
}

/** Half of the scale: what a good hit on two rare words reaches in BM25. */
const middleScore = 10
export const scoreDigits = 6
/** For what matches without a word, as in `NOT x`; a match is never nothing. */
export const scoreMin = 0.000_001

/** BM25 grows without end; this keeps its order and stays between 0 and 1. */
function scoreOf(bm25: number): number {
  return Math.max(scoreMin, Number((bm25 / (bm25 + middleScore)).toPrecision(scoreDigits)))
}

/** What a hit shows: all of a text, or a part around what matched where room is short. */
export function snippetOf(
  { text, lang }: Written,
  marks: Marks,
  job: Pick<SearchJob, 'highlight' | 'snippetMaxChars'>,
): string {
  const { highlight, snippetMaxChars } = job
  if (!highlight && snippetMaxChars === undefined) return text
  const ranges = matchingRanges({ text, lang }, marks)
  if (snippetMaxChars === undefined) return emphasise(text, ranges)
  return excerpt(text, { ranges, highlight, maxChars: snippetMaxChars })
}
