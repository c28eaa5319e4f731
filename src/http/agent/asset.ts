import { get } from '../route.ts'
import { AssetParams, AssetWithPassagesReply } from './asset.schema.ts'
import { presentAssetWithPassages } from './present-asset.ts'

export const getAsset = get('/asset/:id', {
  id: 'getAsset',
  summary: 'One asset with all its passages in reading order',
  description:
    'Not billed. Logged as an access, and counted in the rate of the key. An own asset that is ' +
    'pending, in review, rejected or failed answers with its status and error, without passages.',
  tag: 'Assets',
  access: { scope: 'search:query' },
  rate: 'search',
  params: AssetParams,
  reply: AssetWithPassagesReply,
  errors: [400, 401, 403, 404, 429],
  run: ({ rooms, cmd, params }) => rooms.search.getAsset(cmd, { assetId: params.id }),
  present: presentAssetWithPassages,
})
