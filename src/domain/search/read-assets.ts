import { unixSecondsOf } from '../../base/clock.ts'
import { NotFound } from '../../base/errors.ts'
import { newId, type ObjectId } from '../../base/ids.ts'
import type { AssetPassage } from '../../engine/index.ts'
import { listPassagesOf, pageOfPassages } from '../../engine/index.ts'
import {
  type Asset,
  type AssetPage,
  type Caller,
  findAsset,
  findForLook,
  listOwnAssets,
} from '../catalog/index.ts'
import type { Command } from '../command.ts'
import type { Principal } from '../principal.ts'
import { insertAssetAccess } from './queries.ts'
import type { SearchDeps } from './room.ts'

export type AssetWithPassages = Asset & { readonly passages: readonly AssetPassage[] }

/**
 * An asset with all its passages in reading order, logged as an access. One's own is there in every
 * state that the list shows, without text until all of it is indexed. Throws NotFound for what is
 * not there, or not the caller's to see.
 */
export function getAsset(
  { clock }: SearchDeps,
  cmd: Command,
  { assetId }: { assetId: string },
): Promise<AssetWithPassages> {
  const { principal } = cmd
  const objectId = assetId as ObjectId
  return cmd.write((tx) => {
    const asset = findAsset(tx, principal, objectId)
    if (!asset) throw new NotFound('asset')
    const nowMs = clock.nowMs()
    insertAssetAccess(tx, {
      accessId: newId('acc', nowMs),
      occurredAt: nowMs,
      objectId,
      tenantId: principal.tenantId,
      principalId: principal.principalId,
      apiKeyId: principal.apiKeyId ?? null,
      datasetId: asset.datasetId,
    })
    const passages = asset.state === 'indexed' ? listPassagesOf(tx, objectId) : []
    return { ...asset, passages }
  })
}

export type AssetList = {
  readonly assets: readonly Asset[]
  /** Where the next page begins; null on the last one. */
  readonly next: { readonly uploadedAtS: number; readonly objectId: ObjectId } | null
}

/** The caller's own assets, newest upload first, whatever their state. */
export function listAssets({ store }: SearchDeps, caller: Caller, page: AssetPage): AssetList {
  const { assets, hasMore } = listOwnAssets(store.db, caller, page)
  const last = assets.at(-1)
  if (!hasMore || !last) return { assets, next: null }
  const { uploadedAtMs, objectId } = last
  return { assets, next: { uploadedAtS: unixSecondsOf(uploadedAtMs), objectId } }
}

/**
 * The text of an object, some passages at a time, for its owner and for who reviews. It costs
 * nothing and is no access: nobody buys it. Throws NotFound.
 */
export function readOwnPassages(
  { store: { db } }: SearchDeps,
  principal: Principal,
  { objectId: asked, ...stretch }: { objectId: string; offset: number; limit: number },
): { passages: AssetPassage[]; total: number } {
  const { objectId, indexState } = findForLook(db, principal, asked)
  if (indexState !== 'indexed') return { passages: [], total: 0 }
  return pageOfPassages(db, { objectId, ...stretch })
}
