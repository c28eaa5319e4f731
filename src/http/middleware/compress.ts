import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'koa'

/** Below this the headers weigh as much as what is saved. (our choice) */
const compressedMinBytes = 2_048

const compressible =
  /^(application\/(json|xml|[\w.+-]*\+json)|text\/(html|plain|css|csv|javascript|xml))\b/

type Coding = 'br' | 'gzip'
type Effort = { readonly brotli: number; readonly gzip: number }

/** About a millisecond for a large answer ... */
const once: Effort = { brotli: 4, gzip: 6 }
/** ... and more for what stays the same for all who ask. */
const forGood: Effort = { brotli: 9, gzip: 9 }

/**
 * Compresses what is text and large: answers in JSON, and the documents under /docs, which are
 * bytes that somebody keeps: those are compressed once. Never streams (files, exports, events),
 * and never what gives a secret: the length of such an answer must say nothing of it to whoever
 * can choose a part of it. Brotli where it is taken, else gzip; the work is done in other threads.
 */
export function compress() {
  const kept = new WeakMap<Buffer, Partial<Record<Coding, Promise<Buffer>>>>()

  /** The very same bytes again are a document. */
  function compressed(body: Buffer, coding: Coding): Promise<Buffer> {
    const known = kept.get(body) ?? {}
    kept.set(body, known)
    const made = known[coding] ?? coded(body, coding, forGood)
    known[coding] = made
    return made
  }

  return async (ctx: Context, next: () => Promise<unknown>) => {
    await next()
    const { body } = ctx
    if (!isLarge(body) || !mayBeCompressed(ctx)) return
    ctx.vary('Accept-Encoding')
    const coding = codingFor(ctx)
    if (!coding) return
    weaken(ctx)
    ctx.body = Buffer.isBuffer(body)
      ? await compressed(body, coding)
      : await coded(Buffer.from(body), coding, once)
    ctx.set('Content-Encoding', coding)
  }
}

function isLarge(body: unknown): body is string | Buffer {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return false
  return body.length >= compressedMinBytes
}

function mayBeCompressed(ctx: Context): boolean {
  if (ctx.respond === false || ctx.headerSent || ctx.state.givesSecret) return false
  return compressible.test(ctx.type) && !ctx.response.get('Content-Encoding')
}

function codingFor(ctx: Context): Coding | undefined {
  const taken = ctx.acceptsEncodings()
  if (taken.includes('br')) return 'br'
  return taken.includes('gzip') ? 'gzip' : undefined
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

function coded(bytes: Buffer, coding: Coding, effort: Effort): Promise<Buffer> {
  if (coding === 'gzip') return compressors.gzip(bytes, { level: effort.gzip })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return compressors.br(bytes, { params })
}

/** The tag names what is said, and no longer the bytes that say it. (RFC 9110, 8.8.1) */
function weaken(ctx: Context): void {
  const tag = ctx.response.get('ETag')
  if (tag && !tag.startsWith('W/')) ctx.set('ETag', `W/${tag}`)
}
