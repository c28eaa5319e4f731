import type { AnyRoute } from '../route.ts'
import { getAsset } from './asset.ts'
import { listAssets } from './assets.ts'
import { fetchDownload } from './dl.ts'
import { mintDownload } from './download.ts'
import { search } from './search.ts'

/** Surface A: search, assets and downloads (spec 4.1). */
export const agentRoutes: readonly AnyRoute[] = [
  search,
  getAsset,
  listAssets,
  mintDownload,
  fetchDownload,
]
