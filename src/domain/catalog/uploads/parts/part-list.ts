import { Conflict, InvalidInput } from '../../../../base/errors.ts'
import type { PartRow } from '../queries.ts'
import type { OpenUploadRecords } from '../require-open-upload.ts'
import { type PartPlace, partsOf } from './layout.ts'

/** A part as the confirmation names it, with the ETag that its PUT gave. */
export type NamedPart = { partNumber: number; etag: string }

/** A part that came, and its place. */
export type PlacedPart = PartRow & { offsetBytes: number }

type Asked = OpenUploadRecords & {
  received: readonly PartRow[]
  named: readonly NamedPart[]
}

/** The ETag of a part: its SHA-256, in quotes as HTTP wants it. */
export function etagOf({ checksumSha256 }: Pick<PartRow, 'checksumSha256'>): string {
  return `"${checksumSha256}"`
}

/**
 * All parts of the file in order, each complete and the one that the caller means. Throws Conflict
 * for what has not come, not whole, or changed since; InvalidInput for a list that cannot be right.
 */
export function requireAllParts({ object, upload, received, named }: Asked): PlacedPart[] {
  const places = partsOf({ sizeBytes: object.sizeBytes, partSizeBytes: upload.partSizeBytes })
  const etags = etagsOf(named, places)
  const rows = new Map(received.map((part) => [part.partNumber, part]))
  requireReceived(places, rows)
  return places.map((place) => {
    const part = rows.get(place.partNumber) as PartRow
    requireWhole(place, part)
    requireMeant(part, etags.get(place.partNumber))
    return { ...part, offsetBytes: place.offsetBytes }
  })
}

function etagsOf(named: readonly NamedPart[], places: readonly PartPlace[]): Map<number, string> {
  const etags = new Map<number, string>()
  for (const { partNumber, etag } of named) {
    if (partNumber < 1 || partNumber > places.length) {
      throw badList(partNumber, {
        reason: 'unknown_part',
        message: `This upload has no part ${partNumber}.`,
      })
    }
    if (etags.has(partNumber)) {
      throw badList(partNumber, {
        reason: 'duplicate_part',
        message: `parts names part ${partNumber} twice.`,
      })
    }
    etags.set(partNumber, etag)
  }
  return etags
}

function requireReceived(places: readonly PartPlace[], rows: ReadonlyMap<number, PartRow>): void {
  const missing = places.map(({ partNumber }) => partNumber).filter((number) => !rows.has(number))
  if (missing.length === 0) return
  const count = `${missing.length} of ${places.length} parts`
  throw new Conflict({
    reason: 'missing_parts',
    message: `Not received yet: ${count}, the first of them part ${missing[0]}.`,
    facts: { missing_parts: missing },
  })
}

function requireWhole({ partNumber, sizeBytes }: PartPlace, part: PartRow): void {
  if (part.sizeBytes === sizeBytes) return
  throw new Conflict({
    reason: 'size_mismatch',
    message: `Part ${partNumber} has ${sizeBytes} bytes and ${part.sizeBytes} were received.`,
    facts: { part_number: partNumber, declared_bytes: sizeBytes, received_bytes: part.sizeBytes },
  })
}

function requireMeant(part: PartRow, etag: string | undefined): void {
  const { partNumber } = part
  if (etag === undefined) {
    throw badList(partNumber, {
      reason: 'missing_part',
      message: `parts does not name part ${partNumber}.`,
    })
  }
  if (unquoted(etag) === part.checksumSha256) return
  throw new Conflict({
    reason: 'etag_mismatch',
    message: `Part ${partNumber} was received with another ETag than the one given.`,
    facts: { part_number: partNumber, given_etag: etag, received_etag: etagOf(part) },
  })
}

/** With its quotes or without them: clients keep it either way. */
export function unquoted(etag: string): string {
  return etag.replace(/^"(.*)"$/, '$1').toLowerCase()
}

function badList(partNumber: number, problem: { reason: string; message: string }): InvalidInput {
  return new InvalidInput({ field: 'parts', facts: { part_number: partNumber }, ...problem })
}
