import type { Db, Tx } from '../../store/tx.ts'
import type { Command } from '../command.ts'
import { type EventType, eventTypes, lastNumberOf, platformStream } from '../events/index.ts'
import { requireSession } from '../identity/index.ts'
import type { Principal } from '../principal.ts'
import { type ChoiceRow, findChoice, putChoice } from './queries.ts'
import type { MailRoom } from './room.ts'
import type { Seen } from './tables.ts'
import { tell } from './tell-people.ts'
import type { Locale } from './texts/locales.ts'

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

/**
 * From now on: what happened before is not sent. A list that changes has one place for all its
 * kinds: what is due by the choices before is told first, but for what is off now. Throws Forbidden
 * for a key.
 */
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
    const [atOnce, daily] = [at('at_once'), at('daily')]
    const isAtOnceKept = before && String(before.atOnce) === String(atOnce)
    const isDailyKept = before && String(before.daily) === String(daily)
    const row = {
      userId,
      tenantId,
      locale: locale ?? now.locale,
      atOnce,
      daily,
      atOnceSeen: isAtOnceKept ? before.atOnceSeen : here,
      dailySeen: isDailyKept ? before.dailySeen : here,
      dailyAt: isDailyKept ? before.dailyAt : room.clock.nowMs(),
    }
    if (before && !isAtOnceKept) tellDue(room, tx, { before, row, isDaily: false })
    if (before && !isDailyKept) tellDue(room, tx, { before, row, isDaily: true })
    putChoice(tx, row)
    return choicesOf(room, row, spoken)
  })
}

type Changed = { before: ChoiceRow; row: ChoiceRow; isDaily: boolean }

function tellDue(room: MailRoom, tx: Tx, { before, row, isDaily }: Changed): void {
  const wanted = [...row.atOnce, ...row.daily]
  const [list, seen] = isDaily
    ? [before.daily, before.dailySeen]
    : [before.atOnce, before.atOnceSeen]
  const types = list.filter((type) => wanted.includes(type))
  const choice = { ...before, locale: row.locale }
  if (types.length > 0) tell(room, tx, { choice, types, seen, isDaily })
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
