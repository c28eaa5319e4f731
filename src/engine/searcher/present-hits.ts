import { modalities } from '../../base/media.ts'
import type { Written } from '../analysis/analyse.ts'
import { excerpt } from '../analysis/excerpt.ts'
import { emphasise, type HighlightTerms, matchingRanges } from '../analysis/highlight.ts'
import type { DocValues } from '../documents/doc-values.ts'
import { passageKinds } from '../documents/passage.ts'
import type { ShownPassage } from '../documents/queries.ts'
import type { Facets, FoundPassage, PassageFacts } from '../outcome.ts'
import type { Clause } from '../query/clause.ts'
import { highlightTermsOf } from '../query/highlight-terms.ts'
import type { Matches } from '../ranking/scorer.ts'
import type { SearchJob } from '../threads/tasks.ts'
import { type Collapsed, collapse } from './collapse.ts'
import { alone } from './object-page.ts'

/** The hits of a page with their snippets. */
export function presentHits(
  page: readonly (ShownPassage & { score: number })[],
  { clause, job }: { clause: Clause; job: SearchJob },
): FoundPassage[] {
  const marks = highlightTermsOf(clause)
  const hits = job.oncePerObject ? page.map(alone) : collapse(page, { near: false })
  return hits.map((hit) => foundPassage(hit, snippetOf(hit.one, marks, job)))
}

export function foundPassage(
  { one, alike, copies }: Collapsed<ShownPassage & { score: number }>,
  snippet: string,
): FoundPassage {
  const { score } = one
  return {
    ...factsOf(one),
    score,
    snippet,
    ...(alike > 0 ? { alike } : {}),
    ...(copies.length > 0 ? { copies: copies.map(factsOf) } : {}),
  }
}

function factsOf(passage: ShownPassage): PassageFacts {
  const { passageId, objectId, datasetId, tenantId, kind, lang, modality } = passage
  const { page, timeStartMs, timeEndMs } = passage
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
  }
}

/** Half of the scale: what a good hit on two rare words reaches in BM25. */
const middleScore = 10
export const scoreDigits = 6
/** For what matches without a word, as in `NOT x`; a match is never nothing. */
export const scoreMin = 0.000_001

/** BM25 grows without end; this keeps its order and stays between 0 and 1. */
export function scoreOf(bm25: number): number {
  return Math.max(scoreMin, Number((bm25 / (bm25 + middleScore)).toPrecision(scoreDigits)))
}

/** What a hit shows: all of a text, or a part around what matched where room is short. */
export function snippetOf(
  { text, lang }: Written,
  marks: HighlightTerms,
  job: Pick<SearchJob, 'highlight' | 'snippetMaxChars'>,
): string {
  const { highlight, snippetMaxChars } = job
  if (!highlight && snippetMaxChars === undefined) return text
  const ranges = matchingRanges({ text, lang }, marks)
  if (snippetMaxChars === undefined) return emphasise(text, ranges)
  return excerpt(text, { ranges, highlight, maxChars: snippetMaxChars })
}

/** Languages are counted where datasets are. */
export function countFacets(
  { modalities: inColumn, kinds, langs, langNames }: DocValues,
  { docIds }: Pick<Matches, 'docIds'>,
  { countDatasets = false }: Pick<SearchJob, 'countDatasets'>,
): Facets {
  const byModality = modalities.map(() => 0)
  const byKind = passageKinds.map(() => 0)
  const byLang = langNames.map(() => 0)
  for (const docId of docIds) {
    byModality[inColumn[docId] as number] = (byModality[inColumn[docId] as number] ?? 0) + 1
    byKind[kinds[docId] as number] = (byKind[kinds[docId] as number] ?? 0) + 1
    byLang[langs[docId] as number] = (byLang[langs[docId] as number] ?? 0) + 1
  }
  const facets = { modality: counted(modalities, byModality), kind: counted(passageKinds, byKind) }
  return countDatasets ? { ...facets, lang: counted(langNames, byLang) } : facets
}

function counted<T extends string>(names: readonly T[], counts: readonly number[]) {
  const entries = names.map((name, i) => [name, counts[i] ?? 0] as const)
  return Object.fromEntries(entries.filter(([, n]) => n > 0)) as Record<T, number>
}
