import * as z from 'zod'
import { qInt } from '../../fields.ts'
import { get } from '../../route.ts'
import { ObjectParams } from './objects.schema.ts'

const pageMax = 1_000_000

const WordBoxReply = z
  .object({ word: z.string(), left: z.int(), top: z.int(), width: z.int(), height: z.int() })
  .meta({ id: 'WordBox' })

const WordBoxesReply = z
  .object({
    page: z.int(),
    width: z.int().meta({ description: 'Of the page as it was looked at, in dots' }),
    height: z.int(),
    words: z.array(WordBoxReply),
  })
  .meta({ id: 'WordBoxes' })

export const wordBoxes = get('/v1/objects/:id/word-boxes', {
  id: 'wordBoxes',
  summary: 'Where the recognised words are on a scanned page or in a picture',
  description:
    'For the owner and for who reviews: all the words of a page are what others pay for.',
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  params: ObjectParams,
  query: z.object({ page: qInt(1, pageMax).default(1) }),
  reply: WordBoxesReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params, query }) =>
    rooms.ingest.readWordBoxes(principal, { objectId: params.id, page: query.page }),
  present: (page) => page,
})
