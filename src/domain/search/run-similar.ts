import { NotFound, Saturated } from '../../base/errors.ts'
import type { ObjectId } from '../../base/ids.ts'
import type { Db } from '../../store/tx.ts'
import { type Caller, findVisibleObjects } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import { chargeSearch, requireAllowance, viewerOf } from './charge-search.ts'
import { type NamedResult, narrow, requireKnown, withNames } from './market-search.ts'
import type { SearchDeps } from './room.ts'
import { requireOffered } from './run-search.ts'
import type { SimilarRequest } from './search-request.ts'

/**
 * Passages of other assets that are like those of one that the caller may see. Metered, charged,
 * recorded and checked like a search, and named as people see it. Throws NotFound for an asset
 * that is not there or not the caller's to see, Saturated while it has no vector yet, and what a
 * search throws.
 */
export async function runSimilar(
  room: SearchDeps,
  cmd: Command,
  { assetId, datasetId, facets = false, ...rest }: SimilarRequest,
): Promise<NamedResult> {
  const startedMs = performance.now()
  const objectId = assetId as ObjectId
  const viewer = viewerOf(cmd)
  requireVisible(room.store.db, viewer, objectId)
  requireOffered(room.engine, 'semantic')
  const { principal } = cmd
  if (datasetId) requireKnown(room.store.db, principal, { datasetId, field: 'dataset_id' })
  const narrowed = { ...cmd, principal: narrow(principal, datasetId ? [datasetId] : []) }
  const shown = { sort: 'relevance', highlight: false, facets, countDatasets: facets } as const
  // What the history shows for a query; as one it could not be read.
  const q = `similar:${assetId}`
  const request = { ...rest, ...shown, q, mode: 'semantic' } as const
  requireAllowance(room, narrowed, request)
  const { limit, offset, requestId: _, ...filters } = rest
  const page = { ...shown, limit, offset, snippetMaxChars: undefined }
  const outcome = await room.engine.similar({ objectId, filters }, viewerOf(narrowed), page)
  if (outcome.withoutVector === 'for now') throw notYet()
  return cmd.write((tx) => {
    requireVisible(tx, viewer, objectId)
    const found = { outcome, mode: 'semantic' } as const
    const result = chargeSearch(room, tx, { cmd: narrowed, request, found, startedMs })
    return { ...result, ...withNames(tx, principal, result) }
  })
}

function notYet(): Saturated {
  return new Saturated({
    message: 'This asset cannot be compared yet: its vectors are being made. Nothing was charged.',
    retryAfterSeconds: 5,
  })
}

function requireVisible(db: Db, viewer: Caller, objectId: ObjectId): void {
  if (!findVisibleObjects(db, viewer, [objectId]).has(objectId)) throw new NotFound('asset')
}
