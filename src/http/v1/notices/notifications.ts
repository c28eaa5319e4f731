import * as z from 'zod'
import { type EventType, eventTypes } from '../../../domain/events/index.ts'
import { type Choices, locales, mailTimes } from '../../../domain/mail/index.ts'
import { oneOf } from '../../fields.ts'
import { get, patch } from '../../route.ts'
import { spokenLanguage } from '../../spoken-language.ts'

const time = z.enum(mailTimes)
const times = Object.fromEntries(eventTypes.map((type) => [type, time])) as Record<
  EventType,
  typeof time
>

const NotificationsReply = z
  .object({
    locale: z.enum(locales).meta({
      description: 'In which I am written to; until I choose anything, of Accept-Language',
    }),
    mail: z.object(times).meta({ description: 'By the type of the event' }),
    mail_available: z.boolean().meta({ description: 'Whether this installation sends mail' }),
  })
  .meta({ id: 'Notifications' })

const NotificationsBody = z
  .object({
    locale: oneOf(locales).optional(),
    mail: z.object(times).partial().optional(),
  })
  .meta({ id: 'ChangeNotifications' })

const path = '/v1/me/notifications'
const shared = { tag: 'Notices', access: 'session' } as const

export const getNotifications = get(path, {
  ...shared,
  id: 'getNotifications',
  summary: 'What is sent to me by mail, and in which language',
  description: 'Nothing, unless I said so. Of each type I am told what my role may see.',
  reply: NotificationsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, http }) => rooms.mail.readChoices(principal, spokenLanguage(http.ctx)),
  present: presentChoices,
})

export const changeNotifications = patch(path, {
  ...shared,
  id: 'changeNotifications',
  summary: 'Choose what is sent to me by mail, at once or as one letter a day',
  description: 'What is left out stays. What happens from then on is sent.',
  body: NotificationsBody,
  reply: NotificationsReply,
  errors: [400, 401, 403],
  run: ({ rooms, cmd, body, http }) =>
    rooms.mail.changeChoices(cmd, { ...body, spoken: spokenLanguage(http.ctx) }),
  present: presentChoices,
})

function presentChoices({ locale, mail, isMailSet }: Choices) {
  return { locale, mail, mail_available: isMailSet }
}
