// A file too large to hold, whose bytes are worked out wherever they are needed.
import { createCipheriv, createHash } from 'node:crypto'
import { request } from 'node:http'
import type { Call } from './open-test-app.ts'

const blockBytes = 16
const stepBytes = 1024 * 1024

type Piece = { offsetBytes: number; sizeBytes: number }

/** The bytes from an offset on: what AES in counter mode makes of zeros. */
export function largeBytes({ offsetBytes, sizeBytes }: Piece): Buffer {
  const counter = Buffer.alloc(blockBytes)
  counter.writeBigUInt64BE(BigInt(Math.floor(offsetBytes / blockBytes)), 8)
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(blockBytes, 7), counter)
  const lead = offsetBytes % blockBytes
  return cipher.update(Buffer.alloc(lead + sizeBytes)).subarray(lead)
}

export function largeSha256(sizeBytes: number): string {
  const hash = createHash('sha256')
  for (let offsetBytes = 0; offsetBytes < sizeBytes; offsetBytes += stepBytes) {
    hash.update(
      largeBytes({ offsetBytes, sizeBytes: Math.min(stepBytes, sizeBytes - offsetBytes) }),
    )
  }
  return hash.digest('hex')
}

export type Part = {
  part_number: number
  offset_bytes: number
  size_bytes: number
  upload_url: string
  received?: { etag: string } | null
}

/** Sends a part and gives its ETag; throws when it is not taken. */
export async function sendPart(call: Call, part: Part): Promise<string> {
  const raw = largeBytes({ offsetBytes: part.offset_bytes, sizeBytes: part.size_bytes })
  const { status, headers, body } = await call('PUT', part.upload_url, { raw })
  if (status !== 200) throw new Error(`part ${part.part_number}: ${JSON.stringify(body)}`)
  return headers.get('etag') ?? ''
}

/** Sends half of a part and leaves the connection open; settles once the bytes are on their way. */
export function sendHalf(part: Part): Promise<void> {
  const half = Math.floor(part.size_bytes / 2)
  const headers = { 'content-length': part.size_bytes }
  const sending = request(part.upload_url, { method: 'PUT', headers })
  sending.on('error', () => {})
  const bytes = largeBytes({ offsetBytes: part.offset_bytes, sizeBytes: half })
  return new Promise((done) => void sending.write(bytes, () => done()))
}

/** The checksum of what a URL gives, read piece by piece. */
export async function sha256At(url: string): Promise<string> {
  const hash = createHash('sha256')
  const { body } = await fetch(url)
  if (body) for await (const piece of body) hash.update(piece)
  return hash.digest('hex')
}
