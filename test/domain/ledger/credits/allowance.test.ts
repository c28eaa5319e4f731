import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isSpent, nextMonthMs } from '../../../../src/domain/ledger/credits/allowance.ts'
import { searchAllowances } from '../../../../src/domain/ledger/limits.ts'

const months = [
  ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z'],
  ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['2026-12-31T12:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
] as const

for (const [now, next] of months) {
  test(`an allowance seen at ${now} starts anew at ${next}`, () => {
    assert.is(new Date(nextMonthMs(Date.parse(now))).toISOString(), next)
  })
}

test('the plans allow 1,000, 20,000, 200,000 and any number of searches', () => {
  assert.equal(searchAllowances, { free: 1000, starter: 20_000, pro: 200_000, unlimited: null })
})

const spent = [
  { limit: 1000, used: 999, expected: false },
  { limit: 1000, used: 1000, expected: true },
  { limit: null, used: 1_000_000_000, expected: false },
]

for (const { limit, used, expected } of spent) {
  test(`${used} of ${limit} searches ${expected ? 'are' : 'are not'} all`, () => {
    assert.is(isSpent({ limit, used, resetAtMs: 0 }), expected)
  })
}

test.run()
