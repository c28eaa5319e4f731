import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openExactVectors } from '../../../src/engine/neighbours/exact-index.ts'
import {
  clustered,
  cosineOf,
  nearestBy,
  openNoise,
  range,
  setOf,
  unitOf,
} from '../../support/vectors.ts'

const noCutoff = -1

for (const dimensions of [1, 3, 31, 32, 33, 96, 256, 384, 1000]) {
  test(`${dimensions} numbers a vector: the cosines are those of plain code`, () => {
    const noise = openNoise(dimensions)
    const vectors = range(70).map(() => unitOf(range(dimensions).map(noise)))
    const index = openExactVectors({ dimensions })
    const nodes = vectors.map((vector) => index.add(vector))
    const query = unitOf(range(dimensions).map(noise))
    const found = index.cosines(query, Int32Array.from(nodes))
    vectors.forEach((vector, i) => {
      const off = Math.abs((found[i] as number) - cosineOf(query, vector))
      assert.ok(off < 1e-9, `${off}`)
    })
  })
}

test('the largest numbers do not leave 32 bits', () => {
  const index = openExactVectors({ dimensions: 64 })
  const [one, other] = [unitOf(range(64).map(() => 1)), unitOf(range(64).map(() => -1))]
  const peak = unitOf(range(64).map((i) => (i === 5 ? 1 : 0)))
  const nodes = Int32Array.from([one, other, peak].map((vector) => index.add(vector)))
  const rounded = [...index.cosines(one, nodes)].map((cosine) => Number(cosine.toFixed(3)))
  assert.equal(rounded, [1, -1, 0.125])
  assert.equal(
    [...index.cosines(peak, nodes)].map((c) => Number(c.toFixed(3))),
    [0.125, -0.125, 1],
  )
})

test('the nearest of a chosen set, whatever else there is', () => {
  const vectors = clustered(9_000, 32)
  const index = openExactVectors({ dimensions: 32 })
  const nodes = vectors.map((vector) => index.add(vector))
  for (const step of [1, 2, 10, 100, 1_000]) {
    const list = nodes.filter((node) => node % step === 0)
    const query = vectors[17] as Int16Array
    const near = index.nearest(query, {
      allowed: setOf(list, nodes.length),
      limit: 10,
      cutoff: noCutoff,
    })
    assert.equal([...near.nodes], nearestBy(vectors, { query, list, limit: 10 }), `every ${step}`)
  }
})

test('vectors in segments are found as in one memory, and each is kept once', () => {
  const vectors = clustered(700, 32)
  const whole = openExactVectors({ dimensions: 32 })
  // A memory of 64 KiB besides has room for 100 of them.
  const parted = openExactVectors({ dimensions: 32, segmentBytes: 65_536 + 100 * 64 })
  for (const vector of vectors) assert.is(parted.add(vector), whole.add(vector))
  for (const [node, vector] of vectors.entries()) assert.is(parted.add(vector), node)
  assert.is(parted.parts().length, 7)
  assert.equal(Buffer.concat(parted.parts()), Buffer.concat(whole.parts()))
  const shuffled = Int32Array.from(range(700), (i) => (i * 311) % 700)
  for (const query of vectors.filter((_, i) => i % 100 === 7)) {
    assert.equal(parted.cosines(query, shuffled), whole.cosines(query, shuffled))
    for (const list of [range(700), range(700).filter((i) => i % 3 === 1), [99, 100, 650]]) {
      const asked = { allowed: setOf(list, 700), limit: 12, cutoff: noCutoff }
      assert.equal(parted.nearest(query, asked), whole.nearest(query, asked))
    }
  }
})

test('vectors that differ in their last number alone are kept apart', () => {
  const dimensions = 33
  const index = openExactVectors({ dimensions })
  const vectors = range(5_000).map((i) => {
    const vector = new Int16Array(dimensions).fill(1_000)
    vector[dimensions - 1] = i
    return vector
  })
  const nodes = vectors.map((vector) => index.add(vector))
  assert.equal(nodes, range(5_000))
  assert.equal(
    vectors.map((vector) => index.add(vector)),
    nodes,
  )
})

test('nothing below the cutoff is near', () => {
  const index = openExactVectors({ dimensions: 2 })
  const nodes = [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 0],
  ].map((one) => index.add(unitOf(one)))
  const allowed = setOf(nodes, nodes.length)
  const near = (cutoff: number) => [
    ...index.nearest(unitOf([1, 0]), { allowed, limit: 10, cutoff }).nodes,
  ]
  assert.equal(near(0.9), [0])
  assert.equal(near(0.7), [0, 1])
  assert.equal(near(-1), [0, 1, 2, 3])
})

test('ten thousand equal vectors are one node, and the others are still found', () => {
  const index = openExactVectors({ dimensions: 16 })
  const noise = openNoise()
  const copied = unitOf(range(16).map(noise))
  const nodes = new Set(range(10_000).map(() => index.add(copied.slice())))
  assert.equal([...nodes], [0])
  const others = range(500).map(() => unitOf(range(16).map(noise)))
  for (const other of others) {
    const node = index.add(other)
    const near = index.nearest(other, {
      allowed: setOf(range(index.size()), index.size()),
      limit: 1,
      cutoff: 0,
    })
    assert.equal([...near.nodes], [node])
  }
  assert.is(index.size(), 501)
})

test('no vectors, and an empty set, have nothing near', () => {
  const index = openExactVectors({ dimensions: 8 })
  const asked = { limit: 10, cutoff: noCutoff }
  const query = unitOf(range(8).map(() => 1))
  assert.is(index.nearest(query, { ...asked, allowed: setOf([], 0) }).nodes.length, 0)
  index.add(query)
  assert.is(index.nearest(query, { ...asked, allowed: setOf([], 1) }).nodes.length, 0)
})

test('what was written out and read again answers the same', () => {
  const vectors = clustered(3_000, 40)
  const index = openExactVectors({ dimensions: 40 })
  for (const vector of vectors) index.add(vector)
  const again = openExactVectors({ dimensions: 40 })
  again.load(index.parts().map((part) => Uint8Array.from(part)))
  const allowed = setOf(range(index.size()), index.size())
  for (const query of vectors.slice(0, 20)) {
    const asked = { allowed, limit: 5, cutoff: 0 }
    assert.equal(again.nearest(query, asked), index.nearest(query, asked))
  }
  assert.is(again.add(vectors[100] as Int16Array), index.add(vectors[100] as Int16Array))
  assert.equal(again.vectorOf(7), vectors[7])
})

test.run()
