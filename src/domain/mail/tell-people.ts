import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { UserId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import {
  type EventType,
  type KontorEvent,
  lastNumberOf,
  mayBeTold,
  mayHearOf,
  platformStream,
  readStretch,
} from '../events/index.ts'
import { newsLetter } from './compose.ts'
import { post } from './post.ts'
import * as queries from './queries.ts'
import type { Addressee, MailRoom } from './room.ts'
import type { Seen } from './tables.ts'
import { unsubscribeUrlOf } from './unsubscribe.ts'

const dayMs = 24 * 3_600_000
/** Events of a list that are looked at in one go: about a millisecond. */
const stretchMax = 2_000
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
  return streams.some((stream) => lastNumberOf(db, stream) > (choice.atOnceSeen[stream] ?? 0))
}

function tellOne(room: MailRoom, userId: UserId): Promise<void> {
  return tellGently(room, userId, {
    of: ({ atOnce: types, atOnceSeen: seen }) => ({ types, seen, isDaily: false }),
    moved: (atOnceSeen) => ({ atOnceSeen }),
  })
}

/** The same once a day, for those whose day is over. */
export async function tellDaily(room: MailRoom, signal: AbortSignal): Promise<void> {
  if (!room.mailer) return
  const nowMs = room.clock.nowMs()
  const listAfter = (after: string) =>
    queries.listDaily(room.store.db, { after, beforeMs: nowMs - dayMs })
  const tellDay = (userId: UserId) =>
    tellGently(room, userId, {
      of: ({ daily: types, dailySeen: seen }) => ({ types, seen, isDaily: true }),
      moved: (dailySeen) => ({ dailySeen, dailyAt: nowMs }),
    })
  await tellEach(listAfter, tellDay, signal)
}

type List = Omit<Telling, 'choice'>
type Way = {
  of: (choice: queries.ChoiceRow) => List
  moved: (seen: Seen) => Partial<queries.ChoiceRow>
}

/**
 * What is new is looked for outside of the transaction, however much happened, and the letter is
 * written in the one that moves the person on: where they or their choice changed meanwhile it is
 * looked for anew.
 */
async function tellGently(room: MailRoom, userId: UserId, way: Way): Promise<void> {
  const { db, write } = room.store
  for (let isTold = false; !isTold; ) {
    const choice = queries.findChoice(db, userId)
    if (!choice) return
    const to = room.addresseeOf(db, userId)
    const telling = { choice, ...way.of(choice) }
    const looking = lookFor(db, { ...telling, to })
    let step = looking.next()
    for (; !step.done; step = looking.next()) await setImmediate()
    const news = step.value
    isTold = await write((tx) => {
      const now = [queries.findChoice(tx, userId), room.addresseeOf(tx, userId)]
      if (!isDeepStrictEqual(now, [choice, to])) return false
      postNews(room, tx, { ...telling, to, news })
      queries.updateChoice(tx, userId, way.moved(news.seen))
      return true
    })
  }
}

type Telling = {
  choice: queries.ChoiceRow
  types: readonly EventType[]
  seen: Seen
  isDaily: boolean
}

/** One letter about all that is new, in the transaction that moves the person on. */
export function tell(room: MailRoom, tx: Tx, telling: Telling): void {
  const to = room.addresseeOf(tx, telling.choice.userId)
  const looking = lookFor(tx, { ...telling, to })
  let step = looking.next()
  while (!step.done) step = looking.next()
  postNews(room, tx, { ...telling, to, news: step.value })
}

type To = { to: Addressee | undefined }
type News = { shown: KontorEvent[]; count: number; seen: Seen }

function postNews(
  room: MailRoom,
  tx: Tx,
  { choice, isDaily, to, news }: Telling & To & { news: News },
): void {
  if (!to || news.count === 0) return
  const { userId, tenantId, locale } = choice
  const letter = newsLetter({
    to: to.email,
    locale,
    events: news.shown,
    more: news.count - news.shown.length,
    isDaily,
    baseUrl: room.baseUrl(),
    unsubscribeUrl: unsubscribeUrlOf(room, userId),
  })
  post(room, tx, { letter, subjectId: userId, tenantId })
}

/** Stretch by stretch, so that others may be answered between two of them. */
function* lookFor(db: Db, { choice, types, seen, to }: Telling & To): Generator<void, News> {
  const news: News = { shown: [], count: 0, seen: {} }
  const now: Record<string, number> = {}
  for (const stream of [choice.tenantId, platformStream] as const) {
    const last = lastNumberOf(db, stream)
    const heard = types.filter((type) => to && mayHearOf(to.principal, { stream, type }))
    const first = heard.length > 0 ? (seen[stream] ?? 0) : last
    for (let afterNumber = first; afterNumber < last; afterNumber += stretchMax) {
      const upTo = Math.min(afterNumber + stretchMax, last)
      for (const event of readStretch(db, { stream, types: heard, afterNumber, upTo })) {
        if (!to || !mayBeTold(to.principal, { stream, event })) continue
        news.count++
        if (news.shown.length < shownMax) news.shown.push(event)
      }
      yield
    }
    now[stream] = last
  }
  return { ...news, seen: now }
}
