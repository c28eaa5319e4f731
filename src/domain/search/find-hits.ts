import assert from 'node:assert/strict'
import type { Db } from '../../store/tx.ts'
import { hiddenObjectNos, type VisibleScope, visibleScope } from '../catalog/index.ts'
import { type Clause, interpret } from './match/interpret.ts'
import { marksOf } from './match/marks.ts'
import { matchText } from './match/match-text.ts'
import { type Narrowed, narrow } from './match/narrow.ts'
import {
  datasetTag,
  kindTag,
  langTag,
  modalityTag,
  objectTag,
  pageTag,
  sourceTag,
} from './match/tags.ts'
import type { SearchJob, SearchOutcome } from './ports.ts'
import {
  countByModalityAndKind,
  countMatches,
  listIndexedDatasets,
  listLanguages,
  objectNoOf,
  type PassageRow,
  passagesByNo,
  type Scored,
} from './queries.ts'
import { rankPage } from './rank-page.ts'
import type { Facets, FoundPassage } from './search-request.ts'
import { emphasise, excerpt, fold, type Leaf, type Marks, matchingRanges } from './text/index.ts'

/**
 * Carries out a search on a reading connection that has `alive()`. Visibility comes before ranking
 * and is asked of the same snapshot: the caller runs this inside one transaction. Throws what
 * alive() throws when the time is up.
 */
export function findHits(db: Db, job: SearchJob): SearchOutcome {
  const scope = visibleScope(db, job.viewer)
  const { lang } = job.filters
  const clause = interpret(job.query, {
    languages: lang === undefined ? listLanguages(db) : [lang],
    tokensOf: (leaf) => fieldTokens(db, scope, leaf),
  })
  const narrowed = narrow(matchText(clause), { reach: reachOf(db, scope), filters: job.filters })
  if (!narrowed) return { hits: [], total: 0, facets: job.facets ? noFacets : null }
  const page = rankPage(db, narrowed, job)
  const { total, facets } = count(db, narrowed, job)
  return { hits: present(db, { page, clause, job }), total, facets }
}

const noFacets: Facets = { modality: {}, kind: {} }

function reachOf(db: Db, scope: VisibleScope) {
  return {
    visible: scope.datasetNos,
    indexed: listIndexedDatasets(db),
    hidden: hiddenObjectNos(db, scope),
  }
}

/** The tag tokens of a field; the words that a user typed are only compared, never passed on. */
function fieldTokens(
  db: Db,
  { datasets }: VisibleScope,
  { field, value }: Extract<Leaf, { type: 'field' }>,
): string[] {
  switch (field) {
    case 'kind':
      return [kindTag(value)]
    case 'lang':
      return [langTag(value)]
    case 'modality':
      return [modalityTag(value)]
    case 'source':
      return [sourceTag(value)]
    case 'page':
      return [pageTag(Number(value))]
    case 'dataset': {
      const named = datasets.filter(
        ({ datasetId, name }) => datasetId === value || fold(name) === fold(value),
      )
      return named.map(({ datasetNo }) => datasetTag(datasetNo))
    }
    case 'asset': {
      const objectNo = objectNoOf(db, value)
      return objectNo === undefined ? [] : [objectTag(objectNo)]
    }
    default:
      throw new Error(`the field ${field} should have been refused`)
  }
}

/** The exact number of matches, and with facets also how they are made up. */
function count(
  db: Db,
  narrowed: Narrowed,
  job: SearchJob,
): { total: number; facets: Facets | null } {
  if (!job.facets) return { total: countMatches(db, narrowed), facets: null }
  const rows = countByModalityAndKind(db, narrowed)
  const sumBy = (key: 'modality' | 'kind') => {
    const sums: Record<string, number> = {}
    for (const row of rows) sums[row[key]] = (sums[row[key]] ?? 0) + row.n
    return sums
  }
  const total = rows.reduce((sum, { n }) => sum + n, 0)
  return { total, facets: { modality: sumBy('modality'), kind: sumBy('kind') } }
}

type Page = { page: readonly Scored[]; clause: Clause; job: SearchJob }

function present(db: Db, { page, clause, job }: Page): FoundPassage[] {
  const rows = passagesByNo(
    db,
    page.map(({ no }) => no),
  )
  const marks = marksOf(clause)
  return page.map(({ no, score }) => {
    const row = rows.get(no)
    assert(row, `passage ${no} is in the index but not in the table`)
    const { passageId, objectId, datasetId, tenantId, kind, lang, modality } = row
    const { page, timeStartMs, timeEndMs } = row
    return {
      ...{ passageId, objectId, datasetId, tenantId, kind, lang, modality },
      ...{ page, timeStartMs, timeEndMs },
      score: scoreOf(score),
      snippet: snippetOf(row, marks, job),
    }
  })
}

/** Half of the scale: what a good hit on two rare words reaches in BM25. */
const middleScore = 10
const scoreDigits = 6

/** BM25 grows without end; this keeps its order and stays between 0 and 1. */
function scoreOf(bm25: number): number {
  return Number((bm25 / (bm25 + middleScore)).toPrecision(scoreDigits))
}

function snippetOf({ text, lang }: PassageRow, marks: Marks, job: SearchJob): string {
  const { highlight, snippetMaxChars } = job
  if (!highlight && snippetMaxChars === undefined) return text
  const ranges = matchingRanges({ text, lang }, marks)
  if (snippetMaxChars === undefined) return emphasise(text, ranges)
  return excerpt(text, { ranges, highlight, maxChars: snippetMaxChars })
}
