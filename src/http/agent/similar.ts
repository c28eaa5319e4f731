import type * as z from 'zod'
import { get } from '../route.ts'
import { AssetParams } from './asset.schema.ts'
import { presentSearch } from './present-search.ts'
import { SearchReply, SimilarQuery } from './search.schema.ts'
import { retryIdOf } from './search.ts'

/** Our choice: more like this. */
export const similar = get('/asset/:id/similar', {
  id: 'similar',
  summary: 'Passages of other assets that are like those of an asset',
  description:
    'By meaning, the likest first, among everything that the key may search. One metered search, ' +
    'with the same prices as GET /search. While the vectors of the asset are being made it is ' +
    '503, and nothing is charged.',
  tag: 'Search',
  access: { scope: 'search:query' },
  rate: 'search',
  isWork: true,
  params: AssetParams,
  query: SimilarQuery,
  reply: SearchReply,
  errors: [400, 401, 402, 403, 404, 409, 429, 503],
  run({ rooms, cmd, params, query, http }) {
    const asked = similarRequest({ id: params.id, query, retryId: retryIdOf(http) })
    return rooms.search.findSimilar(cmd, asked)
  },
  present: presentSearch,
})

type Asked = { id: string; query: z.output<typeof SimilarQuery>; retryId: string | undefined }

export function similarRequest({ id: assetId, query, retryId }: Asked) {
  const { after: afterS, before: beforeS, request_id, ...rest } = query
  return { ...rest, afterS, beforeS, requestId: retryId ?? request_id, assetId }
}
