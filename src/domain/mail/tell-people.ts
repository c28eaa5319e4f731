import type { UserId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import {
  type EventType,
  type KontorEvent,
  mayBeTold,
  platformStream,
  readEvents,
  type StreamId,
} from '../events/index.ts'
import type { Principal } from '../principal.ts'
import { newsLetter } from './compose.ts'
import { post } from './post.ts'
import * as queries from './queries.ts'
import type { Addressee, MailRoom } from './room.ts'
import type { Seen } from './tables.ts'
import { unsubscribeUrlOf } from './unsubscribe.ts'

const dayMs = 24 * 3_600_000
const readAtOnce = 200
const shownMax = 50

/** Writes letters to those who want to know at once what happened since. */
export async function tellAtOnce(room: MailRoom): Promise<void> {
  if (!room.mailer) return
  const { db } = room.store
  await tellEach(
    (after) => queries.listAtOnce(db, after),
    async (userId) => {
      if (isNews(db, userId)) await tellOne(room, userId)
    },
  )
}

/** What goes wrong with one keeps nothing from the others; it is tried again. */
async function tellEach(
  listAfter: (userId: string) => UserId[],
  tellThem: (userId: UserId) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const people = listAfter(after)
    for (const userId of people) {
      if (signal?.aborted) return
      await tellThem(userId).catch((error: unknown) => failures.push(error))
    }
    after = people.length < queries.personsAtOnce ? undefined : people.at(-1)
  }
  if (failures.length > 0) throw failures[0]
}

/** Looked at without a transaction: mostly there is nothing. */
function isNews(db: Db, userId: UserId): boolean {
  const choice = queries.findChoice(db, userId)
  if (!choice) return false
  const streams = [choice.tenantId, platformStream] as const
  return streams.some((tenantId) => {
    const afterNumber = choice.atOnceSeen[tenantId] ?? 0
    return readEvents(db, { tenantId, afterNumber, limit: 1 }).lastNumber > afterNumber
  })
}

function tellOne(room: MailRoom, userId: UserId): Promise<void> {
  return room.store.write((tx) => {
    const choice = queries.findChoice(tx, userId)
    if (!choice) return
    const { atOnce: types, atOnceSeen: seen } = choice
    queries.updateChoice(tx, userId, { atOnceSeen: tell(room, tx, { choice, types, seen }) })
  })
}

/** The same once a day, for those whose day is over. */
export async function tellDaily(room: MailRoom, signal: AbortSignal): Promise<void> {
  if (!room.mailer) return
  const nowMs = room.clock.nowMs()
  const listAfter = (after: string) =>
    queries.listDaily(room.store.db, { after, beforeMs: nowMs - dayMs })
  const tellDay = (userId: UserId) =>
    room.store.write((tx) => {
      const choice = queries.findChoice(tx, userId)
      if (!choice) return
      const { daily: types, dailySeen: seen } = choice
      const dailySeen = tell(room, tx, { choice, types, seen, isDaily: true })
      queries.updateChoice(tx, userId, { dailySeen, dailyAt: nowMs })
    })
  await tellEach(listAfter, tellDay, signal)
}

type Telling = {
  choice: queries.ChoiceRow
  types: readonly EventType[]
  seen: Seen
  isDaily?: boolean
}

/** One letter about all that is new, in the transaction that moves the person on. */
export function tell(
  room: MailRoom,
  tx: Tx,
  { choice, types, seen, isDaily = false }: Telling,
): Seen {
  const { userId, tenantId, locale } = choice
  const to = room.addresseeOf(tx, userId)
  const found: KontorEvent[] = []
  const now: Record<string, number> = {}
  for (const stream of [tenantId, platformStream] as const) {
    const { events, last } = newsOf(tx, { stream, seen, to, types })
    found.push(...events)
    now[stream] = last
  }
  if (to && found.length > 0) {
    const letter = newsLetter({
      to: to.email,
      locale,
      events: found.slice(0, shownMax),
      more: Math.max(0, found.length - shownMax),
      isDaily,
      baseUrl: room.baseUrl(),
      unsubscribeUrl: unsubscribeUrlOf(room, userId),
    })
    post(room, tx, { letter, subjectId: userId, tenantId })
  }
  return now
}

type Wanted = {
  stream: StreamId
  seen: Seen
  to: Addressee | undefined
  types: readonly EventType[]
}

function newsOf(db: Db, { stream, seen, to, types }: Wanted) {
  const events: KontorEvent[] = []
  let last = seen[stream] ?? 0
  for (;;) {
    const page = readEvents(db, { tenantId: stream, afterNumber: last, limit: readAtOnce })
    events.push(...page.events.filter((event) => isWanted(event, { stream, to, types })))
    last = page.events.at(-1)?.number ?? page.lastNumber
    if (page.events.length < readAtOnce) return { events, last }
  }
}

function isWanted(event: KontorEvent, { stream, to, types }: Omit<Wanted, 'seen'>): boolean {
  if (!to || !types.includes(event.type)) return false
  return mayBeTold(to.principal as Principal, { stream, event })
}
