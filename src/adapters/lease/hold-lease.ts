import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import { LeaseOver } from '../../base/lease.ts'
import type { FoundLease, LeaseObject, LeaseRecord } from './lease-record.ts'

export type HeldLease = {
  readonly epoch: number
  /** Whose it is. */
  readonly installation: string
  /** The last epoch in which anybody was answered before this one. */
  readonly servedBefore: number
  /** Until when, by `clock.elapsedMs()`, nobody else may answer. */
  untilMs(): number
  /**
   * Undefined while this process may answer. It may again when a late renewal is taken: then nobody
   * else had the lease in between. Once another one has it, it never may.
   */
  answersNoMore(): LeaseOver | undefined
  /** Writes down that from now on somebody may be answered. Throws LeaseOver. */
  serve(): Promise<void>
  /** Happens by itself; false where it is not known whether it happened. */
  renew(): Promise<boolean>
  /** What the next ones are to know of the replica. */
  watch(behindMs: () => number | null): void
  /** Called once, when it is over before it was closed; at once where it is already. */
  onOver(told: (why: string) => void): void
  /** It is left to run out: the same folder may take it up again before that. */
  close(): void
}

type Taken = FoundLease & { untilMs: number; object: LeaseObject; clock: Clock }
type Kept = Pick<Taken, 'record' | 'untilMs'> & { etag: string | undefined }

/** From this long before its end on nobody is answered: clocks do not run equally fast. */
const marginShare = 0.1
/** In the time of one lease. */
const renewals = 3
const tries = 12
const shortestMs = 250

/** By the holder's own clock, from before the request was sent: for others it lasts longer. */
export function endOf({ seconds }: Pick<LeaseRecord, 'seconds'>, sentMs: number): number {
  return sentMs + seconds * 1_000 * (1 - marginShare)
}

/** Keeps a lease that was taken, for as long as S3 lets it. */
export function holdLease({ object, clock, ...taken }: Taken): HeldLease {
  let { record, etag, untilMs }: Kept = taken
  let beat = record.beat
  let over: LeaseOver | undefined
  let reason: string | undefined
  let behindMs: () => number | null = () => null
  let servesSinceMs: number | undefined
  const told: ((why: string) => void)[] = []

  function end(why?: string): LeaseOver {
    if (!over) reason = why
    over ??= new LeaseOver()
    beating.stop()
    for (const tell of told.splice(0)) if (why !== undefined) tell(why)
    return over
  }

  function answersNoMore(): LeaseOver | undefined {
    if (over) return over
    return clock.elapsedMs() < untilMs ? undefined : new LeaseOver()
  }

  async function renewOnce(): Promise<boolean> {
    const wanted = servesSinceMs !== undefined ? { served: record.epoch } : {}
    for (const _ of ['once', 'again']) {
      const sentMs = clock.elapsedMs()
      if (over) return false
      beat += 1
      const servedMs = servesSinceMs === undefined ? undefined : sentMs - servesSinceMs
      const now = { saidMs: behindMs(), servedMs }
      const next = { ...record, ...wanted, beat, behindMs: lacksMs(taken.record, now) }
      const found = await writeOrLook(object, { record: next, etag, ms: untilMs - sentMs })
      if (found === 'unknown' && isTooLate(record, clock.elapsedMs() - untilMs)) throw end(tooLong)
      if (found === 'unknown') return false
      if (typeof found === 'string') throw end(found)
      if (!found.etag && clock.elapsedMs() >= untilMs) throw end('it was removed')
      etag = found.etag
      // An earlier try, whose answer was lost, had been written.
      if (found.beat !== next.beat) continue
      record = next
      untilMs = endOf(record, sentMs)
      return true
    }
    return false
  }

  /** One at a time: each writes over what the one before wrote. */
  let last = Promise.resolve(true)
  function renew(): Promise<boolean> {
    last = last.catch(() => false).then(renewOnce)
    return last
  }

  const beating = renewRegularly(record, { renew, isOver: () => over !== undefined })
  return {
    epoch: record.epoch,
    installation: record.installation,
    servedBefore: taken.record.served,
    untilMs: () => untilMs,
    answersNoMore,
    renew,
    async serve() {
      servesSinceMs ??= clock.elapsedMs()
      while (!(await renew())) {
        if (over) throw over
        await delay((record.seconds * 1_000) / tries)
      }
    },
    watch(read) {
      behindMs = read
    },
    onOver(tell) {
      if (reason === undefined) told.push(tell)
      else tell(reason)
    },
    close: () => void end(),
  }
}

type Now = { saidMs: number | null; servedMs: number | undefined }

/** Before the replica has said anything it lacks what it lacked, and what was answered since. */
function lacksMs({ behindMs, served, epoch }: LeaseRecord, { saidMs, servedMs }: Now) {
  if (servedMs === undefined) return behindMs
  return saidMs ?? (served < epoch || behindMs === null ? null : behindMs + servedMs)
}

const tooLong = 'S3 could not be asked for as long as it holds'

/** Nobody was answered for as long as it holds, and nothing changes: somebody is to look. */
function isTooLate({ seconds }: LeaseRecord, lateMs: number): boolean {
  return lateMs >= seconds * 1_000
}

type Renewed = { renew(): Promise<boolean>; isOver(): boolean }

/** More often while it is not known whether the last renewal was one. */
function renewRegularly({ seconds }: LeaseRecord, { renew, isOver }: Renewed) {
  let timer: NodeJS.Timeout | undefined
  const later = (share: number) => {
    if (isOver()) return
    const again = async () => later((await renew().catch(() => false)) ? renewals : tries)
    timer = setTimeout(again, (seconds * 1_000) / share)
    timer.unref()
  }
  later(renewals)
  return { stop: () => clearTimeout(timer) }
}

type Wanted = { record: LeaseRecord; etag: string | undefined; ms: number }

/**
 * What is there of this holder now; why it is not the holder any more; or nobody knows. Without an
 * ETag nothing is there: while it holds nobody else can have had it, and it is written anew.
 */
async function writeOrLook(object: LeaseObject, { record, etag, ms: leftMs }: Wanted) {
  const halfMs = (record.seconds * 1_000) / 2
  // Once it is late, nothing is lost by patience: a slow S3 may still renew it.
  const ms = leftMs > 0 ? Math.max(shortestMs, Math.min(leftMs, halfMs)) : halfMs
  const written = await object.write(record, { etag, ms }).catch(() => undefined)
  if (written !== undefined) return { etag: written, beat: record.beat }
  const found = await object.read({ ms }).catch(() => 'unknown' as const)
  if (found === 'unknown') return found
  if (found?.record.holder === record.holder) return { etag: found.etag, beat: found.record.beat }
  return found ? `${found.record.host} has taken it` : { etag: undefined, beat: record.beat - 1 }
}
