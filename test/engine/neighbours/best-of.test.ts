import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBest } from '../../../src/engine/neighbours/best-of.ts'

type Near = { node: number; cosine: number }

function bestOf(all: readonly Near[], bounds: { limit: number; cutoff: number }): Near[] {
  const best = openBest(bounds)
  for (const one of all) best.take(one)
  const { nodes, cosines } = best.best()
  return [...nodes].map((node, i) => ({ node, cosine: cosines[i] as number }))
}

test('the best come first, equals in the order of their numbers, whenever each was shown', () => {
  // Few different cosines, so that many are equal; 7 leads through all 500 nodes.
  const all = Array.from({ length: 500 }, (_, i) => {
    const node = (i * 7) % 500
    return { node, cosine: ((node * node) % 11) / 10 }
  })
  const sorted = all.toSorted((a, b) => b.cosine - a.cosine || a.node - b.node)
  for (const limit of [1, 3, 40, 499, 1_000]) {
    assert.equal(bestOf(all, { limit, cutoff: -1 }), sorted.slice(0, limit), `${limit}`)
  }
})

test('what is at the cutoff counts, and what is ever so little below it does not', () => {
  const all = [0.5, 0.5 - Number.EPSILON, 0.7].map((cosine, node) => ({ node, cosine }))
  assert.equal(
    bestOf(all, { limit: 10, cutoff: 0.5 }).map(({ node }) => node),
    [2, 0],
  )
})

test('nothing is the best of nothing', () => {
  assert.equal(bestOf([], { limit: 10, cutoff: -1 }), [])
})

test.run()
