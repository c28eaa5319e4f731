import type { JobRow } from './job.ts'
import { turnMs } from './limits.ts'

/** Where turns are taken: what runs before the rest takes none of theirs. */
export type Turn = Pick<JobRow, 'lane' | 'priority'>

/**
 * Whose turn it is. Tenants follow one another; whoever has had more time than those who wait is
 * passed over until these have had as much. Time that nobody else wanted is owed to nobody.
 */
export type Turns = {
  /** Whose turn was the last; undefined before the first. */
  last(turn: Turn): string | undefined
  /** How much more time than others a tenant has had, with what runs yet; 0 for little. */
  owedMs(turn: Turn, tenant: string): number
  /** A job begins: whose tenant owed something was the one that owed least of all that wait. */
  begin(row: JobRow): void
  /** It ended, in whatever way. */
  end(jobId: string): void
  /** Nothing waits there. */
  rest(turn: Turn): void
}

type Running = { place: string; tenant: string; sinceMs: number }

export function openTurns(elapsedMs: () => number): Turns {
  const lasts = new Map<string, string>()
  const owed = new Map<string, Map<string, number>>()
  const running = new Map<string, Running>()

  function owedMs(turn: Turn, tenant: string): number {
    const place = placeOf(turn)
    let ms = owed.get(place)?.get(tenant) ?? 0
    for (const one of running.values()) {
      if (one.place === place && one.tenant === tenant) ms += elapsedMs() - one.sinceMs
    }
    return ms < turnMs ? 0 : ms
  }

  function forgive(place: string, ms: number): void {
    const all = owed.get(place) ?? new Map<string, number>()
    for (const [tenant, owes] of all) {
      if (owes > ms) all.set(tenant, owes - ms)
      else all.delete(tenant)
    }
  }

  return {
    last: (turn) => lasts.get(placeOf(turn)),
    owedMs,
    begin(row) {
      const place = placeOf(row)
      const tenant = row.tenantId ?? ''
      const ms = owedMs(row, tenant)
      if (ms > 0) forgive(place, ms)
      lasts.set(place, tenant)
      running.set(row.jobId, { place, tenant, sinceMs: elapsedMs() })
    },
    end(jobId) {
      const ran = running.get(jobId)
      if (!ran || !running.delete(jobId)) return
      const { place, tenant, sinceMs } = ran
      const all = owed.get(place) ?? new Map<string, number>()
      owed.set(place, all.set(tenant, (all.get(tenant) ?? 0) + elapsedMs() - sinceMs))
    },
    rest: (turn) => void owed.delete(placeOf(turn)),
  }
}

function placeOf({ lane, priority }: Turn): string {
  return `${lane} ${priority}`
}
