// As much of an S3 server as files ask of one: objects with their metadata, lists, ranges, and
// uploads in pieces. Signatures are looked at where a URL has one; the real server is
// KONTOR_TEST_S3's.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { urlRefusal } from './s3-signature.ts'

type Headers = Record<string, string>
type Stored = { body: Buffer; etag: string; meta: Headers; writtenAt: Date }
type Upload = { meta: Headers; pieces: Map<number, Buffer> }
type Asked = {
  method: string
  name: string
  query: URLSearchParams
  headers: Headers
  body: Buffer
}
type Answer = { status?: number; headers?: Headers; body?: string | Buffer }

/** A status; or no answer at all, for as long as that is so. */
type Fault = number | 'silent' | undefined

export async function smallS3() {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Upload>()
  const state = {
    fault: (_: Pick<Asked, 'method' | 'name'>): Fault => undefined,
    /** Deleted or renamed: what is asked of it then is 404 in the words for a bucket. */
    isGone: false,
    /** By how much its clock is ahead. */
    aheadMs: 0,
    /** What came with a signed URL, and was taken. */
    byUrl: [] as Pick<Asked, 'method' | 'name' | 'headers'>[],
  }

  function put(name: string, body: Buffer, meta: Headers): string {
    const etag = createHash('md5').update(body).digest('hex')
    objects.set(name, { body, etag, meta, writtenAt: new Date() })
    return `"${etag}"`
  }

  function inPieces({ method, name, query, headers, body }: Asked): Answer {
    const id = query.get('uploadId') ?? `upload-${uploads.size}`
    if (method === 'POST' && query.has('uploads')) {
      uploads.set(id, { meta: metaIn(headers), pieces: new Map() })
      return { body: `<UploadId>${id}</UploadId>` }
    }
    if (method === 'GET') return { body: '<ListMultipartUploadsResult/>' }
    const upload = uploads.get(id)
    if (!upload) return refusal(404, 'NoSuchUpload')
    if (method === 'PUT') {
      const from = objects.get(headers['x-amz-copy-source']?.replace(/^\/[^/]+\//, '') ?? '')
      const piece = from ? spanOf(from.body, headers['x-amz-copy-source-range']) : body
      upload.pieces.set(Number(query.get('partNumber')), piece)
      return { headers: { etag: '"piece"' }, body: '<ETag>"piece"</ETag>' }
    }
    uploads.delete(id)
    if (method === 'DELETE') return { status: 204 }
    const pieces = [...upload.pieces].sort(([a], [b]) => a - b).map(([, piece]) => piece)
    put(name, Buffer.concat(pieces), upload.meta)
    return { body: '<CompleteMultipartUploadResult/>' }
  }

  function answerTo(asked: Asked): Answer {
    const { method, name, query, headers, body } = asked
    const status = state.fault(asked)
    if (typeof status === 'number') return refusal(status, `Told${status}`)
    if (state.isGone) return refusal(404, 'NoSuchBucket')
    if (query.has('uploads') || query.has('uploadId')) return inPieces(asked)
    if (query.has('list-type')) return { body: listOf(objects, query.get('prefix') ?? '') }
    if (method === 'PUT') return { headers: { etag: put(name, body, metaIn(headers)) } }
    if (method === 'DELETE') return { status: objects.delete(name) ? 204 : 404 }
    const found = objects.get(name)
    return found ? contentOf(found, asked) : refusal(404, 'NoSuchKey')
  }

  const server = createServer(async (req, res) => {
    const { pathname, searchParams: query } = new URL(req.url ?? '', 'http://s3')
    const name = decodeURIComponent(pathname).replace(/^\/[^/]+\/?/, '')
    const asked = { method: req.method ?? '', name, query, headers: req.headers as Headers }
    const whole = await buffer(req)
    while (state.fault(asked) === 'silent' && !res.destroyed) await delay(20)
    const nowMs = Date.now() + state.aheadMs
    const {
      status = 200,
      headers,
      body,
    } = refusalOfUrl(req, { body: whole, nowMs }) ?? answerTo({ ...asked, body: whole })
    if (query.has('X-Amz-Signature') && status < 300) state.byUrl.push(asked)
    res.writeHead(status, { date: new Date(nowMs).toUTCString(), ...headers }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(state, {
    objects,
    endpoint,
    settings: {
      blobs: `s3://kontor/?endpoint=${endpoint}&path_style=true`,
      s3AccessKey: 'key',
      s3SecretKey: 'secret',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

function refusalOfUrl(
  { method, url: path, headers }: IncomingMessage,
  { body, nowMs }: { body: Buffer; nowMs: number },
): Answer | undefined {
  const url = new URL(path ?? '', `http://${headers.host}`)
  if (!url.searchParams.has('X-Amz-Signature')) return undefined
  const signer = { secretKey: 'secret', region: 'us-east-1', nowMs }
  const found = urlRefusal({ method, url, headers, body }, signer)
  return found && refusal(found.status, found.code)
}

function contentOf(found: Stored, { method, query, headers }: Asked): Answer {
  const bytes = spanOf(found.body, headers.range)
  const about = { etag: `"${found.etag}"`, 'last-modified': found.writtenAt.toUTCString() }
  const length = { 'content-length': `${bytes.length}` }
  return {
    status: headers.range === undefined ? 200 : 206,
    headers: { ...about, ...length, ...found.meta, ...wordsIn(query) },
    body: method === 'HEAD' ? '' : bytes,
  }
}

/** What a URL wants to have said beside the bytes. */
function wordsIn(query: URLSearchParams): Headers {
  const words = [...query].filter(([name]) => name.startsWith('response-'))
  return Object.fromEntries(words.map(([name, value]) => [name.slice('response-'.length), value]))
}

function refusal(status: number, code: string): Answer {
  return { status, body: `<Error><Code>${code}</Code></Error>` }
}

function metaIn(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-')),
  )
}

function spanOf(body: Buffer, range: string | undefined): Buffer {
  const [, from, to = ''] = /bytes=(\d+)-(\d*)/.exec(range ?? '') ?? []
  if (from === undefined) return body
  return body.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
}

function listOf(objects: ReadonlyMap<string, Stored>, prefix: string): string {
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).sort()
  const entries = names.map((name) => {
    const { body, etag, writtenAt } = objects.get(name) as Stored
    const date = writtenAt.toISOString()
    const about = `<Key>${name}</Key><Size>${body.length}</Size><ETag>"${etag}"</ETag>`
    return `<Contents>${about}<LastModified>${date}</LastModified></Contents>`
  })
  return `<ListBucketResult>${entries.join('')}</ListBucketResult>`
}
