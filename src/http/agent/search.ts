import type * as z from 'zod'
import type { SearchRequest } from '../../domain/search/index.ts'
import { invalidInputOf } from '../refusals.ts'
import { get, type HttpFacts } from '../route.ts'
import { presentSearch } from './present-search.ts'
import { SearchHeaders, SearchQuery, SearchReply } from './search.schema.ts'

export const search = get('/search', {
  id: 'search',
  summary: 'Find passages',
  description:
    'One metered search, also when nothing is found. Needs a key with the scope search:query, ' +
    'unless the operator allows the public search of open listed data.',
  tag: 'Search',
  access: 'none',
  optionalCredential: 'search:query',
  rate: 'search',
  isWork: true,
  query: SearchQuery,
  reply: SearchReply,
  errors: [400, 401, 402, 403, 409, 429, 503],
  run({ rooms, cmd, principal, query, http }) {
    const request = searchRequestOf(query, retryIdOf(http) ?? query.request_id)
    if (!principal) return rooms.search.runPublic(request)
    // Not spread: that would look up which language the caller speaks.
    const { requestId, write, isStored } = cmd
    return rooms.search.run({ principal, requestId, write, isStored }, request)
  },
  present: presentSearch,
})

/** Parameters of Surface A in the room's words; MCP uses it too. */
export function searchRequestOf(
  query: z.output<typeof SearchQuery>,
  requestId: string | undefined,
): SearchRequest {
  const { q, mode, modality, kind, lang, source, after, before } = query
  const { sort, limit, offset, highlight, facets, snippet_chars: snippetChars } = query
  return {
    q,
    mode,
    modality,
    kind,
    lang,
    source,
    afterS: after,
    beforeS: before,
    sort,
    limit,
    offset,
    highlight,
    facets,
    snippetChars,
    requestId,
  }
}

export function retryIdOf({ ctx, indirect }: HttpFacts): string | undefined {
  const sent = { 'x-request-id': ctx.get('x-request-id') || undefined }
  if (indirect || sent['x-request-id'] === undefined) return undefined
  const result = SearchHeaders.safeParse(sent)
  if (!result.success) throw invalidInputOf(result.error, 'query', sent)
  return result.data['x-request-id']
}
