import type { Context } from 'koa'
import * as z from 'zod'
import { Forbidden } from '../../base/errors.ts'
import { documentOf, homeOf, sendHtml } from '../docs/page.ts'
import { get, type HttpFacts, post } from '../route.ts'

const Query = z.object({ token: z.string().max(200) })
const path = '/mail/unsubscribe'
const shared = {
  tag: 'Notices',
  access: 'none',
  query: Query,
  reply: null,
  errors: [400, 403],
  raw: true,
  media: ['text/html'],
} as const

/** Programs that look at links in letters follow them: what ends something is asked with POST. */
const policy = "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export const unsubscribePage = get(path, {
  ...shared,
  id: 'unsubscribePage',
  summary: 'The page on which somebody ends mail about what happens',
  description: 'Its address stands in each such letter, signed. Opening it changes nothing.',
  run({ rooms, query, http }) {
    if (!rooms.mail.isUnsubscribeLink(query.token)) throw invalid()
    send(http, '<form method="post"><button>No more of these letters</button></form>')
  },
})

export const unsubscribe = post(path, {
  ...shared,
  id: 'unsubscribe',
  summary: 'End mail about what happens, by the link of a letter (RFC 8058)',
  description: 'By a mail program with one request, or by the page. Log in to choose anew.',
  async run({ rooms, query, http }) {
    if (!(await rooms.mail.unsubscribe(query.token))) throw invalid()
    send(http, '<p>Done: no more of these letters.</p>')
  },
})

function invalid(): Forbidden {
  return new Forbidden({ reason: 'link_invalid', message: 'This link is not one of ours.' })
}

function send({ ctx, baseUrl }: { ctx: Context } & Pick<HttpFacts, 'baseUrl'>, content: string) {
  const html = documentOf({ title: 'Mail', content, home: homeOf(baseUrl) })
  ctx.status = 200
  sendHtml(ctx, { html, policy })
  ctx.set('Cache-Control', 'no-store')
}
