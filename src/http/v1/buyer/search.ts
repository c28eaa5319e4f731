import * as z from 'zod'
import type { DatasetId } from '../../../base/ids.ts'
import { modalities } from '../../../domain/catalog/index.ts'
import { passageKinds, qLengthMax, retrievalModes } from '../../../domain/search/index.ts'
import { presentHit } from '../../agent/present-search.ts'
import { HitReply, languageText, searchWarnings } from '../../agent/search.schema.ts'
import { idText, int, oneOf, text } from '../../fields.ts'
import { route } from '../../route.ts'

const datasetIdsMax = 100
const tagsMax = 20
const unixSecondsMax = 253_402_300_799
const topKMax = 100
const topKDefault = 20

const seconds = int({ min: 0, max: unixSecondsMax }).optional()

const SearchBody = z
  .object({
    query: text({ min: 1, max: qLengthMax }),
    dataset_ids: z
      .array(idText)
      .max(datasetIdsMax, `must name at most ${datasetIdsMax}`)
      .default([]),
    retrieval_mode: oneOf(retrievalModes).default('auto'),
    top_k: int({ min: 1, max: topKMax }).default(topKDefault),
    cursor: z.string().min(1).max(2048).optional(),
    filters: z
      .object({
        modality: oneOf(modalities).optional(),
        kind: oneOf(passageKinds).optional(),
        lang: languageText.optional(),
        after: seconds,
        before: seconds,
        tags: z
          .array(text({ min: 1, max: 100 }))
          .max(tagsMax)
          .optional(),
      })
      .default({}),
    highlight: z.boolean('must be true or false').default(false),
  })
  .meta({ id: 'MarketSearch' })

const SearchReply = z
  .object({
    results: z.array(HitReply),
    total: z.int(),
    total_relation: z.enum(['exact', 'approximate']),
    next_cursor: z.string().nullable(),
    retrieval_mode: z.enum(retrievalModes),
    search_id: z.string(),
    charged_credits: z.int(),
    available_credits: z.int().optional(),
    corrected_query: z.string().optional(),
    warnings: searchWarnings(),
    took_ms: z.int(),
  })
  .meta({ id: 'MarketSearchResults' })

/** The search that the error pages of Surface B name (spec 4.2); the same engine and bill as A. */
export const searchMarket = route({
  id: 'searchMarket',
  method: 'post',
  path: '/v1/search',
  summary: 'Search passages across datasets',
  description:
    'One metered search for each page. auto goes by words and meaning together, and by the words ' +
    'alone where the query has operators or wildcards; retrieval_mode says what was used.',
  tag: 'Search',
  access: { scope: 'search:query' },
  rate: 'search',
  body: SearchBody,
  status: 200,
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
      filters: { ...filters, afterS, beforeS },
      highlight: body.highlight,
    })
  },
  present: (result) => ({
    results: result.hits.map(presentHit),
    total: result.total,
    total_relation: result.totalRelation,
    next_cursor: result.nextCursor,
    retrieval_mode: result.retrievalMode,
    search_id: result.searchId,
    charged_credits: result.chargedCredits,
    available_credits: result.availableCredits,
    corrected_query: result.correctedQuery,
    warnings: result.warnings.length === 0 ? undefined : result.warnings,
    took_ms: result.tookMs,
  }),
})
