import { get } from '../route.ts'
import { AssetsQuery, AssetsReply } from './asset.schema.ts'
import { presentAssetList } from './present-asset.ts'

export const listAssets = get('/assets', {
  id: 'listAssets',
  summary: "The workspace's own assets, newest first",
  description: 'Not billed. Listed assets of others are found by searching.',
  tag: 'Assets',
  access: { scope: 'search:query' },
  query: AssetsQuery,
  reply: AssetsReply,
  errors: [400, 401, 403],
  run({ rooms, principal, query }) {
    const { limit, modality, status, after_uploaded_at, after_asset_id } = query
    const after =
      after_uploaded_at === undefined
        ? undefined
        : { uploadedAtS: after_uploaded_at, objectId: after_asset_id }
    return rooms.search.listAssets(principal, { limit, modality, status, after })
  },
  present: presentAssetList,
})
