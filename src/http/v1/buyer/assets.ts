import { getAsset } from '../../agent/asset.ts'
import { similar } from '../../agent/similar.ts'
import { route } from '../../route.ts'

/** What Surface A has for keys, for people too: the same rooms, the same bill. */
export const readAsset = route({
  ...getAsset,
  id: 'readAsset',
  path: '/v1/assets/:id',
  description:
    'As GET /asset/{id}, for sessions too. Not billed; logged as an access, and counted in the ' +
    'rate of the caller.',
})

export const findSimilar = route({
  ...similar,
  id: 'findSimilar',
  path: '/v1/assets/:id/similar',
  description:
    'As GET /asset/{id}/similar, for sessions too: by meaning, the likest first. One metered ' +
    'search.',
})
