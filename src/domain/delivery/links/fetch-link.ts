import { strict as assert } from 'node:assert'
import { InvalidInput, LinkInvalid, LinkUsed, Saturated, TooLarge } from '../../../base/errors.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { type Asset, findVisibleObjects, type LentWords } from '../../catalog/index.ts'
import type { AnonymousCommand } from '../../command.ts'
import { fetchRefusal } from '../../ledger/index.ts'
import { type ByteStream, streamOf } from '../byte-stream.ts'
import { type ClipAsked, ClipRefused, ClipTooLarge } from '../ports.ts'
import { findLink, isMadeGood, markUsed } from '../queries.ts'
import type { DeliveryRoom } from '../room.ts'
import { wasGivenBack } from './free-again.ts'
import { hashOfToken, type Link, type Outcome, overLimit, type Range } from './link.ts'
import { callerOf, type LinkCaller } from './link-caller.ts'
import { noteEnd } from './note-end.ts'

/** What stands in the headers of a delivery. */
export type DeliveredFile = {
  filename: string
  contentType: string
  /** Undefined for a clip that was not cut yet. */
  sizeBytes: number | undefined
  /** Names these bytes: the checksum of the file, with the range of a clip. */
  entityTag: string
}

export type FileDelivery = DeliveredFile & ({ bytes: ByteStream } | { lent: LentFile })

/** Where the store gives the file by itself, to whoever has this URL, for so long. */
export type LentFile = {
  url: string
  seconds: number
  /** Told once, when the URL was handed over, or could not be; settles when it is written down. */
  onEnd(outcome: Outcome): Promise<void>
}

/**
 * Spends a link: opens the file (of a clip: cuts it and looks at the result), then charges, meters
 * and marks the link used in one transaction, and only after its COMMIT gives out the first byte,
 * or a URL of the store where that lends the file and the caller can go there (`lentAs` says what
 * is answered beside the bytes then). What becomes of such a URL is not known here.
 * Throws LinkInvalid for a link that is unknown, expired or withdrawn, LinkUsed, TooLarge, and
 * PaymentRequired, and Saturated once `isGone` says that nobody is there to take it; after each of
 * these the link is as it was. A recording that cannot be cut is InvalidInput, uncharged.
 */
export async function fetchLink(
  room: DeliveryRoom,
  cmd: AnonymousCommand,
  { token, ...asked }: FetchRequest,
): Promise<FileDelivery> {
  const tokenHash = hashOfToken(token)
  const fetch = () => fetchLive(room, cmd, { tokenHash, ...asked })
  const { link } = getLive(room, room.store.db, tokenHash)
  return rangeOfLink(link) ? await room.inTurnOf(tokenHash.toString('hex'), fetch) : await fetch()
}

export type FetchRequest = {
  token: string
  isGone(): boolean
  /** Undefined: this caller is given the bytes from here. */
  lentAs?: ((file: DeliveredFile) => LentWords) | undefined
}

type Fetching = Omit<FetchRequest, 'token'> & { tokenHash: Buffer }

async function fetchLive(
  room: DeliveryRoom,
  cmd: AnonymousCommand,
  { tokenHash, isGone, lentAs }: Fetching,
): Promise<FileDelivery> {
  const live = getLive(room, room.store.db, tokenHash)
  const { link, asset } = live
  // Cutting takes a second of a processor. What counts is what the transaction finds later.
  if (rangeOfLink(link)) requireFunds(room, live)
  const pay = () => {
    requireTaker(isGone)
    return cmd.write((tx) => spend(room, tx, { tokenHash, asset }))
  }
  const onEnd = (outcome: Outcome) => noteEnd(room, { tokenHash, outcome })
  const lent = lentAs && (await lend(room, live, lentAs))
  if (lent) {
    await pay()
    const { url, seconds, sizeBytes } = lent
    return { ...fileOf(link, asset), sizeBytes, lent: { url, seconds, onEnd } }
  }
  const opened = await openBytes(room, live, isGone)
  try {
    await pay()
  } catch (error) {
    await opened.close()
    throw error
  }
  const { sizeBytes } = opened
  const bytes = await streamOf({ bytes: opened, sizeBytes, onEnd })
  return { ...fileOf(link, asset), sizeBytes, bytes }
}

/** The whole file, or the clip, which is cut before anything is charged. */
async function openBytes(room: DeliveryRoom, { link, asset }: Live, isGone: () => boolean) {
  const range = rangeOfLink(link)
  if (range) {
    const open = () => {
      requireTaker(isGone)
      return room.blobs.local(asset.blobKey)
    }
    return await cutOut(room, { open, owner: link.buyerTenantId, range })
  }
  const whole = await room.blobs.open(asset.blobKey)
  if (whole.sizeBytes === asset.sizeBytes) return whole
  await whole.close()
  throw notAsStored(asset)
}

