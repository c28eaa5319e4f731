import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cents } from '../../../src/base/money.ts'
import {
  clipPriceCents,
  type FilePrice,
  filePriceCents,
} from '../../../src/domain/delivery/price.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Model, base price, age in days, other buyers, price. */
const prices: [FilePrice['pricingModel'], base: number, days: number, n: number, price: number][] =
  [
    ['fixed', 25, 0, 0, 25],
    ['fixed', 25, 10_000, 5_000, 25],
    ['fixed', 0, 0, 0, 0],
    ['time_decay', 100, 0, 0, 100],
    ['time_decay', 100, 90, 0, 71],
    ['time_decay', 100, 180, 0, 50],
    ['time_decay', 100, 360, 0, 25],
    ['time_decay', 100, 361, 0, 25],
    ['time_decay', 100, 100_000, 0, 25],
    ['time_decay', 100, -400, 0, 100],
    ['time_decay', 1, 100_000, 0, 1],
    ['time_decay', 0, 0, 0, 0],
    ['time_decay', 100, 180, 5_000, 50],
    ['demand_curve', 100, 0, 0, 100],
    ['demand_curve', 100, 0, 1, 110],
    ['demand_curve', 100, 0, 3, 120],
    ['demand_curve', 100, 0, 31, 150],
    ['demand_curve', 100, 0, 1_023, 200],
    ['demand_curve', 100, 0, 100_000, 200],
    ['demand_curve', 1, 0, 1, 1],
    ['demand_curve', 0, 0, 1_023, 0],
    ['demand_curve', 100, 10_000, 0, 100],
  ]

for (const [pricingModel, base, days, otherBuyers, price] of prices) {
  const what = `${pricingModel}: ${base} after ${days} days with ${otherBuyers} other buyers`
  test(`${what} is ${price}`, () => {
    const facts = { pricingModel, ageMs: days * dayMs, otherBuyers }
    assert.is(filePriceCents({ ...facts, basePriceCents: cents(base) }), price)
  })
}

const anyPrice = fc.record({
  pricingModel: fc.constantFrom('fixed', 'time_decay', 'demand_curve'),
  basePriceCents: fc.integer({ min: 0, max: 1_000_000_000 }).map(cents),
  ageMs: fc.integer({ min: -1e12, max: 1e13 }),
  otherBuyers: fc.nat({ max: 1_000_000 }),
}) as fc.Arbitrary<FilePrice>

test('every price is whole and between a quarter and twice the base price', () => {
  fc.assert(
    fc.property(anyPrice, (price) => {
      const base = price.basePriceCents
      const now = filePriceCents(price)
      assert.ok(Number.isSafeInteger(now))
      assert.ok(now >= Math.floor(base / 4) && now <= base * 2, `${now}`)
      assert.is(now === 0, base === 0)
    }),
  )
})

test('nothing becomes dearer with age or cheaper with demand', () => {
  fc.assert(
    fc.property(anyPrice, fc.nat({ max: 1e12 }), fc.nat({ max: 1_000 }), (price, later, more) => {
      const now = filePriceCents(price)
      if (price.pricingModel !== 'demand_curve') {
        assert.ok(filePriceCents({ ...price, ageMs: price.ageMs + later }) <= now)
      }
      assert.ok(filePriceCents({ ...price, otherBuyers: price.otherBuyers + more }) >= now)
    }),
  )
})

const clips = [
  { length: 60_000, price: 25 },
  { length: 30_000, price: 13 },
  { length: 1, price: 1 },
]

for (const { length, price } of clips) {
  test(`${length} ms of a minute at 25 cents cost ${price}`, () => {
    const range = { startMs: 0, endMs: length }
    assert.is(clipPriceCents(cents(25), { range, durationMs: 60_000 }), price)
  })
}

test('a clip costs what it is long, wherever it begins', () => {
  const clip = { range: { startMs: 45_000, endMs: 60_000 }, durationMs: 60_000 }
  assert.is(clipPriceCents(cents(100), clip), 25)
})

test('a clip of free content is free', () => {
  const clip = { range: { startMs: 0, endMs: 5 }, durationMs: 10 }
  assert.is(clipPriceCents(cents(0), clip), 0)
})

test('two halves of a recording cost no less than the whole', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 1e7 }), fc.nat({ max: 1e6 }), (durationMs, whole) => {
      const cut = Math.floor(durationMs / 2)
      const parts = [
        { startMs: 0, endMs: cut },
        { startMs: cut, endMs: durationMs },
      ]
      const together = parts.reduce(
        (sum, range) => sum + clipPriceCents(cents(whole), { range, durationMs }),
        0,
      )
      assert.ok(together >= whole)
    }),
  )
})

test.run()
