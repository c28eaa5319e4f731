import { InvalidInput, NotFound } from '../../../base/errors.ts'
import type { ObjectId, SearchId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import { randomToken } from '../../../base/secrets.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { type Asset, findVisibleObjects } from '../../catalog/index.ts'
import type { Command } from '../../command.ts'
import { type Principal, requireScope } from '../../identity/index.ts'
import { linkTtlSeconds, sweptLinksPerMint, tokenBytes } from '../limits.ts'
import { offerOf } from '../offer.ts'
import { clipPriceCents } from '../price.ts'
import { deleteExpiredLinks, insertLink } from '../queries.ts'
import type { DeliveryRoom } from '../room.ts'
import { findOwed } from './free-again.ts'
import { type AskedRange, hashOfToken, overLimit, type Range, rangeOf } from './link.ts'

export type MintRequest = AskedRange & {
  assetId: ObjectId
  /** The search that led to the asset, for attribution, as the buyer says. */
  searchId?: string | undefined
}

export type MintedLink = {
  url: string
  ttlSeconds: number
  expiresAtMs: number
  estimatedCredits: Cents
  availableCredits: Cents
  /** Of the month's budget of the key; undefined where it has none. */
  budgetLeftCredits: Cents | undefined
  sizeBytes: number
  /** Set when the file is larger than a link delivers here: a fetch would answer 413. */
  overLimitBytes: number | undefined
  /** A search was named that is not the buyer's: the download is attributed to none. */
  unattributed: boolean
}

/**
 * Makes a single-use link to an asset. Free: credits are spent when it is fetched, and then the
 * price that is quoted here. (spec 3, Download link)
 * Throws NotFound for an asset that does not exist, is not visible or was withdrawn, one and the
 * same answer; InvalidInput for a bad range; PaymentRequired when the balance or the key's budget
 * is below the estimate or the search allowance is spent.
 */
export async function mintLink(
  room: DeliveryRoom,
  cmd: Command,
  request: MintRequest,
): Promise<MintedLink> {
  requireScope(cmd.principal, 'search:query')
  return cmd.write((tx) => mint(room, tx, { principal: cmd.principal, request }))
}

const mintRefusal = {
  operation: 'download',
  message: 'The balance is below the price of this download.',
}

type Asked = { principal: Principal; request: MintRequest }

function mint(room: DeliveryRoom, tx: Tx, { principal, request }: Asked): MintedLink {
  const { clock, settings, ledger } = room
  const { tenantId, apiKeyId } = principal
  const nowMs = clock.nowMs()
  const asset = getAsset(tx, principal, request.assetId)
  const offer = offerOf(room, tx, { asset, buyerTenantId: tenantId, nowMs })
  const range = rangeOf(request, asset)
  if (range) requireCuttable(asset)
  const searchId = attributionOf(room, tx, { principal, request })

  const failed = findOwed(room, tx, {
    buyerTenantId: tenantId,
    assetId: asset.objectId,
    startMs: range?.startMs ?? null,
    endMs: range?.endMs ?? null,
  })
  const priceCents = failed ? cents(0) : priceOf(offer.priceCents, { range, asset })
  const availableCredits = ledger.creditsOf(tx, tenantId)
  const payer = { tenantId, apiKeyId, line: principal.line }
  ledger.requireFunds(tx, payer, { ...mintRefusal, requiredCredits: priceCents, nowMs })
  // What failed on our side is made good, whatever was spent since.
  if (!failed) ledger.requireAllowance(tx, { tenantId, operation: 'download', nowMs })

  const token = randomToken(tokenBytes)
  const expiresAtMs = nowMs + linkTtlSeconds * 1000
  deleteExpiredLinks(tx, { nowMs, limit: sweptLinksPerMint })
  insertLink(tx, {
    tokenHash: hashOfToken(token),
    buyerTenantId: tenantId,
    apiKeyId: apiKeyId ?? null,
    userId: principal.sessionId === undefined ? null : (principal.userId ?? null),
    providerTenantId: asset.tenantId,
    datasetId: asset.datasetId,
    assetId: asset.objectId,
    startMs: range?.startMs ?? null,
    endMs: range?.endMs ?? null,
    searchId,
    priceCents,
    providerShareBp: offer.providerShareBp,
    replaces: failed?.tokenHash ?? null,
    createdAtMs: nowMs,
    expiresAtMs,
  })
  return {
    url: `${settings.baseUrl()}/dl/${token}`,
    ttlSeconds: linkTtlSeconds,
    expiresAtMs,
    estimatedCredits: priceCents,
    availableCredits,
    budgetLeftCredits: ledger.budgetLeft(tx, payer, nowMs),
    sizeBytes: asset.sizeBytes,
    overLimitBytes: range ? undefined : overLimit(asset, settings.downloadLimitBytes),
    unattributed: request.searchId !== undefined && searchId === null,
  }
}

export function getAsset(db: Db, principal: Principal, assetId: ObjectId): Asset {
  const asset = findVisibleObjects(db, principal, [assetId]).get(assetId)
  if (!asset) throw new NotFound('asset')
  return asset
}

/**
 * The search that a download is counted for: one of the caller's own. A public search is recorded
 * nowhere, and another tenant's is as unknown as one that never was: neither stops a purchase.
 */
function attributionOf(room: DeliveryRoom, tx: Tx, { principal, request }: Asked): SearchId | null {
  const { searchId } = request
  if (searchId === undefined) return null
  return room.search.findSearch(tx, principal, searchId as SearchId)?.searchId ?? null
}

/** A recording whose length is not known has no price of its parts: the whole is paid. */
export function priceOf(
  wholePriceCents: Cents,
  { range, asset: { durationMs } }: { range: Range | undefined; asset: Pick<Asset, 'durationMs'> },
): Cents {
  if (!range || durationMs === null) return wholePriceCents
  return clipPriceCents(wholePriceCents, { range, durationMs })
}

/** Parts of a transport stream come out empty, and there is no writer for the others. */
const uncuttable = /^video\/(mp2t|x-msvideo|avi|mpeg|x-ms-)|^audio\/(aiff|x-aiff|amr|x-ms-)/

function requireCuttable({ contentType }: Asset): void {
  if (!uncuttable.test(contentType)) return
  throw new InvalidInput({
    field: 'start_ms',
    reason: 'cannot_be_cut',
    message: `Files of the type ${contentType} cannot be cut; leave start_ms and end_ms out.`,
  })
}
