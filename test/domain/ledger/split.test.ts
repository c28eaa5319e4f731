import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cents } from '../../../src/base/money.ts'
import { splitCharge } from '../../../src/domain/ledger/split.ts'

function splitAll(charges: readonly number[], providerShareBp: number) {
  let grossBeforeCents = cents(0)
  return charges.map((charge) => {
    const split = splitCharge({ chargeCents: cents(charge), grossBeforeCents, providerShareBp })
    grossBeforeCents = split.grossAfterCents
    return split
  })
}

test('60 % of 25 cents are 15 for the provider and 10 for the platform', () => {
  assert.equal(splitAll([25], 6000), [
    { providerCents: 15, platformCents: 10, grossAfterCents: 25 },
  ])
})

test('ten charges of 1 cent give the provider six cents, spread evenly', () => {
  const parts = splitAll(Array(10).fill(1), 6000).map(({ providerCents }) => providerCents)
  assert.equal(parts, [0, 1, 0, 1, 1, 0, 1, 0, 1, 1])
})

test('a share of nothing and a share of everything are exact', () => {
  assert.equal(
    splitAll([7, 1], 0).map((split) => split.providerCents),
    [0, 0],
  )
  assert.equal(
    splitAll([7, 1], 10_000).map((split) => split.platformCents),
    [0, 0],
  )
})

test('a running total near the largest whole number is still split exactly', () => {
  const grossBeforeCents = cents(Number.MAX_SAFE_INTEGER - 3)
  const split = splitCharge({ chargeCents: cents(3), grossBeforeCents, providerShareBp: 9_999 })
  assert.is(split.providerCents + split.platformCents, 3)
  assert.is(split.grossAfterCents, Number.MAX_SAFE_INTEGER)
})

test('no part is negative, the parts give the charge, and the sum is right to the cent', () => {
  const charges = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(charges, fc.integer({ min: 0, max: 10_000 }), (amounts, shareBp) => {
      const splits = splitAll(amounts, shareBp)
      splits.forEach(({ providerCents, platformCents }, i) => {
        assert.ok(providerCents >= 0 && platformCents >= 0)
        assert.is(providerCents + platformCents, amounts[i])
      })
      const gross = amounts.reduce((sum, amount) => sum + amount, 0)
      const provider = splits.reduce((sum, split) => sum + split.providerCents, 0)
      assert.is(provider, Math.floor((gross * shareBp) / 10_000))
    }),
  )
})

test.run()
