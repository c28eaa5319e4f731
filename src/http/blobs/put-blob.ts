import type { Context } from 'koa'
import { DomainError, InvalidInput } from '../../base/errors.ts'
import { expectUpload } from '../connections/unfinished.ts'
import { put } from '../route.ts'
import { BlobParams, BlobQuery } from './blobs.schema.ts'
import { presentedLink } from './presented-link.ts'

export const putBlob = put('/blobs/:object_id', {
  id: 'putBlob',
  summary: 'Send the bytes of an announced file',
  description:
    'The whole file or one part as the body, in any content type, as the URL says, neither ' +
    'encoded nor a range of it (400). The ETag of a part is what the confirmation asks for. ' +
    'Sending again replaces what came before.',
  tag: 'Signed URLs',
  access: 'none',
  params: BlobParams,
  query: BlobQuery,
  reply: null,
  errors: [400, 403, 413, 503],
  raw: true,
  takesBytes: true,
  headers: { ETag: 'The SHA-256 of the bytes, in quotes' },
  async run({ rooms, cmd, params, http: { ctx } }) {
    // Leaving the loop early must not destroy the socket: the refusal still has to go out.
    const source = ctx.req.iterator({ destroyOnReturn: false })
    try {
      const link = rooms.catalog.verifyLink(presentedLink(ctx, params.object_id))
      requireAsItIs(ctx)
      expectUpload(ctx)
      const incoming = { link, source, announcedBytes: announced(ctx) }
      const { checksumSha256 } = await rooms.catalog.receiveBytes(cmd, incoming)
      ctx.status = 200
      ctx.set('ETag', `"${checksumSha256}"`)
      ctx.body = ''
    } catch (error) {
      throw wasCutOff(ctx, error) ? cutOff() : error
    }
  },
})

/** A part by itself, or bytes that are to be read in another way, would be taken for the file. */
function requireAsItIs(ctx: Context): void {
  const codings = ['', 'identity']
  const isPlain = codings.includes(ctx.get('content-encoding').toLowerCase())
  const isWhole = ctx.get('content-range') === ''
  const isChunked = ['', 'chunked'].includes(ctx.get('transfer-encoding').toLowerCase())
  if (isPlain && isWhole && isChunked) return
  throw new InvalidInput({
    field: 'body',
    reason: 'not_as_it_is',
    message:
      'Send the bytes as they are, whole: without Content-Encoding, Content-Range or another ' +
      'Transfer-Encoding than chunked.',
  })
}

/** Not Koa's `length`: that one wraps around at 2 GiB. */
function announced(ctx: Context): number | undefined {
  const length = ctx.get('content-length')
  return length === '' ? undefined : Number(length)
}

function wasCutOff({ req }: Context, error: unknown): boolean {
  return !(error instanceof DomainError) && req.destroyed && !req.complete
}

function cutOff(): InvalidInput {
  return new InvalidInput({
    field: 'body',
    reason: 'incomplete',
    message: 'The connection ended before the whole body had come.',
  })
}
