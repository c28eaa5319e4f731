import type { Input, Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'

export type Found = Reply<'searchMarket'>
export type Hit = Found['results'][number]
export type Question = Input<'searchMarket'>

export const hitsAtOnce = 20
const snippetChars = 320

export type Likeness = Input<'findSimilar'>

/** Whether the address asks for what is like an asset, whatever its question was. */
export function likenessIn(query: URLSearchParams): Likeness | undefined {
  const id = query.get('like')
  if (!id) return undefined
  const filters = { ...given('modality', query), ...given('kind', query), ...given('lang', query) }
  const dataset = query.get('dataset')
  const narrowed = dataset === null ? {} : { dataset_id: dataset }
  const page = { limit: hitsAtOnce, offset: offsetIn(query) }
  return { id, ...(filters as object), ...narrowed, ...page, facets: true }
}

/** What the address asks for; undefined where it has no question. */
export function questionIn(query: URLSearchParams): Question | undefined {
  const q = query.get('q')?.trim()
  if (!q) return undefined
  const dataset = query.get('dataset')
  const filters = {
    ...given('modality', query),
    ...given('kind', query),
    ...given('lang', query),
  } as NonNullable<Question['filters']>
  return {
    query: q,
    retrieval_mode: (query.get('mode') ?? 'auto') as NonNullable<Question['retrieval_mode']>,
    sort: query.get('sort') === 'recent' ? 'recent' : 'relevance',
    dataset_ids: dataset === null ? [] : [dataset],
    filters,
    top_k: hitsAtOnce,
    offset: offsetIn(query),
    highlight: true,
    facets: true,
    snippet_chars: snippetChars,
  }
}

function given(name: string, query: URLSearchParams): Record<string, string> {
  const value = query.get(name)
  return value === null ? {} : { [name]: value }
}

function offsetIn(query: URLSearchParams): number {
  return Number(query.get('offset') ?? 0) || 0
}

export function ask(
  asked: Question | Likeness | undefined,
  signal: AbortSignal,
): Promise<Found> | undefined {
  if (asked === undefined) return undefined
  return 'id' in asked ? findAlike(asked, signal) : kontor.searchMarket(asked, { signal })
}

/** It is answered by meaning, whatever the question was asked by. */
async function findAlike(asked: Likeness, signal: AbortSignal): Promise<Found> {
  const found = await kontor.findSimilar(asked, { signal })
  return { ...found, next_cursor: null, retrieval_mode: 'dense' }
}

/** Passages of one asset stand together, at the place of the best of them. */
export function byAsset(hits: readonly Hit[]): (readonly [Hit, ...Hit[]])[] {
  return [...Map.groupBy(hits, ({ asset_id }) => asset_id).values()] as [Hit, ...Hit[]][]
}
