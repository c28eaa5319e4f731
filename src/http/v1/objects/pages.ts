import * as z from 'zod'
import { pageMax, pageWidths } from '../../../domain/ingest/index.ts'
import { sendContent } from '../../blobs/get-blob.ts'
import { qInt } from '../../fields.ts'
import { get } from '../../route.ts'
import { ObjectParams } from './objects.schema.ts'

const shown = {
  tag: 'Objects',
  access: { scope: 'datasets:read' },
} as const

/** Drawn once for each width; who may see it can change, so it stays with the one who asked. */
const cacheControl = 'private, max-age=300'

export const listPages = get('/v1/objects/:id/pages', {
  ...shown,
  id: 'listPages',
  summary: 'What can be looked at of an object, page by page',
  description: 'For its owner and for who reviews: PDFs and pictures have pages.',
  params: ObjectParams,
  reply: z
    .object({
      total: z.int(),
      reason: z
        .enum(['being_read', 'no_pages', 'not_uploaded'])
        .nullable()
        .meta({ description: 'Why there are none; null where there are some' }),
      message: z.string().nullable().meta({ description: 'The same in a sentence' }),
      with_words: z
        .array(z.int())
        .meta({ description: 'The pages of which GET /v1/objects/{id}/word-boxes knows words' }),
    })
    .meta({ id: 'ObjectPages' }),
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.ingest.pagesOf(principal, { objectId: params.id }),
  present: ({ total, refusal, withWords }) => ({
    total,
    reason: (refusal?.reason ?? null) as 'being_read' | 'no_pages' | 'not_uploaded' | null,
    message: refusal?.message ?? null,
    with_words: withWords,
  }),
})

export const pageImage = get('/v1/objects/:id/pages/:page/image', {
  ...shown,
  id: 'pageImage',
  summary: 'A page of an object as a picture',
  description:
    'For its owner and for who reviews: all pages of a document are the document. A page of a ' +
    'PDF or of a picture is drawn in a process that can do nothing else, as wide as is asked ' +
    'for and at most twice as high. A page that is not there is a 400; 409 names `being_read`, ' +
    '`no_pages`, `not_uploaded` or `cannot_be_drawn`. 503: many are being drawn.',
  params: ObjectParams.extend({ page: qInt(1, pageMax) }),
  query: z.object({
    width: z.enum(pageWidths.map(String)).default('800').meta({ description: 'In dots' }),
  }),
  reply: null,
  media: ['image/png', 'image/webp'],
  headers: { ETag: 'Changes with the bytes' },
  errors: [400, 401, 403, 404, 409, 503],
  raw: true,
  async run({ rooms, principal, params, query, http: { ctx } }) {
    const wanted = { objectId: params.id, page: params.page, width: Number(query.width) }
    const picture = rooms.ingest.findPage(principal, wanted)
    ctx.status = 200
    ctx.set('ETag', `"${picture.version}"`)
    ctx.set('Cache-Control', cacheControl)
    // What the browser has need not be drawn again, nor even be opened.
    if (ctx.fresh) ctx.status = 304
    else await sendContent(ctx, await picture.open(), { type: 'inline', cacheControl })
  },
})
