import * as z from 'zod'
import { InvalidInput } from '../../../base/errors.ts'
import { type News, positionOf, topicWords } from '../../../domain/events/index.ts'
import { get } from '../../route.ts'
import { lastEventId, streamFor } from '../../streams/stream-for.ts'

const Query = z.object({
  last_event_id: z
    .string()
    .max(40, 'must have at most 40 characters')
    .optional()
    .meta({ description: 'Where to go on, for who cannot send the header Last-Event-ID' }),
})

export const streamEvents = get('/v1/events', {
  id: 'streamEvents',
  summary: 'What happens in the tenant, as it happens (server-sent events)',
  description:
    'Each message is JSON: `changed` has what may look different now ' +
    `(${topicWords.join(', ')}; * is everything), and \`event\`, where there is one, is what ` +
    'webhooks are sent. Of each one hears what one may see. With Last-Event-ID it goes on where ' +
    'it was. It ends with the session or the key; a comment comes every 20 seconds.',
  tag: 'Events',
  access: 'credential',
  query: Query,
  reply: null,
  errors: [400, 401, 403, 429, 503],
  raw: true,
  isWork: true,
  media: ['text/event-stream'],
  run({ rooms, principal, query, http }) {
    const after = positionIn(lastEventId(http.ctx) ?? query.last_event_id)
    const { stream, attendance } = streamFor({ rooms, principal, http })
    const following = rooms.events.follow({
      principal: attendance.principal,
      after,
      tell: (news) => stream.send({ id: news.at, data: presentNews(news) }),
    })
    stream.onClose(() => following[Symbol.dispose]())
    // So that who loses the stream before anything happened goes on from here.
    if (!after) void stream.send({ id: following.at })
  },
})

function positionIn(text: string | undefined) {
  if (text === undefined) return undefined
  const position = positionOf(text)
  if (position) return position
  const message = 'Last-Event-ID must be the id of a message of this stream.'
  throw new InvalidInput({ field: 'last_event_id', reason: 'invalid', message })
}

function presentNews({ changed, event }: News) {
  return event ? { changed, event } : { changed }
}
