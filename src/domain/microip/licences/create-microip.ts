import { Conflict, Forbidden, NotOnOffer } from '../../../base/errors.ts'
import { isId, type ObjectId } from '../../../base/ids.ts'
import { type Lamports, lamports } from '../../../base/lamports.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { type Asset, findAsset } from '../../catalog/index.ts'
import type { Signed } from '../../chain/index.ts'
import type { Command } from '../../command.ts'
import { type Principal, requireScope, requireSession } from '../../identity/index.ts'
import { wasDownloadSold } from '../../ledger/index.ts'
import { enqueue } from '../../outbox/index.ts'
import { recordDeed } from '../../record-deed.ts'
import { categoryOf } from '../assets/file-kind.ts'
import { type LicenseType, requireLicenseType, requirePrice } from '../licence.ts'
import { findCards, findMicroIp, insertMicroIp, wasSold } from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'
import { findView, type MicroIpView } from './view.ts'

export type CreateMicroIpRequest = {
  readonly assetId: string
  readonly priceLamports: Lamports
  readonly licenseType: string
}

/**
 * Puts a licence on an asset of the caller's tenant and registers it on the chain. Its words are
 * found by a job: from the content as soon as that is there, until then from the name.
 * Throws InvalidInput for a price or type, NotOnOffer, Forbidden for somebody else's asset,
 * Conflict for a second licence and for `exclusive` after a sale, ChainFailure.
 */
export async function createMicroIp(
  room: MicroIpRoom,
  cmd: Command,
  request: CreateMicroIpRequest,
): Promise<MicroIpView> {
  const { principal } = cmd
  requireSession(principal)
  requireScope(principal, 'objects:write')
  const licenseType = requireLicenseType(request.licenseType)
  const priceLamports = requirePrice(request.priceLamports)
  const asset = requireOwn(room.store.db, principal, request.assetId)
  const { objectId: assetId } = asset
  requireLicensable(room.store.db, { assetId, licenseType })
  const terms = { assetId, licenseType, priceLamports }
  const signed = await signLicence(room, { ...terms, asset, ownerId: principal.userId })
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    requireLicensable(tx, terms)
    const licence = { ...terms, asset: requireOwn(tx, principal, assetId) }
    insert(room, tx, { ...licence, principal, nowMs, signed })
    enqueue(tx, {
      kind: 'describe-asset',
      payload: { assetId, looks: 0 },
      subjectId: assetId,
      nowMs,
    })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: principal.tenantId,
      action: 'microip.created',
      subject: { type: 'object', id: assetId },
      details: { licenseType, lamports: priceLamports },
    })
    return findView(tx, principal, assetId) as MicroIpView
  })
}

function requireOwn(db: Db, principal: Principal, assetId: string): Asset {
  const asset = isId('obj', assetId) ? findAsset(db, principal, assetId) : undefined
  if (!asset || asset.state === 'rejected') throw new NotOnOffer()
  if (asset.tenantId === principal.tenantId) return asset
  throw notOwner()
}

export function notOwner(): Forbidden {
  return new Forbidden({
    reason: 'not_the_owner',
    message: 'Only the owner of the asset may do this.',
  })
}

/** One licence per asset, and exclusive only while nothing of it was sold. (our choice) */
function requireLicensable(
  db: Db,
  { assetId, licenseType }: { assetId: ObjectId; licenseType: LicenseType },
): void {
  if (findMicroIp(db, assetId)) {
    throw new Conflict({ reason: 'licensed', message: 'This asset has a licence already.' })
  }
  if (licenseType === 'exclusive') requireUnsold(db, assetId)
}

/** Neither licences nor downloads of Surface A. Throws Conflict. */
export function requireUnsold(db: Db, assetId: ObjectId): void {
  if (!wasSold(db, assetId) && !wasDownloadSold(db, assetId)) return
  throw new Conflict({
    reason: 'already_sold',
    message: 'An asset that was sold before cannot be sold exclusively.',
  })
}

type Terms = { assetId: ObjectId; licenseType: LicenseType; priceLamports: Lamports; asset: Asset }

/** A note on the chain elsewhere, where there is one. */
async function signLicence(
  { chain }: MicroIpRoom,
  terms: Terms & { ownerId: string },
): Promise<Signed | undefined> {
  if (!chain.remote) return undefined
  return chain.signWork({ kind: 'note', text: JSON.stringify(recordOf(terms)) })
}

function recordOf({
  assetId,
  licenseType,
  priceLamports,
  asset,
  ownerId,
}: Terms & { ownerId: string }) {
  return {
    kind: 'licence',
    id: assetId,
    asset: assetId,
    owner: ownerId,
    sha256: asset.checksumSha256,
    license_type: licenseType,
    lamports: String(priceLamports),
  }
}

type New = Terms & {
  principal: Principal & { userId: NonNullable<Principal['userId']> }
  nowMs: number
  signed: Signed | undefined
}

function insert(room: MicroIpRoom, tx: Tx, licence: New): void {
  const { assetId, licenseType, priceLamports, asset, principal, nowMs, signed } = licence
  const card = findCards(tx, [assetId]).get(assetId)
  const name = card?.name ?? asset.title
  const { chain } = room
  const body = recordOf({ ...licence, ownerId: principal.userId })
  const [local] = chain.append(tx, { records: [{ subjectId: assetId, body }], nowMs })
  if (signed) chain.submit(tx, signed, { kind: 'licence', subjectId: assetId, nowMs })
  insertMicroIp(tx, {
    assetId,
    ownerUserId: principal.userId,
    ownerTenantId: principal.tenantId,
    priceLamports,
    licenseType,
    name,
    description: card?.description ?? '',
    longSummary: name,
    tags: [],
    category: categoryOf(asset),
    questions: [],
    quality: 'basic',
    metadataStatus: 'waiting',
    metadataSource: 'name',
    onChainId: signed?.prepared.signature ?? local?.onChainId ?? '',
    chainStatus: signed ? 'pending' : 'registered',
    transactionHash: local?.transactionHash ?? '',
    earnedLamports: lamports(0),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
}
