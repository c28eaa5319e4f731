import { hash } from 'node:crypto'
import { capacityOf } from '../documents/doc-values.ts'
import { passagesByNo } from '../documents/queries.ts'
import type { StemTfs } from '../documents/stem-numbers.ts'
import type { DatasetCount, Facets, FoundPassage } from '../outcome.ts'
import { highlightTermsOf } from '../query/highlight-terms.ts'
import { comparedMax } from '../ranking/alike.ts'
import { rankAnew } from '../ranking/surroundings.ts'
import { topDocuments } from '../ranking/top-k.ts'
import { asPartOf } from '../ranking/visible-collection.ts'
import type { WordCounts } from '../ranking/word-counts.ts'
import type { SearchJob } from '../threads/tasks.ts'
import { allowedDocuments } from './allowed-documents.ts'
import { clauseOf } from './clause-of.ts'
import { countDatasets } from './count-datasets.ts'
import type { IndexReader } from './index-reader.ts'
import { countFacets, foundPassage, snippetOf } from './present-hits.ts'
import { scoreAlone } from './searcher.ts'
import { viewOf } from './visible-index.ts'

/** So many of the best, by what all indexes together say of the words. */
export type PartJob = Omit<SearchJob, 'sort' | 'offset'> & { readonly counts: WordCounts }

export type RankedPart = {
  /** The best first, as each of them scores by itself. */
  readonly passages: readonly PartPassage[]
  readonly total: number
  readonly facets: Facets | null
  readonly datasets?: readonly DatasetCount[] | undefined
}

export type PartPassage = Omit<FoundPassage, 'score' | 'alike' | 'copies'> & {
  /** By itself: BM25, as it is added up. */
  readonly own: number
  /** With what stands around it, should it be among the best of all; undefined: as it is. */
  readonly anew: number | undefined
  /** Whether what stands around passages counts at all. */
  readonly hasAround: boolean
  /** The numbers of its stems, for what is like it among the best of all; undefined: not known. */
  readonly stems: { readonly numbers: number[]; readonly tfs: number[] } | undefined
  readonly createdAtS: number
  /** Equal texts have equal ones. */
  readonly textHash: string
}

/**
 * The best passages of one index as a part of a whole: scored with the counts of all, not yet
 * ranked among the others. Which of them are looked around from, and which say the same as one
 * elsewhere, is known to whoever has all parts. No words are corrected: what is nowhere here may
 * be elsewhere.
 */
export function rankPart(reader: IndexReader, job: PartJob): RankedPart {
  const own = viewOf(reader, job.visibility)
  const view = { ...own, collection: asPartOf(own.collection, job.counts) }
  const { docValues, bitsets, db } = view
  bitsets.begin(capacityOf(docValues))
  const clause = clauseOf(view, job)
  const allowed = allowedDocuments(view, job)
  const limit = Math.max(job.limit, comparedMax)
  const topK = job.facets ? undefined : limit
  const { matches, around } = scoreAlone(view, { clause, allowed, topK })
  const best = topDocuments(matches, docValues, { sort: 'relevance', limit, offset: 0 })
  const anew = rankAnew(matches, around)
  const stems = new Map(reader.readStems(best).map((some, i) => [best[i], some && plain(some)]))
  const scoresAnew = new Map(anew?.best.map((docId, i) => [docId, anew.scores[i]]))
  const rows = passagesByNo(
    db,
    best.map((docId) => docValues.numbers[docId] as number),
  )
  const marks = highlightTermsOf(clause)
  const passages = best.flatMap((docId): PartPassage[] => {
    const row = rows.get(docValues.numbers[docId] as number)
    if (!row) return []
    const one = { ...row, score: 0 }
    const { score: _, ...shown } = foundPassage(
      { one, alike: 0, copies: [] },
      snippetOf(row, marks, job),
    )
    return [
      {
        ...shown,
        own: matches.scores[docId] as number,
        anew: scoresAnew.get(docId),
        hasAround: anew !== undefined,
        stems: stems.get(docId),
        createdAtS: row.createdAtS,
        textHash: hash('sha256', row.text),
      },
    ]
  })
  return {
    passages,
    total: matches.docIds.length + (matches.more ?? 0),
    facets: job.facets ? countFacets(docValues, matches, job) : null,
    ...(job.facets && job.countDatasets ? { datasets: countDatasets(view, matches) } : {}),
  }
}

function plain({ numbers, tfs }: StemTfs) {
  return { numbers: [...numbers], tfs: [...tfs] }
}
