import { isoOf } from '../../base/clock.ts'
import type { Db } from '../../store/tx.ts'
import type { Principal } from '../principal.ts'
import type { EventType } from './event-data.ts'
import { findBounds } from './queries.ts'
import { type KontorEvent, mayBeTold, readEvents } from './read-events.ts'
import { type EventRecorded, eventRecorded, platformStream, type StreamId } from './record-event.ts'
import { changesQueue, type Topic, topicsOf } from './topics.ts'

/** An event as it leaves, in webhooks and streams alike. */
export type EventSaid = { type: EventType; number: number; timestamp: string; data: object }

export type News = {
  /** Where whoever has heard this goes on. */
  readonly at: string
  readonly changed: readonly Topic[]
  readonly event?: EventSaid
}

/** Takes what is new. Where it gives a promise, what lies in the past comes after that. */
export type Listener = (news: News) => Promise<void> | undefined

export type Follow = {
  /** As what the listener may be told of things at each moment. */
  principal: () => Principal
  /** Where it left off; undefined: from now on. */
  after: Position | undefined
  tell: Listener
}

/** A number in the tenant's list, and for those who run the platform one in its list. */
export type Position = { readonly own: number; readonly platform: number | undefined }

const pagesOf = 100

type Follower = Pick<Follow, 'principal' | 'tell'> & {
  readonly at: Map<StreamId, number>
  isLive: boolean
}

type State = {
  readonly db: Db
  readonly followers: Set<Follower>
  /** How far each list was read for those who listen to it. */
  readonly heads: Map<StreamId, number>
  readonly dirty: Set<StreamId>
  isQueueChanged: boolean
  isScheduled: boolean
}

/**
 * Tells listeners of what happens, as it is committed: the database is read once for all of them,
 * and not at all while nothing happens.
 */
export function openFollowing(db: Db) {
  const state: State = {
    db,
    followers: new Set(),
    heads: new Map(),
    dirty: new Set(),
    isQueueChanged: false,
    isScheduled: false,
  }
  const onRecorded = (message: unknown) => note(state, message as EventRecorded)

  return {
    follow({ principal, after, tell }: Follow): Disposable & { at: string } {
      const { followers } = state
      const follower = { principal, tell, at: startOf(db, principal(), after), isLive: false }
      const here = positionText(follower)
      if (followers.size === 0) eventRecorded.subscribe(onRecorded)
      followers.add(follower)
      const leave = () => {
        if (!followers.delete(follower)) return
        forgetHeads(state, follower)
        if (followers.size === 0) eventRecorded.unsubscribe(onRecorded)
      }
      if (after) void catchUp(state, follower).catch(leave)
      else goLive(state, follower)
      return { at: here, [Symbol.dispose]: leave }
    },
  }
}

/** Its own list, and for those who run the platform that one, too. */
function startOf(db: Db, { tenantId, isPlatformAdmin }: Principal, after: Position | undefined) {
  const numberIn = (stream: StreamId, number: number | undefined) =>
    [stream, number ?? findBounds(db, stream).last] as const
  const own = numberIn(tenantId, after?.own)
  const platform = isPlatformAdmin ? [numberIn(platformStream, after?.platform)] : []
  return new Map<StreamId, number>([own, ...platform])
}

function note(state: State, { stream, type }: EventRecorded): void {
  const { heads, dirty } = state
  if (heads.has(stream)) dirty.add(stream)
  if (changesQueue.has(type) && heads.has(platformStream)) state.isQueueChanged = true
  if (state.isScheduled || (dirty.size === 0 && !state.isQueueChanged)) return
  state.isScheduled = true
  // After all that the same commit has to tell, and after it is known who may hear it.
  setImmediate(() => flush(state))
}

function flush(state: State): void {
  state.isScheduled = false
  const streams = [...state.dirty]
  state.dirty.clear()
  const told = new Set<Follower>()
  for (const stream of streams) tellAll(state, stream, told)
  if (state.isQueueChanged) tellOfQueue(state, told)
  state.isQueueChanged = false
}

function tellAll(state: State, stream: StreamId, told: Set<Follower>): void {
  const { db, followers, heads } = state
  const afterNumber = heads.get(stream)
  if (afterNumber === undefined) return
  const ofIt = [...followers].filter(({ isLive, at }) => isLive && at.has(stream))
  const { events } = readEvents(db, { tenantId: stream, afterNumber, limit: pagesOf })
  for (const event of events) {
    const said = saidOf(event)
    heads.set(stream, event.number)
    for (const follower of ofIt) {
      if ((follower.at.get(stream) ?? 0) >= event.number) continue
      const isTold = tellOf(follower, stream, { event, said }) !== undefined
      if (isTold && stream === platformStream) told.add(follower)
    }
  }
  if (events.length === pagesOf) tellAll(state, stream, told)
}

/** Once, however much of it changed. */
function tellOfQueue({ followers }: State, told: ReadonlySet<Follower>): void {
  for (const follower of followers) {
    const isReviewer = follower.at.has(platformStream) && follower.principal().isPlatformAdmin
    if (!follower.isLive || !isReviewer || told.has(follower)) continue
    void follower.tell({ at: positionText(follower), changed: ['queue'] })
  }
}

function forgetHeads({ followers, heads }: State, { at }: Follower): void {
  for (const stream of at.keys()) {
    if (![...followers].some((other) => other.at.has(stream))) heads.delete(stream)
  }
}

/** What it missed, at the listener's pace; then it hears what happens. */
async function catchUp(state: State, follower: Follower): Promise<void> {
  while (state.followers.has(follower)) {
    let isBehind = false
    for (const stream of follower.at.keys()) {
      isBehind = (await tellPage(state.db, follower, stream)) || isBehind
    }
    if (!isBehind) return goLive(state, follower)
  }
}

function goLive({ heads }: State, follower: Follower): void {
  follower.isLive = true
  for (const [stream, number] of follower.at) {
    if (!heads.has(stream)) heads.set(stream, number)
  }
}

/** Gives whether there was anything. */
async function tellPage(db: Db, follower: Follower, stream: StreamId): Promise<boolean> {
  const afterNumber = follower.at.get(stream) ?? 0
  const page = readEvents(db, { tenantId: stream, afterNumber, limit: pagesOf })
  if (page.isGap) {
    // What was swept, or is of a list that was put back, is not there to be told: all may be new.
    const first = page.events[0]?.number ?? page.lastNumber + 1
    follower.at.set(stream, first - 1)
    await follower.tell({ at: positionText(follower), changed: ['*'] })
  }
  for (const event of page.events) {
    await tellOf(follower, stream, { event, said: saidOf(event) })
  }
  return page.isGap || page.events.length > 0
}

function tellOf(
  follower: Follower,
  stream: StreamId,
  { event, said }: { event: KontorEvent; said: EventSaid },
): Promise<void> | true | undefined {
  follower.at.set(stream, event.number)
  if (!mayBeTold(follower.principal(), { stream, event })) return undefined
  const news = { at: positionText(follower), changed: topicsOf(event), event: said }
  return follower.tell(news) ?? true
}

export function saidOf({ type, number, atMs, data }: KontorEvent): EventSaid {
  return { type, number, timestamp: isoOf(atMs), data }
}

function positionText({ at }: Pick<Follower, 'at'>): string {
  return [...at.values()].join('-')
}

/** Undefined for what is none. */
export function positionOf(text: string): Position | undefined {
  const [, own, platform] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? []
  if (own === undefined) return undefined
  return { own: Number(own), platform: platform === undefined ? undefined : Number(platform) }
}
