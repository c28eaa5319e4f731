import { createHash } from 'node:crypto'
import { FilesAway, TooLarge } from '../../../base/errors.ts'
import type { ReceivedBlob } from '../../../domain/catalog/ports.ts'
import { findObject, writtenHeader } from './s3-objects.ts'
import { S3Refused, type S3Requests } from './s3-requests.ts'
import { partListOf, value } from './s3-xml.ts'

/** A smaller file goes in one request; a larger one in pieces of this size, one in memory. */
const pieceBytes = 8 * 1024 * 1024
const piecesMax = 9_000

/** S3 copies at most 5 GiB at once, and takes no part below 5 MiB but the last. */
const copyMaxBytes = 512 * 1024 * 1024
export const partMinBytes = 5 * 1024 * 1024

export type CopyPiece = { name: string; sizeBytes: number; etag: string }
type Named = { name: string }

/**
 * Streams into an object that is there whole or not at all. S3 compares what it got with the
 * SHA-256 of each request, which is signed. Throws TooLarge as soon as more than the limit came.
 */
export async function receiveObject(
  s3: S3Requests,
  source: AsyncIterable<Uint8Array>,
  { name, limitBytes }: Named & { limitBytes: number },
): Promise<ReceivedBlob> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const upload = lazyUpload(s3, name)
  const buffer = Buffer.allocUnsafe(Math.min(pieceLength(limitBytes), Math.max(limitBytes, 1)))
  let filled = 0
  try {
    for await (const chunk of source) {
      sizeBytes += chunk.length
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes)
      hash.update(chunk)
      for (let done = 0; done < chunk.length; ) {
        if (filled === buffer.length) {
          await upload.add(buffer)
          filled = 0
        }
        const taken = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
        const count = taken.copy(buffer, filled, done)
        filled += count
        done += count
      }
    }
    await upload.end(buffer.subarray(0, filled))
  } catch (error) {
    await upload.abort()
    throw error
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** So long that S3, which counts pieces to 10,000, takes all of them. */
function pieceLength(limitBytes: number): number {
  return Math.max(pieceBytes, Math.ceil(limitBytes / piecesMax))
}

/** Becomes an upload in pieces with the first piece that is not the last. */
function lazyUpload(s3: S3Requests, name: string) {
  let uploadId: string | undefined
  const etags: string[] = []
  const add = async (body: Buffer) => {
    uploadId ??= await beginUpload(s3, name)
    etags.push(await putPart(s3, { name, uploadId, number: etags.length + 1, body }))
  }
  return {
    add,
    async end(rest: Buffer): Promise<void> {
      if (uploadId === undefined) return putObject(s3, { name, body: rest })
      await add(rest)
      await completeUpload(s3, { name, uploadId, etags })
    },
    async abort(): Promise<void> {
      // What cannot be taken back now is removed with other drafts.
      if (uploadId !== undefined) await abortUpload(s3, { name, uploadId }).catch(() => {})
    },
  }
}

export async function putObject(
  s3: S3Requests,
  { name, body }: Named & { body: Buffer },
): Promise<void> {
  const headers = { [writtenHeader]: `${Date.now()}` }
  ;(await s3.ask({ method: 'PUT', name, headers, body })).stop()
}

async function beginUpload(s3: S3Requests, name: string): Promise<string> {
  const headers = { [writtenHeader]: `${Date.now()}` }
  const xml = await s3.text({ method: 'POST', name, query: { uploads: '' }, headers })
  const uploadId = value('UploadId', xml)
  if (uploadId === '') throw new FilesAway(new Error('S3 began no upload'))
  return uploadId
}

type Part = Named & { uploadId: string; number: number; body: Buffer }

async function putPart(s3: S3Requests, { name, uploadId, number, body }: Part): Promise<string> {
  const query = { partNumber: `${number}`, uploadId }
  const { headers, stop } = await s3.ask({ method: 'PUT', name, query, body })
  stop()
  return headers.get('etag') ?? ''
}

type Ended = Named & { uploadId: string; etags: readonly string[] }

async function completeUpload(s3: S3Requests, { name, uploadId, etags }: Ended): Promise<void> {
  const asked = { method: 'POST', name, query: { uploadId }, body: partListOf(etags) } as const
  try {
    const xml = await s3.text(asked)
    // Begun with 200 before S3 knew how it would end.
    const code = value('Code', xml)
    if (code !== '') throw new S3Refused({ status: 500, code, message: code })
  } catch (error) {
    // The answer to an earlier try may have been lost: then it is there, and the upload is not.
    const wasDone = error instanceof S3Refused && error.code === 'NoSuchUpload'
    if (wasDone && (await findObject(s3, name))) return
    throw error instanceof S3Refused ? new FilesAway(error) : error
  }
}

export async function abortUpload(
  s3: S3Requests,
  { name, uploadId }: Named & { uploadId: string },
): Promise<void> {
  try {
    ;(await s3.ask({ method: 'DELETE', name, query: { uploadId } })).stop()
  } catch (error) {
    if (!(error instanceof S3Refused) || error.status !== 404) throw error
  }
}

/** Joins objects into one, within S3: no byte of theirs comes here. All but the last ≥ 5 MiB. */
export async function joinObjects(
  s3: S3Requests,
  pieces: readonly CopyPiece[],
  { name, sourceOf }: Named & { sourceOf: (name: string) => string },
): Promise<void> {
  const uploadId = await beginUpload(s3, name)
  try {
    const etags: string[] = []
    for (const piece of pieces) {
      for (const { start, end } of spansOf(piece.sizeBytes)) {
        const query = { partNumber: `${etags.length + 1}`, uploadId }
        const headers = {
          'x-amz-copy-source': sourceOf(piece.name),
          'x-amz-copy-source-if-match': piece.etag,
          'x-amz-copy-source-range': `bytes=${start}-${end}`,
        }
        etags.push(value('ETag', await s3.text({ method: 'PUT', name, query, headers })))
      }
    }
    await completeUpload(s3, { name, uploadId, etags })
  } catch (error) {
    await abortUpload(s3, { name, uploadId }).catch(() => {})
    throw error
  }
}

/** Even ones, so that no last one is too small to be followed. */
function spansOf(sizeBytes: number): { start: number; end: number }[] {
  const count = Math.ceil(sizeBytes / copyMaxBytes)
  const length = Math.ceil(sizeBytes / count)
  return Array.from({ length: count }, (_, i) => {
    return { start: i * length, end: Math.min(sizeBytes, (i + 1) * length) - 1 }
  })
}

function tooLarge(limitBytes: number): TooLarge {
  const message = `More bytes than the ${limitBytes} that were declared.`
  return new TooLarge({ message, limitBytes })
}