/** Undefined for a clip, and where the store does not lend the file. */
async function lend(
  room: DeliveryRoom,
  { link, asset }: Live,
  lentAs: (file: DeliveredFile) => LentWords,
) {
  if (rangeOfLink(link)) return undefined
  const lent = await room.blobs.lend?.(asset.blobKey, lentAs(fileOf(link, asset)))
  if (lent && lent.sizeBytes !== asset.sizeBytes) throw notAsStored(asset)
  return lent
}

function notAsStored({ objectId }: Asset): Error {
  return new Error(`the bytes of ${objectId} are not what was stored`)
}

/** Whoever left while it was fetched or cut is charged nothing, and may try the link again. */
function requireTaker(isGone: () => boolean): void {
  if (!isGone()) return
  const message =
    'The connection was closed before there was anything to send; nothing was charged.'
  throw new Saturated({ message, retryAfterSeconds: 1 })
}

async function cutOut(room: DeliveryRoom, asked: Omit<ClipAsked, 'limitBytes'>) {
  const limitBytes = room.settings.downloadLimitBytes
  try {
    return await room.clips.cut({ ...asked, limitBytes })
  } catch (error) {
    if (error instanceof ClipTooLarge) throw tooLarge(limitBytes)
    if (!(error instanceof ClipRefused)) throw error
    throw new InvalidInput({
      field: 'start_ms',
      reason: 'cannot_be_cut',
      message:
        `This part of the recording cannot be cut (${error.message}); nothing was charged. ` +
        'Mint a link without start_ms and end_ms for the whole file.',
    })
  }
}

/** The same refusals and the headers of what a fetch would give, with nothing spent. */
export function inspectLink(room: DeliveryRoom, token: string): DeliveredFile {
  const live = getLive(room, room.store.db, hashOfToken(token))
  requireFunds(room, live)
  return fileOf(live.link, live.asset)
}

/** As it is now; spending asks again. */
function requireFunds(room: DeliveryRoom, { link, caller }: Live): void {
  const { priceCents: requiredCredits, apiKeyId } = link
  const spending = { ...fetchRefusal, requiredCredits, nowMs: room.clock.nowMs() }
  room.ledger.requireFunds(room.store.db, { ...caller, apiKeyId }, spending)
}

type Spending = { tokenHash: Buffer; asset: Asset }

function spend(room: DeliveryRoom, tx: Tx, { tokenHash, asset }: Spending): void {
  const { link, asset: now, caller } = getLive(room, tx, tokenHash)
  assert.equal(now.blobKey, asset.blobKey, 'an object keeps its bytes')
  const nowMs = room.clock.nowMs()
  const { line } = caller
  const linkHash = tokenHash.toString('hex')
  room.ledger.chargeDownload(tx, { ...link, linkHash, line, nowMs })
  if (!markUsed(tx, tokenHash, nowMs)) throw new LinkUsed()
}

type Live = { link: Link; asset: Asset; caller: LinkCaller }

/** The link and its asset as they are at this moment, if the link may be fetched at all. */
function getLive(room: DeliveryRoom, db: Db, tokenHash: Buffer): Live {
  const link = findLink(db, tokenHash)
  if (!link) throw new LinkInvalid()
  if (link.state === 'used') throw new LinkUsed()
  if (room.clock.nowMs() >= link.expiresAtMs) throw new LinkInvalid()
  if (link.replaces && (isMadeGood(db, link.replaces) || wasGivenBack(db, link))) {
    throw new LinkInvalid()
  }
  const caller = callerOf(room, db, link)
  if (!caller) throw new LinkInvalid()
  const asset = findVisibleObjects(db, caller, [link.assetId]).get(link.assetId)
  if (!asset) throw new LinkInvalid()
  if (!rangeOfLink(link)) requireDeliverable(asset, room.settings.downloadLimitBytes)
  return { link, asset, caller }
}

function requireDeliverable(asset: Asset, limit: number): void {
  const limitBytes = overLimit(asset, limit)
  if (limitBytes !== undefined) throw tooLarge(limitBytes)
}

function tooLarge(limitBytes: number): TooLarge {
  return new TooLarge({ message: `This file is larger than ${limitBytes} bytes.`, limitBytes })
}

function rangeOfLink({ startMs, endMs }: Link): Range | undefined {
  return startMs === null || endMs === null ? undefined : { startMs, endMs }
}

function fileOf(link: Link, asset: Asset): DeliveredFile {
  const { filename, contentType, sizeBytes, checksumSha256 } = asset
  const range = rangeOfLink(link)
  if (!range) return { filename, contentType, sizeBytes, entityTag: checksumSha256 }
  const { startMs, endMs } = range
  return {
    filename: clipName(filename, range),
    contentType,
    sizeBytes: undefined,
    entityTag: `${checksumSha256}-${startMs}-${endMs}`,
  }
}

/** `talk.mp4` from 1.5 s to 4 s is `talk.1500-4000.mp4`. */
function clipName(filename: string, { startMs, endMs }: Range): string {
  const dot = filename.lastIndexOf('.')
  const [name, extension] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, '']
  return `${name}.${startMs}-${endMs}${extension}`
}
