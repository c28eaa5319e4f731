import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { requireOrder } from '../../../src/base/period.ts'
import { dateOf, daysOf, periodOf } from '../../../src/domain/reports/period.ts'
import { refusalOf } from '../../support/open-test-identity.ts'

const nowMs = Date.UTC(2026, 2, 15, 12)
const day = (month: number, date: number) => Date.UTC(2026, month, date)
const hour = 60 * 60 * 1000

type Request = Parameters<typeof periodOf>[0]
const periods: [title: string, request: Request, fromMs: number, toMs: number][] = [
  ['nothing is 30 days to the end of this one', {}, day(1, 14), day(2, 16)],
  ['from alone goes to the end of this day', { fromMs: day(2, 10) }, day(2, 10), day(2, 16)],
  ['to alone goes 30 days back', { toMs: day(2, 1) }, day(0, 30), day(2, 1)],
  ['to within a day counts that day', { toMs: day(2, 1) + 1 }, day(0, 31), day(2, 1) + 1],
  ['both are taken as they are', { fromMs: 5, toMs: 9 }, 5, 9],
]
for (const [title, request, fromMs, toMs] of periods) {
  test(title, () => assert.equal(periodOf(request, nowMs), { fromMs, toMs }))
}

const refused: [title: string, request: Request, refusal: string][] = [
  ['a period that ends before it begins', { fromMs: 2, toMs: 1 }, 'from not_before_to'],
  ['an empty period', { fromMs: 2, toMs: 2 }, 'from not_before_to'],
  ['a beginning after today', { fromMs: day(3, 1) }, 'from not_before_to'],
  ['367 days', { fromMs: day(0, 1), toMs: day(0, 368) }, 'from too_long'],
  ['all time', { fromMs: -6e13, toMs: 2e14 }, 'from too_long'],
]
for (const [title, request, refusal] of refused) {
  test(`${title} is refused`, async () => {
    assert.is(await refusalOf(() => periodOf(request, nowMs)), `InvalidInput ${refusal}`)
  })
}

test('366 days are not too many', () => {
  assert.is(daysOf(periodOf({ fromMs: day(0, 1), toMs: day(0, 367) }, nowMs)).length, 366)
})

test('a history may be open at both ends', () => {
  requireOrder({})
  requireOrder({ fromMs: 9 })
  requireOrder({ toMs: -9 })
})

test('days that a period touches in part are days of it', () => {
  const days = daysOf({ fromMs: day(1, 28) + 23 * hour, toMs: day(2, 2) + 1 })
  assert.equal(days.map(dateOf), ['2026-02-28', '2026-03-01', '2026-03-02'])
})

test('a period to midnight does not touch the day after', () => {
  assert.equal(daysOf({ fromMs: day(2, 1), toMs: day(2, 2) }).map(dateOf), ['2026-03-01'])
})

test.run()
