import * as z from 'zod'
import { modalities, sources } from '../../domain/catalog/index.ts'
import * as search from '../../domain/search/index.ts'
import { folderMeaning, oneOf, qBool, qInt, text } from '../fields.ts'

/** Up to the year 5138; a time in milliseconds is beyond it and is refused. */
const unixSecondsMax = 99_999_999_999
const requestIdMaxLength = 255

export const unixSeconds = () => qInt(0, unixSecondsMax)
export const requestIdText = text({ min: 1, max: requestIdMaxLength })

/** The caller's own x-request-id marks a retry and wins over the parameter (spec 4.1). */
export const SearchHeaders = z.object({ 'x-request-id': requestIdText.optional() })

export const languageText = z
  .string()
  .regex(/^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]{1,8}){0,3}$/, 'must be a language code such as de')

/** Spec 4.1, GET /search. */
export const SearchQuery = z.object({
  q: text({ min: 1, max: search.qLengthMax }).meta({
    description:
      'Plain words are preferred, "phrases" and field:value required. AND, OR, NOT, +must and ' +
      '-exclude make conditions, which parentheses group; with a * or ~ in the query term* is a ' +
      'beginning and term~ allows one wrong letter. The whole grammar: /docs/search',
  }),
  mode: oneOf(search.searchModes)
    .optional()
    .meta({
      description:
        'keyword goes by the words, semantic by what is meant, hybrid by both; without it the ' +
        'deployment decides, as a rule for keyword. Phrases, fields and exclusions hold in every ' +
        'mode.',
    }),
  modality: oneOf(modalities).optional(),
  kind: oneOf(search.passageKinds).optional(),
  lang: languageText.optional(),
  source: oneOf(sources).optional(),
  after: unixSeconds().optional().meta({ description: 'Created at or after this unix second' }),
  before: unixSeconds().optional().meta({ description: 'Created at or before this unix second' }),
  sort: oneOf(search.searchOrders).default('relevance'),
  limit: qInt(1, search.searchLimitMax).default(search.searchLimitDefault),
  offset: qInt(0, search.searchOffsetMax).default(0),
  highlight: qBool().default(false).meta({ description: 'Put ** around what matched' }),
  snippet_chars: qInt(search.snippetCharsMin, search.snippetCharsMax)
    .optional()
    .meta({
      description:
        'At most so many characters of each passage: the sentences in which most of the query ' +
        'stands. Without it the whole passage',
    }),
  facets: qBool().default(false).meta({ description: 'Count the matches by modality and kind' }),
  request_id: requestIdText.optional().meta({
    description:
      'Send the same value again only when retrying the same search: it is then billed once. ' +
      'The header x-request-id does the same and wins.',
  }),
})

/** Our choice: passages like those of an asset. */
export const SimilarQuery = SearchQuery.pick({
  modality: true,
  kind: true,
  lang: true,
  source: true,
  after: true,
  before: true,
  limit: true,
  offset: true,
  request_id: true,
})

const counts = z.record(z.string(), z.int())

export const FacetCounts = z.object({ modality: counts, kind: counts })

export const HitReply = z
  .object({
    asset_id: z.string(),
    passage_id: z.string(),
    dataset_id: z.string(),
    tenant_id: z.string(),
    title: z.string(),
    filename: z.string(),
    folder: z.string().nullable().meta({ description: folderMeaning }),
    kind: z.enum(search.passageKinds),
    lang: z.string(),
    modality: z.enum(modalities),
    page: z.int().nullable(),
    time_start_ms: z.int().nullable(),
    time_end_ms: z.int().nullable(),
    score: z.number().meta({ description: '0 to 1, comparable within one mode' }),
    snippet: z.string(),
    retrieval_event_id: z.string().meta({ description: 'Names this hit of this search' }),
    similar_count: z
      .int()
      .optional()
      .meta({
        description:
          'So many passages are left out: equal ones, of other assets too and wherever they ' +
          'rank, and nearly equal ones of the same asset on this page',
      }),
    also_in: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'Other assets that have the same passage, at most 100; it is charged once, and not at ' +
          'all where one of them is yours',
      }),
  })
  .meta({ id: 'SearchHit' })

export const searchWarnings = () =>
  z
    .array(z.string())
    .optional()
    .meta({
      description:
        'What of the query, or of the asset to be compared, could not be searched for; absent ' +
        'where there is nothing to say',
    })

/** Our choice: `available_credits` is the balance of the whole workspace. */
export const budgetLeft = () =>
  z
    .int()
    .optional()
    .meta({
      description:
        'What this key may still spend this month, by its budget or that of a key that it comes ' +
        'from; absent without a budget',
    })

export const SearchReply = z
  .object({
    results: z.array(HitReply),
    total: z.int(),
    total_relation: z.enum(['exact', 'approximate']),
    has_more: z.boolean(),
    limit: z.int(),
    offset: z.int(),
    mode: z.enum(search.searchModes).meta({
      description:
        'The mode that was used: keyword for a hybrid search without the vectors at hand',
    }),
    search_id: z.string().meta({
      description: 'Names this search for downloads; that of a search without a key names nothing',
    }),
    facets: FacetCounts.nullable(),
    charged_credits: z.int(),
    available_credits: z.int().optional().meta({ description: 'Absent without a key' }),
    budget_left_credits: budgetLeft(),
    corrected_query: z.string().optional().meta({
      description: 'What was searched for instead, where nothing of a plain query is anywhere',
    }),
    warnings: searchWarnings(),
    took_ms: z.int(),
  })
  .meta({ id: 'SearchResponse' })

export const suggestQLengthMax = 256

/** Our choice: what a search box asks for while somebody types. */
export const SuggestQuery = z.object({
  q: text({ min: 1, max: suggestQLengthMax }),
  limit: qInt(1, search.suggestLimitMax).default(search.suggestLimitDefault),
})

export const SuggestReply = z
  .object({
    completions: z.array(z.string()).meta({ description: 'Queries, the likeliest first' }),
    did_you_mean: z.string().nullable().meta({
      description: 'The query with its unknown words replaced; null when there is nothing to mend',
    }),
  })
  .meta({ id: 'Suggestions' })
