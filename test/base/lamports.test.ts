import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { lamports, lamportsOf, shareOf, solOf } from '../../src/base/lamports.ts'

const exact: [sol: number, amount: number][] = [
  [0.1, 100_000_000],
  [0.2, 200_000_000],
  [1e-9, 1],
  [1e-7, 100],
  [1.1, 1_100_000_000],
  [123_456.789012345, 123_456_789_012_345],
  [0, 0],
  [-1.5, -1_500_000_000],
  [9_007_199.25474099, 9_007_199_254_740_990],
]
for (const [sol, amount] of exact) {
  test(`${sol} SOL are ${amount} lamports, and back`, () => {
    assert.is(lamportsOf(sol), amount)
    assert.is(solOf(lamports(amount)), sol)
  })
}

const none = [1e-10, 0.1234567891, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 9_007_199.3, 1e300]
for (const sol of none) {
  test(`${sol} is no amount of lamports`, () => {
    assert.is(lamportsOf(sol), undefined)
  })
}

test('a hundred thousand amounts come back as they went', () => {
  let state = 12345
  for (let i = 0; i < 100_000; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const amount = lamports(state * (1 + (i % 4_000_000)))
    if (amount > 8e15) continue
    assert.is(lamportsOf(solOf(amount)), amount)
  }
})

test('what is no whole number is a bug', () => {
  assert.throws(() => lamports(0.5), /whole number/)
  assert.throws(() => lamports(2 ** 53), /whole number/)
})

test('a share is rounded down, exactly also for the largest amounts', () => {
  assert.is(shareOf(lamports(1_000_000_000), 250), 25_000_000)
  assert.is(shareOf(lamports(39), 250), 0)
  assert.is(shareOf(lamports(Number.MAX_SAFE_INTEGER), 250), 225_179_981_368_524)
})

test.run()
