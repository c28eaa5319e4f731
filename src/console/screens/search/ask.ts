import type { Input, Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'

export type Found = Reply<'searchMarket'>
export type Hit = Found['results'][number]
export type Question = Input<'searchMarket'>

export const hitsAtOnce = 20
const snippetChars = 320

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
    offset: Number(query.get('offset') ?? 0) || 0,
    highlight: true,
    facets: true,
    snippet_chars: snippetChars,
  }
}

function given(name: string, query: URLSearchParams): Record<string, string> {
  const value = query.get(name)
  return value === null ? {} : { [name]: value }
}

export function ask(question: Question | undefined, signal: AbortSignal) {
  if (question === undefined) return undefined
  return kontor.searchMarket(question, { signal })
}

/** Passages of one asset stand together, at the place of the best of them. */
export function byAsset(hits: readonly Hit[]): (readonly [Hit, ...Hit[]])[] {
  return [...Map.groupBy(hits, ({ asset_id }) => asset_id).values()] as [Hit, ...Hit[]][]
}
