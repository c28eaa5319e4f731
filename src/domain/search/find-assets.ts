import type { ObjectId } from '../../base/ids.ts'
import type { Caller } from '../catalog/index.ts'
import type { SearchDeps } from './room.ts'
import { askEngine, engineQueryOf } from './run-search.ts'

export type FoundAsset = { readonly objectId: ObjectId; readonly score: number }

/**
 * Which assets have passages that answer a question, the best first. Gives no text, so it is
 * neither metered nor charged; what it names must be looked up for the same viewer. Throws
 * InvalidInput for a query that cannot be read, Saturated.
 */
export async function findAssets(
  room: SearchDeps,
  viewer: Caller,
  { q, passages }: { q: string; passages: number },
): Promise<FoundAsset[]> {
  const page = {
    sort: 'relevance',
    limit: passages,
    offset: 0,
    highlight: false,
    facets: false,
  } as const
  const mode = room.engine.offers('hybrid') ? 'hybrid' : 'keyword'
  const query = engineQueryOf({ ...page, q, mode })
  const { outcome } = await askEngine(room, viewer, { query, page })
  const best = new Map<ObjectId, number>()
  for (const { objectId, score } of outcome.hits) {
    if (!best.has(objectId)) best.set(objectId, score)
  }
  return [...best].map(([objectId, score]) => ({ objectId, score }))
}
