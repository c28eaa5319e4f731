import * as z from 'zod'
import type { DatasetId } from '../../../base/ids.ts'
import { getAsset } from '../../agent/asset.ts'
import { presentSearch } from '../../agent/present-search.ts'
import { SearchReply as AgentReply, SimilarQuery } from '../../agent/search.schema.ts'
import { retryIdOf } from '../../agent/search.ts'
import { similar, similarRequest } from '../../agent/similar.ts'
import { idText, qBool } from '../../fields.ts'
import { get } from '../../route.ts'
import { MarketFacets, MarketHitReply, presentFacets, presentMarketHit } from './search.ts'

/** What Surface A has for keys, for people too: the same rooms, the same bill. */
export const readAsset = get('/v1/assets/:id', {
  ...getAsset,
  id: 'readAsset',
  description:
    'As GET /asset/{id}, for sessions too. Not billed; logged as an access, and counted in the ' +
    'rate of the caller.',
})

const Query = SimilarQuery.extend({
  dataset_id: idText.optional().meta({ description: 'What is like it in this dataset alone' }),
  facets: qBool().default(false).meta({
    description: 'Count what is like it by modality, kind, language and dataset',
  }),
})

const Reply = AgentReply.extend({ results: z.array(MarketHitReply), facets: MarketFacets }).meta({
  id: 'SimilarAssets',
})

export const findSimilar = get('/v1/assets/:id/similar', {
  ...similar,
  id: 'findSimilar',
  description:
    'As GET /asset/{id}/similar, for sessions too: by meaning, the likest first. One metered ' +
    'search.',
  query: Query,
  reply: Reply,
  run({ rooms, cmd, params, query, http }) {
    const { dataset_id: datasetId, facets, ...rest } = query
    const asked = similarRequest({ id: params.id, query: rest, retryId: retryIdOf(http) })
    return rooms.search.findSimilar(cmd, { ...asked, datasetId: datasetId as DatasetId, facets })
  },
  present: (result) => ({
    ...presentSearch(result),
    results: result.hits.map(presentMarketHit),
    facets: presentFacets(result),
  }),
})
