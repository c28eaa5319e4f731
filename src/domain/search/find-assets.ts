import { InvalidInput } from '../../base/errors.ts'
import type { ObjectId } from '../../base/ids.ts'
import type { SearchMode } from '../../engine/index.ts'
import type { Caller } from '../catalog/index.ts'
import { findByMode } from './find-by-mode.ts'
import type { SearchDeps } from './room.ts'
import { jobOf } from './run-search.ts'

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
  const plain = { sort: 'relevance', offset: 0, highlight: false, facets: false } as const
  const job = jobOf(viewer, { q, limit: passages, ...plain })
  const { outcome } = await findByMode(room, { job, mode: modeOf(room) }).catch((error) => {
    // Some questions can only be asked by their words.
    if (!(error instanceof InvalidInput) || modeOf(room) === 'keyword') throw error
    return findByMode(room, { job, mode: 'keyword' })
  })
  const best = new Map<ObjectId, number>()
  for (const { objectId, score } of outcome.hits) {
    if (!best.has(objectId)) best.set(objectId, score)
  }
  return [...best].map(([objectId, score]) => ({ objectId, score }))
}

/** By words and by meaning where there is a model. */
function modeOf({ semantics }: SearchDeps): SearchMode {
  return semantics?.isOffered() ? 'hybrid' : 'keyword'
}
