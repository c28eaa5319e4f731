import { seedCrowd } from '../../test/support/crowd/seed-crowd.ts'
import { openWalk, shownIn } from '../../test/support/crowd/walk.ts'
import { openTestApp } from '../../test/support/open-test-app.ts'
import type { Bench, Row } from './measure.ts'

const usualRows = 20_000
const fullRows = 100_000
const rounds = 3
/** So long at most may one answer keep the thread that serves. */
const mostMs = 50
const toldMax = 20

/**
 * What each GET costs the thread that serves where there is very much of every kind: processor time
 * of that thread, the asking and the reading of the answer included.
 */
export const lists: Bench = {
  name: 'lists',
  about: 'every GET of a market with 20,000 rows of each kind, 100,000 with --full',
  async run(log, { full }) {
    const rows = full ? fullRows : usualRows
    await using app = await openTestApp({
      config: {
        microipRatePerMinute: 10_000,
        searchRatePerMinute: 10_000,
      },
      parts: { jobs: false },
      overrides: { checkReplies: false },
    })
    const { me, other, looks, look } = await openWalk(app)
    log(`  ${rows} rows of each kind are written`)
    const parties = { me: me.tenantId, myUser: me.userId, other: other.tenantId }
    seedCrowd(app.store, rows, { ...parties, nowMs: app.clock.nowMs() })
    const measured: Row[] = []
    for (const one of looks) {
      const times: number[] = []
      let shown = 0
      for (let round = 0; round < rounds; round++) {
        const before = process.threadCpuUsage()
        shown = shownIn((await look(one)).body)
        const { user, system } = process.threadCpuUsage(before)
        times.push((user + system) / 1_000)
      }
      measured.push(rowOf(`${one.path} as ${one.as}`, times, shown))
    }
    const slow = measured.filter(({ medianMs }) => medianMs > mostMs)
    log(`  ${measured.length} addresses, ${slow.length} above ${mostMs} ms; the dearest are`)
    return measured.sort((a, b) => b.medianMs - a.medianMs).slice(0, toldMax)
  },
}

function rowOf(name: string, times: readonly number[], shown: number): Row {
  const sorted = times.toSorted((a, b) => a - b)
  const medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0
  const p95Ms = sorted.at(-1) ?? 0
  return { name, medianMs, p95Ms, perSecond: 1_000 / medianMs, note: `${shown} shown` }
}
