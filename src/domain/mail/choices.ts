import type { UserId } from '../../base/ids.ts'
import type { Db } from '../../store/tx.ts'
import type { Command } from '../command.ts'
import { type EventType, eventTypes, lastNumberOf, platformStream } from '../events/index.ts'
import { requireSession } from '../identity/index.ts'
import type { Principal } from '../principal.ts'
import { type ChoiceRow, findChoice, putChoice } from './queries.ts'
import type { MailRoom } from './room.ts'
import type { Seen } from './tables.ts'
import { type Locale, locales } from './texts/locales.ts'

export const mailTimes = ['off', 'at_once', 'daily'] as const
export type MailTime = (typeof mailTimes)[number]

export type Choices = {
  readonly locale: Locale
  readonly mail: Readonly<Record<EventType, MailTime>>
  /** Whether this installation sends mail at all. */
  readonly isMailSet: boolean
}

/** Throws Forbidden for a key. */
export function readChoices(room: MailRoom, principal: Principal, spoken: Locale): Choices {
  requireSession(principal)
  return choicesOf(room, findChoice(room.store.db, principal.userId), spoken)
}

/** Undefined for who has never chosen anything about letters, their language included. */
export function chosenLanguage(room: MailRoom, principal: Principal): Locale | undefined {
  requireSession(principal)
  return findChoice(room.store.db, principal.userId)?.locale
}

export type ChangeChoices = {
  readonly locale?: Locale | undefined
  /** What they speak for who has not chosen yet: the first choice of anything keeps it. */
  readonly spoken: Locale
  readonly mail?: Readonly<Partial<Record<EventType, MailTime | undefined>>> | undefined
}

/** From now on: what happened before is not sent. Throws Forbidden for a key. */
export function changeChoices(
  room: MailRoom,
  cmd: Command,
  { locale, mail = {}, spoken }: ChangeChoices,
): Promise<Choices> {
  const { principal } = cmd
  requireSession(principal)
  const { userId, tenantId } = principal
  return cmd.write((tx) => {
    const before = findChoice(tx, userId)
    const now = choicesOf(room, before, spoken)
    const wanted = { ...now.mail, ...mail }
    const at = (time: MailTime) => eventTypes.filter((type) => wanted[type] === time)
    const here = placesOf(tx, principal)
    const row = {
      userId,
      tenantId,
      locale: locale ?? now.locale,
      atOnce: at('at_once'),
      daily: at('daily'),
      atOnceSeen: before && before.atOnce.length > 0 ? before.atOnceSeen : here,
      dailySeen: before && before.daily.length > 0 ? before.dailySeen : here,
      dailyAt: before && before.daily.length > 0 ? before.dailyAt : room.clock.nowMs(),
    }
    putChoice(tx, row)
    return choicesOf(room, row, spoken)
  })
}

type Speaking = { userId: UserId; spoken: string | undefined }

/** What somebody has chosen or, where that is nothing yet, what is spoken where they ask. */
export function localeOf({ store }: Pick<MailRoom, 'store'>, of: Speaking): Locale {
  const { userId, spoken } = of
  return findChoice(store.db, userId)?.locale ?? locales.find((one) => one === spoken) ?? 'en'
}

export function placesOf(db: Db, { tenantId }: Principal): Seen {
  return {
    [tenantId]: lastNumberOf(db, tenantId),
    [platformStream]: lastNumberOf(db, platformStream),
  }
}

function choicesOf({ mailer }: MailRoom, row: ChoiceRow | undefined, spoken: Locale): Choices {
  const timeOf = (type: EventType): MailTime => {
    if (row?.atOnce.includes(type)) return 'at_once'
    return row?.daily.includes(type) ? 'daily' : 'off'
  }
  const mail = Object.fromEntries(eventTypes.map((type) => [type, timeOf(type)]))
  return {
    locale: row?.locale ?? spoken,
    mail: mail as Record<EventType, MailTime>,
    isMailSet: mailer !== undefined,
  }
}
