import { InvalidInput, NotOnOffer, OtherTerms } from '../../../base/errors.ts'
import { isId, newId, type UserId } from '../../../base/ids.ts'
import { type Lamports, lamports, solOf } from '../../../base/lamports.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { findOnOffer, findSold } from '../../catalog/index.ts'
import type { Command } from '../../command.ts'
import { recordEvent } from '../../events/index.ts'
import { requireSession, type SessionPrincipal } from '../../identity/index.ts'
import { shownTermsCountMs } from '../limits.ts'
import * as queries from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'

export type DownloadRequest = {
  readonly assetId: string
  /** What the buyer agrees to pay. */
  readonly maxPriceLamports?: Lamports | undefined
}

export type DownloadedMicroIp = {
  readonly downloadUrl: string
  readonly expiresAtMs: number
  readonly transaction: queries.DownloadRow
  /** What the licence costs, paid now or not. */
  readonly priceLamports: Lamports
}

/**
 * Gives a temporary URL for a licensed asset. Who has no licence yet pays for one, once: payment,
 * sale, record on the chain and histories are one transaction. The owner and who has paid before
 * pay nothing; who has paid may fetch also what its owner has put aside, and for some time what was
 * deleted since. An exclusive one is sold to the first who comes, and to nobody else after.
 * Throws NotOnOffer, InvalidInput, InsufficientBalance, and OtherTerms where it would cost more
 * than the buyer agrees to or was last shown, or be another licence than that one.
 */
export async function downloadMicroIp(
  room: MicroIpRoom,
  cmd: Command,
  { assetId, maxPriceLamports }: DownloadRequest,
): Promise<DownloadedMicroIp> {
  const { principal } = cmd
  requireSession(principal)
  requireNotNegative(maxPriceLamports)
  return cmd.write((tx) => {
    const offer = findOffer(tx, principal, assetId)
    if (!offer) return fetchAgain(room, tx, { principal, assetId })
    const { licence, sizeBytes } = offer
    const nowMs = room.clock.nowMs()
    const paid = payOnce(room, tx, { licence, principal, maxPriceLamports, nowMs })
    const { userId: buyerUserId } = principal
    const row = { ...paid, assetId: licence.assetId, buyerUserId, createdAtMs: nowMs }
    const transaction = queries.insertDownload(tx, row)
    const earnedLamports = lamports(paid.paidLamports - paid.feeLamports)
    if (licence.ownerTenantId !== principal.tenantId) {
      queries.countDownload(tx, { assetId: licence.assetId, earnedLamports })
    }
    const link = room.catalog.signDownload({ objectId: licence.assetId, sizeBytes })
    return { ...link, transaction, priceLamports: licence.priceLamports }
  })
}

function findOffer(db: Db, principal: SessionPrincipal, assetId: string) {
  if (!isId('obj', assetId)) return undefined
  const licence = queries.findMicroIp(db, assetId)
  const asset = licence && findOnOffer(db, principal, [assetId]).get(assetId)
  return asset && { licence, sizeBytes: asset.sizeBytes }
}

type Holder = { principal: SessionPrincipal; assetId: string }

/** For who bought what is not on offer any more, deleted or not. Throws NotOnOffer. */
function fetchAgain(
  { catalog, clock }: MicroIpRoom,
  tx: Tx,
  { principal: { userId: buyerUserId }, assetId }: Holder,
): DownloadedMicroIp {
  if (!isId('obj', assetId)) throw new NotOnOffer()
  const licence = queries.findMicroIp(tx, assetId)
  const sale = licence && queries.findSale(tx, { assetId, buyerUserId })
  if (!sale) throw new NotOnOffer()
  const asset = findSold(tx, assetId)
  const link = asset
    ? catalog.signDownload({ objectId: assetId, sizeBytes: asset.sizeBytes })
    : catalog.signKept({ objectId: assetId })
  if (!link) throw new NotOnOffer()
  const transaction = queries.insertDownload(tx, {
    assetId,
    buyerUserId,
    paidLamports: lamports(0),
    feeLamports: lamports(0),
    transactionHash: sale.transactionHash,
    createdAtMs: clock.nowMs(),
  })
  queries.countDownload(tx, { assetId, earnedLamports: lamports(0) })
  return { ...link, transaction, priceLamports: licence.priceLamports }
}

