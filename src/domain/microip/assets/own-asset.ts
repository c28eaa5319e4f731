import { NotFound } from '../../../base/errors.ts'
import type { ObjectId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { type Asset, findAsset } from '../../catalog/index.ts'
import type { Principal } from '../../identity/index.ts'
import type { CardRow } from '../queries.ts'

/** An asset as Surface C shows it: the record, and how its owner called it there. */
export type OwnAsset = { readonly asset: Asset; readonly card: CardRow | undefined }

/** An asset of the caller's tenant that was just written or read. Throws NotFound. */
export function ownAsset(
  db: Db,
  principal: Principal,
  { objectId, card }: { objectId: ObjectId; card: CardRow | undefined },
): OwnAsset {
  const asset = findAsset(db, principal, objectId)
  if (asset?.tenantId !== principal.tenantId) throw new NotFound('asset')
  return { asset, card }
}
