import { FilesAway } from '../../base/errors.ts'
import { failureWords } from '../../base/failure-words.ts'
import { nameOfPlace, type S3Place } from '../../base/s3-place.ts'
import { remedyFor } from '../blobs/s3/s3-remedy.ts'
import { openS3Requests, S3Refused } from '../blobs/s3/s3-requests.ts'
import {
  type FoundLease,
  LeaseAway,
  type LeaseObject,
  LeaseRefused,
  leaseIn,
  leaseText,
} from './lease-record.ts'

const name = 'kontor-lease.json'

/** As RFC 9110 has it, and as Ceph compares it. */
const forms = [(etag: string) => `"${etag}"`, (etag: string) => etag] as const

/** The lease as an object of a bucket. S3 decides which of two writers was first. */
export function openS3Lease(place: S3Place): LeaseObject {
  const s3 = openS3Requests(place)
  let known: readonly (typeof forms)[number][] = forms

  async function read({ ms }: { ms: number }): Promise<FoundLease | undefined> {
    try {
      const answer = await s3.ask({ method: 'GET', name, once: true, withinMs: ms })
      const timer = setTimeout(answer.stop, ms)
      const text = await new Response(answer.body).text().finally(() => clearTimeout(timer))
      return { record: leaseIn(text), etag: bare(answer.headers.get('etag')) }
    } catch (error) {
      if (error instanceof S3Refused && error.code === 'NoSuchKey') return undefined
      throw away(error)
    }
  }

  async function put(body: Buffer, condition: Record<string, string>, ms: number) {
    const headers = { ...condition, 'content-type': 'application/json' }
    try {
      const asked = { method: 'PUT', name, headers, body, once: true, withinMs: ms } as const
      const answer = await s3.ask(asked)
      answer.stop()
      return bare(answer.headers.get('etag'))
    } catch (error) {
      // 409: two at once, of which the other one was first; 404: there is none any more.
      if (error instanceof S3Refused && [404, 409, 412].includes(error.status)) return undefined
      throw away(error)
    }
  }

  function away(error: unknown): Error {
    if (error instanceof LeaseRefused) return error
    const why = failureWords(error instanceof FilesAway ? error.cause : error)
    return new LeaseAway(
      `The lease cannot be asked for (${nameOfPlace(place)}): ${why}. ${remedyFor(error, place)}`,
    )
  }

  return {
    read,
    async write(record, { etag, ms }) {
      const body = Buffer.from(leaseText(record))
      if (etag === undefined) return put(body, { 'if-none-match': '*' }, ms)
      for (const form of known) {
        const written = await put(body, { 'if-match': form(etag) }, ms)
        if (written !== undefined) {
          known = [form]
          return written
        }
        if (known.length > 1 && (await read({ ms }))?.etag !== etag) return undefined
      }
      return undefined
    },
  }
}

function bare(etag: string | null): string {
  return (etag ?? '').replace(/^(W\/)?"(.*)"$/, '$2')
}