type Paid = Pick<queries.DownloadRow, 'paidLamports' | 'feeLamports' | 'transactionHash'>
type Deal = {
  licence: queries.MicroIpRow
  principal: SessionPrincipal
  maxPriceLamports: Lamports | undefined
  nowMs: number
}

function payOnce(room: MicroIpRoom, tx: Tx, deal: Deal): Paid {
  const { licence, principal } = deal
  const { assetId, transactionHash } = licence
  const free = { paidLamports: lamports(0), feeLamports: lamports(0) }
  if (licence.ownerTenantId === principal.tenantId) return { ...free, transactionHash }
  const earlier = queries.findSale(tx, { assetId, buyerUserId: principal.userId })
  if (earlier) return { ...free, transactionHash: earlier.transactionHash }
  return sell(room, tx, deal)
}

function sell(room: MicroIpRoom, tx: Tx, deal: Deal): Paid {
  const { wallet, catalog } = room
  const { licence, principal, nowMs } = deal
  const { assetId, priceLamports, licenseType } = licence
  const buyerId: UserId = principal.userId
  const exclusive = licenseType === 'exclusive'
  if (!queries.isSellable(tx, licence)) throw new NotOnOffer()
  requireAgreed(room, deal)
  const saleId = newId('sal', nowMs)
  const { transactionHash, feeLamports } = wallet.payLicence(tx, {
    groupId: `microip:${saleId}`,
    buyerId,
    ownerId: licence.ownerUserId,
    assetId,
    priceLamports,
    nowMs,
    record: { id: saleId, license_type: licenseType, licence: licence.onChainId },
  })
  queries.insertSale(tx, {
    saleId,
    assetId,
    buyerUserId: buyerId,
    buyerTenantId: principal.tenantId,
    licenseType,
    priceLamports,
    feeLamports,
    transactionHash,
    createdAtMs: nowMs,
  })
  if (exclusive) catalog.sellExclusively(tx, { objectId: assetId, tenantId: principal.tenantId })
  recordEvent(tx, {
    stream: licence.ownerTenantId,
    type: 'licence.sold',
    atMs: nowMs,
    data: {
      asset_id: assetId,
      sale_id: saleId,
      license_type: licenseType,
      price_lamports: priceLamports,
    },
  })
  return { paidLamports: priceLamports, feeLamports, transactionHash }
}

/** Who is refused has been shown the terms as they are by that, and may accept them. */
function requireAgreed({ shown }: MicroIpRoom, deal: Deal): void {
  const { licence, principal, maxPriceLamports, nowMs } = deal
  const { priceLamports, licenseType } = licence
  const price = `${solOf(priceLamports)} SOL`
  const last = shown.last(principal.userId, licence.assetId, nowMs)
  const isAboveMax = maxPriceLamports !== undefined && priceLamports > maxPriceLamports
  const isOther =
    last === 'forgotten'
      ? changedLately(licence, nowMs)
      : last !== undefined &&
        (priceLamports > last.priceLamports || licenseType !== last.licenseType)
  if (!isAboveMax && !isOther) return
  shown.show(principal.userId, [licence], nowMs)
  const message = isAboveMax
    ? `The price is ${price}, which is above max_price.`
    : `The terms are others than you were shown: ${price}, ${licenseType}. ` +
      'Send it again to accept them.'
  throw new OtherTerms({ message, priceLamports, licenseType })
}

function changedLately({ termsChangedAtMs }: queries.MicroIpRow, nowMs: number): boolean {
  return termsChangedAtMs !== null && termsChangedAtMs > nowMs - shownTermsCountMs
}

function requireNotNegative(max: Lamports | undefined): void {
  if (max === undefined || max >= 0) return
  const message = 'max_price must not be negative.'
  throw new InvalidInput({ field: 'max_price', reason: 'invalid_value', message })
}
