// Signature Version 4, worked out from its published rules and not by the signer that we use.
import { createHash, createHmac } from 'node:crypto'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()

export type SignedRequest = {
  method: string | undefined
  url: URL
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The names of the headers that are signed. */
  signed: readonly string[]
}

type Signer = { secretKey: string; region: string }
type Said = { date: string; hash: string }

/** Of a request with the signature in a header. */
export function signatureOf(request: SignedRequest, signer: Signer): string {
  const { 'x-amz-date': date, 'x-amz-content-sha256': hash } = request.headers
  return signature(request, signer, { date: String(date), hash: String(hash) })
}

/**
 * What is wrong with a request whose URL has the signature, by S3's codes; undefined: nothing. The
 * content is compared where its sum is signed.
 */
export function urlRefusal(
  request: Omit<SignedRequest, 'signed'> & { body: Buffer },
  { nowMs, ...signer }: Signer & { nowMs: number },
): { status: number; code: string } | undefined {
  const { headers, body } = request
  const url = new URL(request.url)
  const asked = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  // Two permissions are none.
  if (headers.authorization !== undefined) return { status: 400, code: 'InvalidArgument' }
  const given = asked('Signature')
  const date = asked('Date')
  const signed = asked('SignedHeaders').split(';')
  const isAll = Object.keys(headers).every(
    (name) => !name.startsWith('x-amz-') || signed.includes(name),
  )
  url.searchParams.delete('X-Amz-Signature')
  const sum = headers['x-amz-content-sha256'] as string | undefined
  const hash = sum ?? 'UNSIGNED-PAYLOAD'
  const right = signature({ ...request, url, signed }, signer, { date, hash })
  if (!isAll || given !== right) return { status: 403, code: 'SignatureDoesNotMatch' }
  const beganMs = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'),
  )
  const isLate = nowMs > beganMs + Number(asked('Expires')) * 1_000
  // What S3 allows clocks to differ by.
  if (isLate || nowMs < beganMs - 15 * 60_000) return { status: 403, code: 'AccessDenied' }
  if (sum === undefined || sum === sha256(body)) return undefined
  return { status: 400, code: 'XAmzContentSHA256Mismatch' }
}

function signature(
  { method, url, headers, signed }: SignedRequest,
  { secretKey, region }: Signer,
  { date, hash }: Said,
): string {
  const day = date.slice(0, 8)
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const parts = [method, url.pathname, query, lines, signed.join(';'), hash]
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(parts.join('\n'))].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (before, part) => hmac(before, part),
    `AWS4${secretKey}`,
  )
  return hmac(key, text).toString('hex')
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => {
    return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
  })
}
