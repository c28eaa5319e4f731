import type { Socket } from 'node:net'
import type { Context } from 'koa'
import { type DomainError, RateLimited } from '../../base/errors.ts'
import { TooSlow } from '../refusals.ts'

/**
 * Requests that have begun and are not over. How long the server works on one is its own matter;
 * how long a body takes to come and an answer to be taken is the client's, and has limits here:
 * of time, and of how many one address may leave unfinished.
 */
export type Unfinished = Disposable & {
  /** From here on the request has limits. `refuse` answers it while its body still comes. */
  watch(ctx: Context, from: From): void
  /** What is not over, by route: who keeps whom waiting, and how often. */
  underWay(): string[]
  /** Requests whose bodies are still awaited: the server has no work with them. */
  receiving(): number
  /** Whether so much lies here unread that nothing should be added to it. */
  isFull(): boolean
}

export type From = { address: string; refuse: (error: DomainError) => void }

export type Patience = {
  /** A body of which nothing comes for so long is given up. */
  bodyIdleMs: number
  /** So long a body may take altogether. */
  bodyMs: number
  /** An answer of which nothing is taken for so long is given up. */
  answerIdleMs: number
  /** So many requests one address may leave unfinished. */
  perAddress: number
  /** So many bodies are awaited at once, from everybody. */
  bodiesMax: number
}

/** What is known of a file that is uploaded: it may be large, and its sender is known. */
const uploadIdleTimes = 4
/** Whoever uploads more slowly than this, for longer than `bodyMs`, is no sender. */
const slowestBytesPerMs = 4
/** The rest of a body that was refused: read for so long, so that the answer is not lost. */
const restIdleMs = 5_000
const restMs = 30_000
/** A request of which something came or went so shortly ago is never given up for another. */
const youngMs = 2_000
/** How often it is looked who has moved. */
const lookMs = 1_000

/** Bytes of answers that nobody has taken yet, all together. */
const unsentMaxBytes = 256 * 1024 * 1024
/** It is added up no oftener than this. */
const countMs = 20

type Phase = 'receiving' | 'working' | 'sending' | 'rest' | 'over'

type Entry = From & {
  ctx: Context
  socket: Socket
  beganMs: number
  /** When something came or went last, and how much had until then. */
  movedMs: number
  read: number
  sent: number
  phase: Phase
  isGivenUp: boolean
}

