import type { Context } from 'koa'
import type { Durable } from '../../base/durable.ts'
import { RateLimited, Saturated } from '../../base/errors.ts'
import * as limits from './limits.ts'

/** One open answer to which the server adds what happens (server-sent events). */
export type EventStream = {
  /** The promise, where there is one, settles when the client has taken what was sent so far. */
  send(message: { id: string; data?: unknown }): Promise<void> | undefined
  end(): void
  onClose(run: () => void): void
}

export type Streams = {
  /** Turns the answer into a stream. Throws RateLimited and Saturated. */
  begin(ctx: Context, owner: string): EventStream
  count(): number
  /** How many were cut off since the start because their client takes nothing. */
  cutSoFar(): number
  /** Ends them all and begins no other: the server stops. Who does not take the end is cut off. */
  endAll(): void
}

type Needs = { durable: Durable; log: { info(facts: object, text: string): void } }
type Open = { ctx: Context; owner: string; beat: number; wasTaken: number }
/** Ends the connection of whoever does not take what is sent. */
type Cut = (ctx: Context) => void

/**
 * All open streams. Each credential has few, and nothing waits here for a slow client: whoever does
 * not take what is sent is cut off, and goes on from where it was when it comes back. What happened
 * is told when the disk has it.
 */
export function openStreams({ durable, log }: Needs): Streams {
  const all = new Set<Open>()
  let beat = 0
  let cuts = 0
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  /** Its client can be told nothing any more: what it was and why is said here. */
  const cut: Cut = ({ res, state }) => {
    if (res.destroyed) return
    cuts++
    const facts = { requestId: state.requestId, unsentBytes: res.writableLength }
    log.info(facts, 'stream cut off: what it was sent is not taken')
    res.destroy()
  }
  /** A part of them at a time, so that all are not written to at once. */
  const beatSome = () => {
    beat = (beat + 1) % beats
    for (const open of all) if (open.beat === beat) beatOne(open, cut)
  }

  function begin(ctx: Context, owner: string): EventStream {
    if (isOver || all.size >= limits.streamsMax) throw tooMany()
    const own = [...all].filter((open) => open.owner === owner).length
    if (own >= limits.perCredentialMax)
      throw new RateLimited(limits.tooManySeconds, 'event_streams')
    const open = { ctx, owner, beat: (beat + all.size) % beats, wasTaken: -1 }
    all.add(open)
    timer ??= setInterval(beatSome, limits.beatMs / beats).unref()
    ctx.res.once('close', () => {
      all.delete(open)
      if (all.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
    writeHead(ctx)
    return streamOf(ctx, { durable, cut })
  }

  return {
    begin,
    count: () => all.size,
    cutSoFar: () => cuts,
    endAll() {
      isOver = true
      for (const { ctx } of all) ctx.res.end()
      // The place that a client has brings it back: nobody waits for one that does not read.
      setTimeout(() => {
        for (const { ctx } of all) cut(ctx)
      }, limits.endMs).unref()
    },
  }
}

/** The timer goes so often between two signs of life. */
const beats = 20

function tooMany(): Saturated {
  return new Saturated({
    message: 'Too many streams at once.',
    retryAfterSeconds: limits.tooManySeconds,
  })
}

function writeHead(ctx: Context): void {
  // Its own limits count for it, not those of answers that have an end.
  ctx.state.isStream = true
  ctx.respond = false
  ctx.status = 200
  ctx.set('Content-Type', 'text/event-stream; charset=utf-8')
  ctx.set('Cache-Control', 'no-store, no-transform')
  // When it ends, so does the connection: nobody waits for it to be used again.
  ctx.set('Connection', 'close')
  // Proxies that collect answers pass this one on as it comes.
  ctx.set('X-Accel-Buffering', 'no')
  ctx.req.socket.setNoDelay(true)
  ctx.res.write(`retry: ${limits.retryMs}\n\n`)
}

function streamOf(ctx: Context, { durable, cut }: { durable: Durable; cut: Cut }): EventStream {
  const { res } = ctx
  const put = (text: string) => {
    if (res.writableEnded || res.destroyed) return undefined
    const isTaken = res.write(text)
    if (res.writableLength > limits.unsentMaxBytes) return void cut(ctx)
    return isTaken ? undefined : drained(res)
  }
  /** What waits for the disk; whatever comes later is behind it. */
  let last: Promise<void> | undefined
  const inTurn = async (before: Promise<unknown>, text: string) => {
    await before
    await put(text)
  }
  return {
    send({ id, data }) {
      const text = `id: ${id}\n${data === undefined ? '' : `data: ${JSON.stringify(data)}\n`}\n`
      const disk = durable()
      if (!disk && !last) return put(text)
      const mine = inTurn(Promise.all([disk, last]), text).finally(() => {
        if (last === mine) last = undefined
      })
      last = mine
      return mine
    },
    end() {
      if (last) void last.finally(() => res.end())
      else res.end()
    },
    onClose: (run) => void res.once('close', run),
  }
}

function drained(res: Context['res']): Promise<void> {
  return new Promise((done) => {
    const settle = () => {
      res.off('drain', settle).off('close', settle)
      done()
    }
    res.once('drain', settle).once('close', settle)
  })
}

/** A sign of life; whoever has taken nothing since the last one is not there any more. */
function beatOne(open: Open, cut: Cut): void {
  const { res, req } = open.ctx
  const taken = req.socket.bytesWritten - req.socket.writableLength
  if (res.writableLength > 0 && taken === open.wasTaken) return void cut(open.ctx)
  open.wasTaken = taken
  res.write(':\n\n')
}
