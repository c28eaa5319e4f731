import { hash } from 'node:crypto'
import { InvalidInput } from '../../../base/errors.ts'
import type { Asset } from '../../catalog/index.ts'
import type { links } from '../tables.ts'

export type Link = typeof links.$inferSelect

/** How a delivery ended: all bytes handed over, given up by the client, or failed on our side. */
export type Outcome = NonNullable<Link['outcome']>

/**
 * A token has 256 random bits, so a plain hash keeps it secret: there is nothing to guess. Unlike
 * a keyed one it survives a change of the master key, and with it used links stay used.
 */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The limit that a file is over, if it is; 0 is no limit. */
export function overLimit(
  { sizeBytes }: { sizeBytes: number },
  limitBytes: number,
): number | undefined {
  return limitBytes > 0 && sizeBytes > limitBytes ? limitBytes : undefined
}

export type Range = { startMs: number; endMs: number }
export type AskedRange = { startMs?: number | undefined; endMs?: number | undefined }

/**
 * The part of a recording that was asked for; undefined is the whole file. A start without an end
 * means to the end. Throws InvalidInput for a range on what is no recording, and for one that is
 * empty, backwards, negative or past the end. (our choice, Mint)
 */
export function rangeOf(
  { startMs, endMs }: AskedRange,
  asset: Pick<Asset, 'modality' | 'durationMs'>,
): Range | undefined {
  if (startMs === undefined && endMs === undefined) return undefined
  const field = startMs === undefined ? 'end_ms' : 'start_ms'
  if (asset.modality !== 'audio' && asset.modality !== 'video') {
    throw badRange(field, 'A range can be asked for audio and video only; leave it out.')
  }
  const start = startMs ?? 0
  const end = endMs ?? asset.durationMs
  if (start < 0) throw badRange('start_ms', 'start_ms must not be negative.')
  if (end === null) {
    throw badRange('end_ms', 'end_ms is required: the length of this recording is not known.')
  }
  if (asset.durationMs !== null && end > asset.durationMs) {
    throw badRange('end_ms', `end_ms is past the end of the recording (${asset.durationMs} ms).`)
  }
  if (start >= end) throw badRange('start_ms', 'start_ms must be below the end of the range.')
  return { startMs: start, endMs: end }
}

function badRange(field: 'start_ms' | 'end_ms', message: string): InvalidInput {
  return new InvalidInput({ field, reason: 'invalid_range', message })
}
