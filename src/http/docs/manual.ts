import * as z from 'zod'
import type { AnyRoute } from '../route.ts'
import { get } from '../route.ts'
import { openManual } from './open-manual.ts'
import { isKept, ownFilesPolicy, sendHtml, tagOf } from './page.ts'

const shown = {
  tag: 'Documentation',
  access: 'none',
  reply: z.string(),
  raw: true,
  media: ['text/html'],
} as const

const manualIndex = get('/docs/manual', {
  ...shown,
  id: 'manualIndex',
  summary: 'The manual: its first page',
  errors: [],
  async run({ http: { ctx } }) {
    const { pages } = await openManual()
    const html = pages[''] ?? ''
    if (!isKept(ctx, tagOf(html))) sendHtml(ctx, { html, policy: ownFilesPolicy })
  },
})

/** Who asks for a page that is not there is shown those that are. */
const manualPage = get('/docs/manual/:page', {
  ...shown,
  id: 'manualPage',
  summary: 'A page of the manual',
  params: z.object({ page: z.string() }),
  errors: [404],
  async run({ params: { page }, http: { ctx } }) {
    const { pages, missing } = await openManual()
    const html = page !== '' && Object.hasOwn(pages, page) ? pages[page] : undefined
    if (html === undefined) {
      sendHtml(ctx, { html: missing, policy: ownFilesPolicy })
      ctx.status = 404
    } else if (!isKept(ctx, tagOf(html))) sendHtml(ctx, { html, policy: ownFilesPolicy })
  },
})

export const manualRoutes = [manualIndex, manualPage] as unknown as readonly AnyRoute[]
