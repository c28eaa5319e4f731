import { AssetParams, AssetWithPassagesReply } from '../../agent/asset.schema.ts'
import { presentAssetWithPassages } from '../../agent/present-asset.ts'
import { presentSearch } from '../../agent/present-search.ts'
import { SearchReply, SimilarQuery } from '../../agent/search.schema.ts'
import { retryIdOf } from '../../agent/search.ts'
import { route } from '../../route.ts'

/** What Surface A has for keys, for people too: the same rooms, the same bill. */
export const readAsset = route({
  id: 'readAsset',
  method: 'get',
  path: '/v1/assets/:id',
  summary: 'One asset with all its passages in reading order',
  description:
    'As GET /asset/{id}, for sessions too. Not billed; logged as an access, and counted in the ' +
    'rate of the caller.',
  tag: 'Assets',
  access: { scope: 'search:query' },
  rate: 'search',
  params: AssetParams,
  status: 200,
  reply: AssetWithPassagesReply,
  errors: [400, 401, 403, 404, 429],
  run: ({ rooms, cmd, params }) => rooms.search.getAsset(cmd, { assetId: params.id }),
  present: presentAssetWithPassages,
})

export const findSimilar = route({
  id: 'findSimilar',
  method: 'get',
  path: '/v1/assets/:id/similar',
  summary: 'Passages of other assets that are like those of an asset',
  description:
    'As GET /asset/{id}/similar, for sessions too: by meaning, the likest first. One metered ' +
    'search.',
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
