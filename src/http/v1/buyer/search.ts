import * as z from 'zod'
import type { DatasetId } from '../../../base/ids.ts'
import { modalities, sources } from '../../../domain/catalog/index.ts'
import * as search from '../../../domain/search/index.ts'
import { presentHit } from '../../agent/present-search.ts'
import * as schemas from '../../agent/search.schema.ts'
import { idText, int, oneOf, text } from '../../fields.ts'
import { post } from '../../route.ts'

const datasetIdsMax = 100
const tagsMax = 20
const unixSecondsMax = 253_402_300_799
const topKMax = 100
const topKDefault = 20

const seconds = int({ min: 0, max: unixSecondsMax }).optional()

const SearchBody = z
  .object({
    query: text({ min: 1, max: search.qLengthMax }),
    dataset_ids: z
      .array(idText)
      .max(datasetIdsMax, `must name at most ${datasetIdsMax}`)
      .default([]),
    retrieval_mode: oneOf(search.retrievalModes).default('auto'),
    top_k: int({ min: 1, max: topKMax }).default(topKDefault),
    cursor: z.string().min(1).max(2048).optional(),
    offset: int({ min: 0, max: search.searchOffsetMax }).optional().meta({
      description: 'Where the page begins, for who counts instead of following cursors',
    }),
    sort: oneOf(search.searchOrders).default('relevance'),
    filters: z
      .object({
        modality: oneOf(modalities).optional(),
        kind: oneOf(search.passageKinds).optional(),
        lang: schemas.languageText.optional(),
        source: oneOf(sources).optional(),
        after: seconds,
        before: seconds,
        tags: z
          .array(text({ min: 1, max: 100 }))
          .max(tagsMax)
          .optional(),
      })
      .default({}),
    highlight: z.boolean('must be true or false').default(false),
    facets: z.boolean('must be true or false').default(false).meta({
      description: 'Count the matches by modality, kind, language and dataset',
    }),
    snippet_chars: int({ min: search.snippetCharsMin, max: search.snippetCharsMax })
      .optional()
      .meta({
        description:
          'At most so many characters of each passage, from around what matched; without it the ' +
          'whole passage',
      }),
    request_id: schemas.requestIdText.optional().meta({
      description: 'The same value marks a retry of the same page: it is then billed once',
    }),
  })
  .meta({ id: 'MarketSearch' })

export const MarketHitReply = schemas.HitReply.extend({
  has_preview: z.boolean().meta({
    description: 'Whether GET /v1/objects/{id}/preview-image gives a picture of the asset',
  }),
}).meta({ id: 'MarketHit' })

export const MarketFacets = schemas.FacetCounts.extend({
  lang: z
    .record(z.string(), z.int())
    .meta({ description: 'By the code of the language; und where it is not known' }),
  dataset: z
    .array(z.object({ dataset_id: z.string(), name: z.string(), count: z.int() }))
    .meta({ description: 'Those with the most matches, at most 50' }),
}).nullable()

const SearchReply = z
  .object({
    results: z.array(MarketHitReply),
    total: z.int(),
    total_relation: z.enum(['exact', 'approximate']),
    has_more: z.boolean(),
    offset: z.int(),
    next_cursor: z.string().nullable(),
    retrieval_mode: z.enum(search.retrievalModes),
    search_id: z.string(),
    facets: MarketFacets,
    charged_credits: z.int(),
    available_credits: z.int().optional(),
    budget_left_credits: schemas.budgetLeft(),
    corrected_query: z.string().optional(),
    warnings: schemas.searchWarnings(),
    took_ms: z.int(),
  })
  .meta({ id: 'MarketSearchResults' })

/** The search that the error pages of Surface B name (spec 4.2); the same engine and bill as A. */
export const searchMarket = post('/v1/search', {
  id: 'searchMarket',
  summary: 'Search passages across datasets',
  description:
    'One metered search for each page. auto goes by words and meaning together, and by the words ' +
    'alone where the query has operators or wildcards; retrieval_mode says what was used.',
  tag: 'Search',
  access: { scope: 'search:query' },
  rate: 'search',
  body: SearchBody,
  reply: SearchReply,
  errors: [400, 401, 402, 403, 409, 429, 503],
  run({ rooms, cmd, body }) {
    const { after: afterS, before: beforeS, ...filters } = body.filters
    return rooms.search.searchMarket(cmd, {
      query: body.query,
      datasetIds: body.dataset_ids as DatasetId[],
      retrievalMode: body.retrieval_mode,
      topK: body.top_k,
      cursor: body.cursor,
      offset: body.offset,
      sort: body.sort,
      filters: { ...filters, afterS, beforeS },
      highlight: body.highlight,
      facets: body.facets,
      snippetChars: body.snippet_chars,
      requestId: body.request_id,
    })
  },
  present: (result) => ({
    results: result.hits.map(presentMarketHit),
    total: result.total,
    total_relation: result.totalRelation,
    has_more: result.hasMore,
    offset: result.offset,
    next_cursor: result.nextCursor,
    retrieval_mode: result.retrievalMode,
    search_id: result.searchId,
    facets: presentFacets(result),
    charged_credits: result.chargedCredits,
    available_credits: result.availableCredits,
    budget_left_credits: result.budgetLeftCredits,
    corrected_query: result.correctedQuery,
    warnings: result.warnings.length === 0 ? undefined : result.warnings,
    took_ms: result.tookMs,
  }),
})

export function presentMarketHit(hit: search.MarketHit) {
  return { ...presentHit(hit), has_preview: hit.hasPreview }
}

type Counted = Pick<search.NamedResult, 'facets' | 'datasets'>

export function presentFacets({ facets, datasets }: Counted) {
  return facets && { ...facets, lang: facets.lang ?? {}, dataset: presentDatasets(datasets) }
}

function presentDatasets(datasets: readonly search.DatasetFacet[] | null) {
  return (datasets ?? []).map(({ datasetId, name, count }) => ({
    dataset_id: datasetId,
    name,
    count,
  }))
}