export function openUnfinished(patience: Patience): Unfinished {
  const entries = new Set<Entry>()
  const everyMs = Math.min(lookMs, patience.bodyIdleMs / 4)
  let realMs = performance.now()
  let atMs = 0
  let counted = { ms: 0, bytes: 0 }
  const timer = setInterval(() => {
    // While this process stood still nobody could send it anything: that time does not count.
    atMs += Math.min(performance.now() - realMs, 2 * everyMs)
    realMs = performance.now()
    look(entries, patience, atMs)
  }, everyMs).unref()

  return {
    watch(ctx, from) {
      const entry = entryOf(ctx, from, atMs)
      entries.add(entry)
      ctx.res.once('close', () => {
        if (phaseOf(entry) === 'over') entries.delete(entry)
      })
      if (entries.size > patience.bodiesMax) makeRoom(entries, patience)
    },
    isFull() {
      const ms = performance.now()
      if (ms - counted.ms > countMs) counted = { ms, bytes: unsentBytes(entries) }
      return counted.bytes > unsentMaxBytes
    },
    underWay: () => underWay(entries),
    receiving: () => [...entries].filter(isAwaited).length,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Says that the body is a file of somebody who may upload it: large ones take their time. */
export function expectUpload(ctx: Context): void {
  ctx.state.isUpload = true
}

function entryOf(ctx: Context, from: From, atMs: number): Entry {
  const { socket } = ctx.req
  const { bytesRead: read, bytesWritten: sent } = socket
  const phase = 'working' as const
  const times = { beganMs: atMs, movedMs: atMs }
  return { ...from, ...times, ctx, socket, read, sent, phase, isGivenUp: false }
}

function phaseOf({ ctx: { req, res }, socket }: Entry): Phase {
  if (socket.destroyed || (res.closed && req.complete)) return 'over'
  if (!req.complete) return res.headersSent ? 'rest' : 'receiving'
  return res.headersSent ? 'sending' : 'working'
}

const whoWaits: Readonly<Record<Phase, string | undefined>> = {
  receiving: 'its client sends it slowly',
  working: 'it is being answered',
  sending: 'its client takes it slowly',
  rest: 'its client still sends what was refused',
  over: undefined,
}

/** By the pattern of its path: in a path itself there may be a secret. */
function underWay(entries: Iterable<Entry>): string[] {
  const all = [...entries].flatMap((entry) => {
    const why = whoWaits[phaseOf(entry)]
    const { method, state } = entry.ctx
    return why === undefined ? [] : [`${method} ${state.route ?? 'of no route'}: ${why}`]
  })
  const groups = Map.groupBy(all, (said) => said)
  return [...groups].map(([said, { length }]) => (length === 1 ? said : `${said} (${length})`))
}

function ofPhase(entries: Iterable<Entry>, phase: Phase): Entry[] {
  return [...entries].filter((entry) => phaseOf(entry) === phase)
}

/** Whether somebody here still waits for its body, or is just being told that it will not come. */
function isAwaited(entry: Entry): boolean {
  const phase = phaseOf(entry)
  return phase === 'receiving' || (phase === 'rest' && entry.isGivenUp)
}

/** Gives up whatever has used up its time, and what an address has too much of. */
function look(entries: Set<Entry>, patience: Patience, atMs: number): void {
  const held: Entry[] = []
  for (const entry of entries) {
    note(entry, atMs)
    // Streams last; whoever writes them watches that they are taken.
    if (entry.phase === 'over' || entry.ctx.state.isStream === true) entries.delete(entry)
    else if (isSpent(entry, patience, atMs)) giveUp(entry, new TooSlow())
    else if (entry.phase !== 'working') held.push(entry)
  }
  const young = Math.min(youngMs, patience.bodyIdleMs / 2)
  dropUnsent(ofPhase(held, 'sending'), atMs - young)
  for (const ofOne of byAddress(held)) {
    const tooMany = ofOne.length - patience.perAddress
    if (tooMany <= 0) continue
    const still = ofOne.filter(({ movedMs }) => atMs - movedMs >= young)
    for (const entry of longestStill(still).slice(0, tooMany)) giveUp(entry, tooManyUnfinished())
  }
}

/** What came and went since the last look, and in which phase the request is now. */
function note(entry: Entry, atMs: number): void {
  const { ctx, socket } = entry
  const phase = phaseOf(entry)
  const read = socket.bytesRead
  const sent = socket.bytesWritten - unsentOf(socket)
  // What lies here unread is no fault of the sender's.
  const isOurs = phase === 'working' || (phase === 'receiving' && ctx.req.readableLength > 0)
  const moved = phase === 'sending' ? sent !== entry.sent : read !== entry.read
  if (isOurs || phase !== entry.phase || moved) {
    entry.movedMs = atMs
  }
  if (phase === 'rest' && entry.phase !== 'rest') entry.beganMs = atMs
  Object.assign(entry, { phase, read, sent })
}

/**
 * What the client has not taken yet, in which a large piece becomes smaller while it goes. Sockets
 * have a time limit of their own, but for that what comes counts as well: whoever sends a byte now
 * and then would never have to read.
 */
function unsentOf(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): number {
  return socket._handle?.writeQueueSize ?? socket.writableLength
}

function isSpent(entry: Entry, patience: Patience, atMs: number): boolean {
  const { phase, ctx, beganMs, movedMs } = entry
  const stillMs = atMs - movedMs
  if (phase === 'rest') return stillMs > restIdleMs || atMs - beganMs > restMs
  if (phase === 'sending') return stillMs > patience.answerIdleMs
  if (phase !== 'receiving') return false
  const { bodyIdleMs, bodyMs } = patience
  if (ctx.state.isUpload !== true) return stillMs > bodyIdleMs || atMs - beganMs > bodyMs
  const slowestMs = bodyMs + entry.read / slowestBytesPerMs
  return stillMs > bodyIdleMs * uploadIdleTimes || atMs - beganMs > slowestMs
}

/** Of what is to be given up when too much lies here: the stillest until there is room again. */
function dropUnsent(sending: readonly Entry[], sinceMs: number): void {
  let bytes = unsentBytes(sending)
  for (const entry of longestStill(sending)) {
    if (bytes <= unsentMaxBytes || entry.movedMs > sinceMs) return
    bytes -= unsentOf(entry.socket)
    giveUp(entry, tooManyUnfinished())
  }
}

/** A connection counts once, however many requests are on it. */
function unsentBytes(entries: Iterable<Entry>): number {
  let bytes = 0
  for (const socket of new Set([...entries].map((entry) => entry.socket))) {
    bytes += socket.writableLength
  }
  return bytes
}

/** Where all places for bodies are taken, the address that has most of them gives one up. */
function makeRoom(entries: Set<Entry>, { bodiesMax }: Patience): void {
  const receiving = ofPhase(entries, 'receiving')
  if (receiving.length <= bodiesMax) return
  const [busiest = []] = byAddress(receiving).toSorted((one, other) => other.length - one.length)
  const [first] = longestStill(busiest)
  if (first) giveUp(first, tooManyUnfinished())
}

function byAddress(entries: readonly Entry[]): Entry[][] {
  return [...Map.groupBy(entries, ({ address }) => address).values()]
}

function longestStill(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => one.movedMs - other.movedMs)
}

function giveUp(entry: Entry, error: DomainError): void {
  if (entry.ctx.res.headersSent) return void entry.socket.destroy()
  entry.isGivenUp = true
  entry.refuse(error)
}

const againSeconds = 5

function tooManyUnfinished(): RateLimited {
  return new RateLimited(againSeconds, 'unfinished_requests')
}
