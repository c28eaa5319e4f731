import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { Context } from 'koa'
import type { LinkedContent } from '../../domain/catalog/index.ts'
import { get } from '../route.ts'
import { BlobParams, BlobQuery } from './blobs.schema.ts'
import { byteRangeOf } from './byte-range.ts'
import { presentedLink } from './presented-link.ts'

/** What was uploaded must not run in a browser on our address, however it is opened. */
const sandbox =
  "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'"

export const getBlob = get('/blobs/:object_id', {
  id: 'getBlob',
  summary: 'The bytes behind a download or preview URL',
  description: 'Answers HEAD, and one byte range with 206 or 416.',
  tag: 'Signed URLs',
  access: 'none',
  params: BlobParams,
  query: BlobQuery,
  reply: null,
  errors: [400, 403, 503],
  raw: true,
  givesBytes: true,
  headers: { ETag: 'Changes with the bytes', 'Content-Range': 'Of 206 and 416' },
  also: { 206: 'The range that was asked for', 416: 'The range lies behind the end: no body' },
  async run({ rooms, params, http: { ctx } }) {
    const link = rooms.catalog.verifyLink(presentedLink(ctx, params.object_id))
    const content = await rooms.catalog.openLinked(link)
    const isToLookAt = link.purpose === 'preview' || link.purpose === 'thumbnail'
    const type = isToLookAt ? 'inline' : 'attachment'
    await sendContent(ctx, content, { type, cacheControl: 'private, no-store' })
  },
})

/** Answers with bytes that somebody uploaded, or that were made of them. */
export async function sendContent(
  ctx: Context,
  content: LinkedContent,
  { type, cacheControl }: { type: 'inline' | 'attachment'; cacheControl: string },
): Promise<void> {
  await deliver(ctx, content)
  ctx.set('Content-Type', content.contentType)
  ctx.set('Content-Disposition', contentDisposition(content.filename, { type }))
  ctx.set('Content-Security-Policy', sandbox)
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Cache-Control', cacheControl)
  ctx.set('Accept-Ranges', 'bytes')
  ctx.set('ETag', etagOf(content))
}

async function deliver(ctx: Context, content: LinkedContent): Promise<void> {
  const { bytes } = content
  const { sizeBytes } = bytes
  const range = wantsRange(ctx, content) ? byteRangeOf(ctx.get('range'), sizeBytes) : 'whole'
  if (range === 'beyond' || ctx.method === 'HEAD') await bytes.close()
  if (range === 'beyond') {
    ctx.status = 416
    ctx.set('Content-Range', `bytes */${sizeBytes}`)
    ctx.body = ''
    return
  }
  const { start, end } = range === 'whole' ? { start: 0, end: sizeBytes - 1 } : range
  const body = ctx.method === 'HEAD' ? undefined : await begun(bytes.stream({ start, end }))
  ctx.status = range === 'whole' ? 200 : 206
  if (range !== 'whole') ctx.set('Content-Range', `bytes ${start}-${end}/${sizeBytes}`)
  if (body) ctx.body = body
  ctx.length = end - start + 1
}

/** Where nothing of it comes, that can still be answered. */
async function begun(stream: Readable): Promise<Readable> {
  await once(stream, 'readable')
  return stream
}

/** A range counts for GET alone, and not when the client knows another version. */
function wantsRange(ctx: Context, content: LinkedContent): boolean {
  const condition = ctx.get('if-range')
  return ctx.method === 'GET' && (condition === '' || condition === etagOf(content))
}

function etagOf({ version }: LinkedContent): string {
  return `"${version}"`
}
