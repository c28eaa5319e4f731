// Searches that are charged while one machine takes another's place. Each has an id of its own, by
// which whoever heard nothing asks again: it is one charge, whoever answers.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Market } from '../../test/support/market.ts'
import { until } from '../../test/support/until.ts'

export type Charge = {
  id: string
  searchId: string
  atMs: number
  /** Whether the machine said so that sold first, or the one that came after it. */
  by: 'first' | 'next'
}

export type Charged = {
  answered: number
  /** Of what was answered before the machine was gone, what the next one knows nothing of. */
  lost: Charge[]
  /** In progress when the machine was gone. */
  askedAgain: number
}

export type Charging = ReturnType<typeof keepCharging>

const words = ['valve', 'boiler', 'meter', 'roof', 'cellar', 'pump', 'cable', 'filter']

/** Searches on and on, in so many lanes; what is answered, also late, is noted. */
export function keepCharging(market: Market, clients: number) {
  const charges: Charge[] = []
  const open = new Map<string, string>()
  let isOver = false
  /** Whoever hears nothing any more cannot know, and goes. */
  const lane = async (nth: number) => {
    for (let i = nth; !isOver; i++) {
      const [id, word] = [randomUUID(), words[i % words.length] ?? '']
      open.set(id, word)
      const { status, body } = await ask(market, { id, word })
      if (status === 200) charges.push(chargeOf(id, body, 'first'))
      open.delete(id)
      if (status !== 200) await sleep(20)
    }
  }
  const lanes = Array.from({ length: clients }, (_, nth) => lane(nth).catch(() => {}))
  return {
    charges,
    /** Those of which nobody knows whether they were charged: the next machine is asked them. */
    async askAgain(next: Market): Promise<number> {
      const unknown = [...open]
      for (const [id, word] of unknown) {
        const body = await until(`${id} is answered by the next machine`, async () => {
          const answer = await ask(next, { id, word })
          return answer.status === 200 ? answer.body : undefined
        })
        charges.push(chargeOf(id, body, 'next'))
      }
      return unknown.length
    },
    /** No more are asked; whoever waits is waited for. */
    async end(): Promise<void> {
      isOver = true
      await Promise.all(lanes)
    },
  }
}

function ask({ call, key }: Market, { id, word }: { id: string; word: string }) {
  return call('GET', `/search?q=${word}&request_id=${id}`, { as: key })
}

function chargeOf(id: string, body: { search_id: string }, by: Charge['by']): Charge {
  return { id, searchId: body.search_id, atMs: performance.now(), by }
}

/** `replacedMs`: from then on the first machine may say nothing. */
export type Looked = { dir: string; replacedMs: number; askedAgain: number }

/**
 * The charges that were answered against the ledger that goes on: each id is answered once and in
 * the ledger once, unless that was before the machine was gone.
 */
export function judgeCharges(
  charges: readonly Charge[],
  { dir, replacedMs, askedAgain }: Looked,
): Charged & { breaches: string[] } {
  using ledger = openLedger(dir)
  const breaches: string[] = []
  const lost: Charge[] = []
  const byId = Map.groupBy(charges, ({ id }) => id)
  for (const [id, told] of byId) {
    if (told.length > 1) breaches.push(`the charge ${id} was answered ${told.length} times`)
    const billed = ledger.billed(id)
    if (billed.length > 1) breaches.push(`the charge ${id} is in the ledger ${billed.length} times`)
    for (const charge of told) {
      // What the first machine wrote and nobody heard of is charged by its first try.
      const { by, searchId, atMs } = charge
      if (by === 'first' && atMs > replacedMs) breaches.push(`charged after it was replaced: ${id}`)
      else if (by === 'first' && !billed.includes(searchId)) lost.push(charge)
      else if (billed.length === 0) breaches.push(`the next machine has no charge ${id}`)
    }
  }
  return { answered: byId.size, lost, askedAgain, breaches }
}

/** The records of a server that goes on meanwhile. */
function openLedger(dir: string) {
  const raw = new Database(join(dir, 'kontor.db'), { readonly: true })
  const billed = raw
    .prepare(
      `SELECT act.search_id FROM search_activity act
         JOIN meter_event event ON event.event_id = 'ret:' || act.search_id
         WHERE act.request_id = ? AND act.billed = 1`,
    )
    .pluck()
  return {
    /** The searches that were charged under this id. */
    billed: (id: string) => billed.all(id) as string[],
    [Symbol.dispose]: () => void raw.close(),
  }
}
