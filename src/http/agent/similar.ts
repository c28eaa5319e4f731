import { route } from '../route.ts'
import { AssetParams } from './asset.schema.ts'
import { presentSearch } from './present-search.ts'
import { SearchReply, SimilarQuery } from './search.schema.ts'
import { retryIdOf } from './search.ts'

/** Our choice: more like this. */
export const similar = route({
  id: 'similar',
  method: 'get',
  path: '/asset/:id/similar',
  summary: 'Passages of other assets that are like those of an asset',
  description:
    'By meaning, the likest first, among everything that the key may search. One metered search, ' +
    'with the same prices as GET /search.',
  tag: 'Search',
  access: { scope: 'search:query' },
  rate: 'search',
  isWork: true,
  params: AssetParams,
  query: SimilarQuery,
  status: 200,
  reply: SearchReply,
  errors: [400, 401, 402, 403, 404, 409, 429, 503],
  run({ rooms, cmd, params, query, http }) {
    const { after: afterS, before: beforeS, request_id, ...rest } = query
    const requestId = retryIdOf(http) ?? request_id
    const asked = { ...rest, afterS, beforeS, requestId, assetId: params.id }
    return rooms.search.findSimilar(cmd, asked)
  },
  present: presentSearch,
})
