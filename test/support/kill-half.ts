import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type KillReport, planOf, soakKill } from '../../scripts/soaking/kill.ts'
import type { KillPoint } from '../../scripts/soaking/kill-points.ts'
import { killTable } from '../../scripts/soaking/show.ts'

const seed = '1'
/** Every kind of them once, and one twice. */
export const plan: readonly KillPoint[] = planOf(30, seed)
/** Where the first life ends: each of its kills costs twice what one of the second does. */
const middle = 8

/**
 * Without its keywords in memory a server starts in three quarters of the time, without the model
 * that embeds passages in half: in one of the two lives vectors are written, too.
 */
const settings = {
  first: { KONTOR_KEYWORD_MEMORY_MB: '0' },
  second: { KONTOR_KEYWORD_MEMORY_MB: '0', KONTOR_EMBEDDING_MODEL: 'none' },
}

/** One life that is killed at its part of the plan's points, and what has to be true of it. */
export async function testHalf(which: 'first' | 'second'): Promise<void> {
  const points = which === 'first' ? plan.slice(0, middle) : plan.slice(middle)
  const life = { plan: points, seed: `${seed} ${which}`, settings: settings[which] }
  const report = await soakKill(life)
  testReport(report, points)
}

function testReport(report: KillReport, points: readonly KillPoint[]): void {
  test('nothing is lost, doubled or left half done', () => {
    assert.equal(report.breaches, [], killTable(report).join('\n'))
  })

  test('every point was reached', () => {
    const names = (of: readonly { name: string }[]) => of.map(({ name }) => name)
    assert.equal(names(report.points), names(points))
  })

  test('the kills meet clients that wait for an answer', () => {
    assert.ok(report.deeds.asked > 4 * points.length)
    assert.ok(report.deeds.unanswered > points.length / 2)
  })
}
