import { strict as assert } from 'node:assert'
import type { Readable } from 'node:stream'
import { LinkInvalid, LinkUsed, TooLarge } from '../../base/errors.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { type Asset, findVisibleObjects } from '../catalog/index.ts'
import type { AnonymousCommand } from '../command.ts'
import { fetchRefusal } from '../ledger/index.ts'
import { streamOf } from './byte-stream.ts'
import { hashOfToken, type Link, type Outcome, overLimit } from './link.ts'
import { callerOf, type LinkCaller } from './link-caller.ts'
import { noteEnd } from './note-end.ts'
import { findLink, isMadeGood, markUsed } from './queries.ts'
import type { DeliveryRoom } from './room.ts'

/** What stands in the headers of a delivery. */
export type DeliveredFile = {
  filename: string
  contentType: string
  sizeBytes: number
  checksumSha256: string
}

export type FileDelivery = DeliveredFile & { bytes: Readable }

/**
 * Spends a link: opens the file, then charges, meters and marks the link used in one transaction,
 * and only after its COMMIT gives out the first byte. Throws LinkInvalid for a link that is
 * unknown, expired or withdrawn, LinkUsed, TooLarge, and PaymentRequired; after each of these the
 * link is as it was.
 */
export async function fetchLink(
  room: DeliveryRoom,
  cmd: AnonymousCommand,
  token: string,
): Promise<FileDelivery> {
  const tokenHash = hashOfToken(token)
  const { asset } = getLive(room, room.store.db, tokenHash)
  const { fd, sizeBytes } = await room.blobs.open(asset.blobKey)
  try {
    assert.equal(
      sizeBytes,
      asset.sizeBytes,
      `the bytes of ${asset.objectId} are not what was stored`,
    )
    await cmd.write((tx) => spend(room, tx, { tokenHash, asset }))
  } catch (error) {
    await fd.close()
    throw error
  }
  const onEnd = (outcome: Outcome) => noteEnd(room, { tokenHash, outcome })
  const bytes = await streamOf({ fd, sizeBytes, onEnd })
  return { ...fileOf(asset), bytes }
}

/** The same refusals and the headers of what a fetch would give, with nothing spent. */
export function inspectLink(room: DeliveryRoom, token: string): DeliveredFile {
  const { db } = room.store
  const { link, asset, caller } = getLive(room, db, hashOfToken(token))
  const { priceCents: requiredCredits, apiKeyId } = link
  const spending = { ...fetchRefusal, requiredCredits, nowMs: room.clock.nowMs() }
  room.ledger.requireFunds(db, { ...caller, apiKeyId }, spending)
  return fileOf(asset)
}

type Spending = { tokenHash: Buffer; asset: Asset }

function spend(room: DeliveryRoom, tx: Tx, { tokenHash, asset }: Spending): void {
  const { link, asset: now, caller } = getLive(room, tx, tokenHash)
  assert.equal(now.blobKey, asset.blobKey, 'an object keeps its bytes')
  const nowMs = room.clock.nowMs()
  const { monthlyBudgetCents } = caller
  const linkHash = tokenHash.toString('hex')
  room.ledger.chargeDownload(tx, { ...link, linkHash, monthlyBudgetCents, nowMs })
  if (!markUsed(tx, tokenHash, nowMs)) throw new LinkUsed()
}

type Live = { link: Link; asset: Asset; caller: LinkCaller }

/** The link and its asset as they are at this moment, if the link may be fetched at all. */
function getLive(room: DeliveryRoom, db: Db, tokenHash: Buffer): Live {
  const link = findLink(db, tokenHash)
  if (!link) throw new LinkInvalid()
  if (link.state === 'used') throw new LinkUsed()
  if (room.clock.nowMs() >= link.expiresAtMs) throw new LinkInvalid()
  if (link.replaces && isMadeGood(db, link.replaces)) throw new LinkInvalid()
  const caller = callerOf(room, link)
  if (!caller) throw new LinkInvalid()
  const asset = findVisibleObjects(db, caller, [link.assetId]).get(link.assetId)
  if (!asset) throw new LinkInvalid()
  requireDeliverable(asset, room.settings.downloadLimitBytes)
  return { link, asset, caller }
}

function requireDeliverable(asset: Asset, limit: number): void {
  const limitBytes = overLimit(asset, limit)
  if (limitBytes === undefined) return
  throw new TooLarge({ message: `This file is larger than ${limitBytes} bytes.`, limitBytes })
}

function fileOf({ filename, contentType, sizeBytes, checksumSha256 }: Asset): DeliveredFile {
  return { filename, contentType, sizeBytes, checksumSha256 }
}
