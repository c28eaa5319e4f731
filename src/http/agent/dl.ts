import { finished } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { Context } from 'koa'
import { Forbidden } from '../../base/errors.ts'
import type { DeliveredFile, LentFile } from '../../domain/delivery/index.ts'
import { get } from '../route.ts'
import { LinkParams } from './download.schema.ts'

/** What was sold must not run in a browser on our address, however it is opened. */
const sandbox = "sandbox; default-src 'none'"
const cacheControl = 'private, no-store'

export const fetchDownload = get('/dl/:token', {
  id: 'fetchDownload',
  summary: 'The bytes behind a link, once',
  description:
    'The token is the permission; no credential is needed. A fetch spends the link and its ' +
    'price; HEAD gives the same headers or the same refusal and spends nothing. A prefetch is ' +
    'refused with 403, and so is what chat programs fetch to show what a link leads to. ' +
    'Range is ignored. After 402 and 413 the link is as it was. Where whole files are fetched ' +
    'from the store of files, the answer is 307 with its URL, good for some seconds and for GET ' +
    'with or without Range: follow it. Who sends a credential or a payment along, and scripts of ' +
    'pages, get the bytes from here all the same.',
  tag: 'Downloads',
  access: 'none',
  params: LinkParams,
  reply: null,
  errors: [400, 402, 403, 409, 410, 413, 503],
  raw: true,
  givesBytes: true,
  headers: {
    ETag: 'Changes with the bytes',
    'Content-Disposition': 'The name of the file',
    Location: 'Of 307',
  },
  also: { 307: 'The link is spent; the bytes are at Location, for some seconds' },
  async run({ rooms, cmd, params: { token }, http: { ctx } }) {
    // Refusals too: 410 is among the answers that a cache may keep without being asked to.
    ctx.set('Cache-Control', cacheControl)
    refusePrefetch(ctx)
    if (ctx.method === 'HEAD') return describe(ctx, rooms.delivery.inspectLink(token))
    const isGone = () => ctx.req.socket.destroyed
    const lentAs = mayGoElsewhere(ctx) ? wordsOf : undefined
    const file = await rooms.delivery.fetchLink(cmd, { token, isGone, lentAs })
    if ('lent' in file) return sendOn(ctx, file.lent)
    describe(ctx, file)
    // From here on the answer is the stream's: it is sent past Koa, and nobody waits for its end.
    ctx.respond = false
    void file.bytes.sendTo(ctx.res)
  },
})

/**
 * Many a client carries along to another host what it was told to send here, and S3 refuses a
 * request that has two credentials. What the script of a page fetches would be refused by the rules
 * of the browser, with the link spent: programs send Sec-Fetch-Mode at most, browsers -Site, too.
 */
function mayGoElsewhere(ctx: Context): boolean {
  const secrets = ['authorization', 'x-api-key', 'payment-signature']
  if (secrets.some((name) => ctx.get(name) !== '')) return false
  return ctx.get('sec-fetch-site') === '' || ctx.get('sec-fetch-mode') === 'navigate'
}

function wordsOf({ contentType, filename }: DeliveredFile) {
  return { contentType, contentDisposition: contentDisposition(filename), cacheControl }
}

/**
 * 307 and not 302: the same request elsewhere, Range included, and nothing to be guessed. Sent past
 * Koa, as bytes are: an error that came after it would be answered with the address.
 */
function sendOn(ctx: Context, { url, seconds, onEnd }: LentFile): void {
  const text = `The file is at the address in Location for ${seconds} seconds; the link is spent.\n`
  ctx.status = 307
  ctx.set('Location', url)
  ctx.set('Referrer-Policy', 'no-referrer')
  ctx.set('Content-Type', 'text/plain; charset=utf-8')
  ctx.length = text.length
  finished(ctx.res, (error) => void onEnd(error ? 'aborted' : 'sent'))
  ctx.respond = false
  ctx.res.end(text)
}

function describe(ctx: Context, file: DeliveredFile): void {
  ctx.status = 200
  ctx.set('Content-Type', file.contentType)
  ctx.set('Content-Disposition', contentDisposition(file.filename))
  ctx.set('Content-Security-Policy', sandbox)
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Referrer-Policy', 'no-referrer')
  ctx.set('Accept-Ranges', 'none')
  ctx.set('ETag', `"${file.entityTag}"`)
  if (file.sizeBytes !== undefined) ctx.length = file.sizeBytes
}

/** As they call themselves; iMessage says that it is Facebook, Signal that it is WhatsApp. */
const previewers = [
  /\b(?:slackbot|slack-imgproxy|facebookexternalhit|facebot|telegrambot|twitterbot)\b/i,
  /\b(?:discordbot|linkedinbot|pinterestbot|redditbot|mattermost-bot|vkshare|embedly|iframely)\b/i,
  /\b(?:microsoft|bing|skypeuri|zulipurl|url |link )preview\b/i,
  /^whatsapp\//i,
  /^rocket\.chat\b/i,
  /^synapse \(bot\b/i,
  /\bgoogle-pagerenderer\b/i,
]

/**
 * Who fetches ahead, in case somebody clicks, must not spend the link: a browser, or a chat program
 * that shows what is behind it. 403 is a status of this path already, and no browser shows it in
 * place of the later answer. (our choice)
 */
function refusePrefetch(ctx: Context): void {
  const purposes = ['purpose', 'sec-purpose', 'x-moz'].map((name) => ctx.get(name))
  const isAhead = purposes.some((purpose) => /^\s*prefetch\b/i.test(purpose))
  if (!isAhead && !previewers.some((agent) => agent.test(ctx.get('user-agent')))) return
  throw new Forbidden({
    reason: 'prefetch',
    message: 'A single-use link is not fetched ahead. It was not spent; open it when it is wanted.',
  })
}
