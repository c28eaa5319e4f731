import { setTimeout as delay } from 'node:timers/promises'
import { FilesAway } from '../../../base/errors.ts'
import { piecesOf } from './pieces-of.ts'
import { readMark } from './s3-mark.ts'
import { S3Refused, type S3Requests } from './s3-requests.ts'
import { type ListedObject, objectsIn } from './s3-xml.ts'

export type S3Object = { sizeBytes: number; etag: string; writtenAtMs: number }
export type S3Span = { start: number; end: number; etag: string }

/** Ours, in milliseconds: the date that S3 gives is a second coarse and by another clock. */
export const writtenHeader = 'x-amz-meta-kontor-written'

const resumesMax = 4

/**
 * Undefined when there is none of this name, and `isBucketThere` is content with the bucket: the
 * answer to HEAD has no body, so 404 may mean either. Throws FilesAway without a bucket.
 */
export async function findObject(
  s3: S3Requests,
  name: string,
  isBucketThere: () => Promise<unknown> = () => readMark(s3),
): Promise<S3Object | undefined> {
  try {
    const { headers, stop } = await s3.ask({ method: 'HEAD', name })
    stop()
    const modifiedMs = Date.parse(headers.get('last-modified') ?? '') + 999 - s3.skewMs()
    return {
      sizeBytes: Number(headers.get('content-length')),
      etag: headers.get('etag') ?? '',
      writtenAtMs: Number(headers.get(writtenHeader) ?? modifiedMs),
    }
  } catch (error) {
    if (!(error instanceof S3Refused) || error.status !== 404) throw error
    await isBucketThere()
    return undefined
  }
}

/**
 * The bytes from `start` to `end`, both included, of the object that has this ETag. An answer that
 * breaks off, or ends too early, is asked for once more from there. Throws FilesAway when that
 * does not help.
 */
export async function* bytesIn(
  s3: S3Requests,
  name: string,
  { start, end, etag }: S3Span,
): AsyncGenerator<Uint8Array> {
  let failed = 0
  for (let at = start; at <= end; ) {
    const from = at
    const headers = { range: `bytes=${at}-${end}`, 'if-match': etag }
    const answer = await s3.ask({ method: 'GET', name, headers })
    try {
      for await (const piece of piecesOf(answer)) {
        at += piece.length
        if (at > end + 1) throw new FilesAway(new Error(`${name} gave more than was asked for`))
        yield piece
      }
      if (at <= end) throw new Error(`the answer ended at ${at} of ${end + 1} bytes`)
    } catch (error) {
      if (error instanceof FilesAway) throw error
      failed = at > from ? 1 : failed + 1
      if (failed > resumesMax) throw new FilesAway(error)
      await delay(100 * 2 ** failed)
    }
  }
}

/** Every object whose name begins so; their names are below the prefix of the place. */
export async function* listObjects(
  s3: S3Requests,
  { prefix, begin }: { prefix: string; begin: string },
): AsyncGenerator<ListedObject> {
  let next: string | undefined
  do {
    const query = {
      'list-type': '2',
      prefix: `${prefix}${begin}`,
      ...(next === undefined ? {} : { 'continuation-token': next }),
    }
    const page = objectsIn(await s3.text({ method: 'GET', query }))
    for (const object of page.objects) yield { ...object, name: object.name.slice(prefix.length) }
    next = page.next
  } while (next !== undefined)
}

export async function removeObject(s3: S3Requests, name: string): Promise<void> {
  try {
    ;(await s3.ask({ method: 'DELETE', name })).stop()
  } catch (error) {
    if (!(error instanceof S3Refused) || error.status !== 404) throw error
  }
}
