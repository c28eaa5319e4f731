import type { ObjectId } from '../../base/ids.ts'
import type { Caller } from '../catalog/index.ts'
import type { SearchDeps } from './room.ts'
import { askEngine, engineQueryOf } from './run-search.ts'

export type FoundAsset = { readonly objectId: ObjectId; readonly score: number }

type Asked = {
  readonly q: string
  readonly passages: number
  /** Of these assets alone, so that others take no place from them. */
  readonly objectNos: readonly number[]
}

/**
 * Which assets have passages that answer a question, the best first. Gives no text, so it is
 * neither metered nor charged; what it names must be looked up for the same viewer. Throws
 * InvalidInput for a query that cannot be read, Saturated.
 */
export async function findAssets(
  room: SearchDeps,
  viewer: Caller,
  { q, passages, objectNos }: Asked,
): Promise<FoundAsset[]> {
  const page = {
    sort: 'relevance',
    limit: passages,
    offset: 0,
    highlight: false,
    facets: false,
  } as const
  const mode = room.engine.offers('hybrid') ? 'hybrid' : 'keyword'
  const asked = engineQueryOf({ ...page, q, mode })
  const query = { ...asked, filters: { objectNos } }
  const { outcome } = await askEngine(room, viewer, { query, page })
  const best = new Map<ObjectId, number>()
  for (const { score, copies = [], ...hit } of outcome.hits) {
    for (const { objectId } of [hit, ...copies]) if (!best.has(objectId)) best.set(objectId, score)
  }
  return [...best].map(([objectId, score]) => ({ objectId, score }))
}
