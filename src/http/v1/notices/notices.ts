import * as z from 'zod'
import { isoOf } from '../../../base/clock.ts'
import { type EventType, eventTypes } from '../../../domain/events/index.ts'
import { markedAtOnceMax, type Notice, unreadCountMax } from '../../../domain/notices/index.ts'
import { idText, oneOf, pageQuery, qBool, timestamp } from '../../fields.ts'
import { get, post } from '../../route.ts'

const unread = z.int().meta({ description: `Counted up to ${unreadCountMax}` })

const NoticeReply = z
  .object({
    notice_id: z.string(),
    type: z.enum(eventTypes as [string, ...string[]]),
    number: z.int(),
    timestamp,
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'As a webhook of the type has it' }),
    read: z.boolean(),
  })
  .meta({ id: 'Notice' })

const NoticesReply = z
  .object({ notices: z.array(NoticeReply), unread, next_cursor: z.string().nullable() })
  .meta({ id: 'Notices' })

/** Several in one parameter, with commas: a parameter comes only once. */
const typeList = z
  .string()
  .transform((value) => value.split(',').map((one) => one.trim()))
  .pipe(z.array(oneOf(eventTypes as [EventType, ...EventType[]])))
  .meta({ override: { type: 'string', description: 'Only these types, with commas between' } })

const NoticesQuery = z.object({
  ...pageQuery,
  types: typeList.optional(),
  unread: qBool().default(false).meta({ description: 'Only what was not read yet' }),
})

const MarkBody = z
  .object({
    notice_ids: z.array(idText).min(1).max(markedAtOnceMax).optional(),
    all: z.literal(true).optional().meta({ description: 'Instead: all that there are now' }),
  })
  .refine(
    ({ notice_ids, all }) => (notice_ids === undefined) !== (all === undefined),
    'give either notice_ids or all',
  )
  .meta({ id: 'MarkNoticesRead' })

export const listNotices = get('/v1/me/notices', {
  id: 'listNotices',
  summary: 'What happened that I may see, the last of it first, with what I have read',
  description:
    'The events of the tenant since I joined it, as far as my role sees them; for platform ' +
    'administrators those of the platform, too. They go when events go.',
  tag: 'Notices',
  access: 'session',
  query: NoticesQuery,
  reply: NoticesReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query: { unread: unreadOnly, ...page } }) =>
    rooms.notices.list(principal, { ...page, unreadOnly }),
  present: ({ notices, unread: count, nextCursor }) => ({
    notices: notices.map(presentNotice),
    unread: count,
    next_cursor: nextCursor,
  }),
})

export const markNoticesRead = post('/v1/me/notices/read', {
  id: 'markNoticesRead',
  summary: 'Say that I have read some notices, or all that there are now',
  description: 'What is not there, or not mine to see, is read in vain. Gives how much is unread.',
  tag: 'Notices',
  access: 'session',
  body: MarkBody,
  reply: z.object({ unread }),
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.notices.markRead(cmd, { noticeIds: body.notice_ids ?? 'all' }),
  present: (counted) => counted,
})

function presentNotice({ noticeId, type, number, atMs, data, isRead }: Notice) {
  return { notice_id: noticeId, type, number, timestamp: isoOf(atMs), data, read: isRead }
}
