import type { AnyRoute } from '../route.ts'
import { getAsset } from './asset.ts'
import { listAssets } from './assets.ts'
import { fetchDownload } from './dl.ts'
import { mintDownload } from './download.ts'
import { mcp, mcpTools } from './mcp/mcp.ts'
import { search } from './search.ts'
import { similar } from './similar.ts'
import { suggest } from './suggest.ts'

/** Surface A: search, assets and downloads (spec 4.1). */
export const agentRoutes: readonly AnyRoute[] = [
  search,
  suggest,
  getAsset,
  similar,
  listAssets,
  mintDownload,
  fetchDownload,
  mcp,
  mcpTools,
]
