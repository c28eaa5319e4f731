// Passages that are like other good answers come before those that stand alone.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { shareAmongAlike } from '../../../src/engine/hybrid/fuse-alike.ts'
import type { VectorSpace } from '../../../src/engine/vectors/nearest-passages.ts'

/** A space in which passages point into directions; undefined: one without a vector. */
function spaceOf(angles: readonly (number | undefined)[]): VectorSpace {
  const vectorOf = (node: number) =>
    Int16Array.of(...[Math.cos, Math.sin].map((part) => 32_767 * part(angles[node] as number)))
  const cosines = (vector: Int16Array, nodes: Int32Array) =>
    Float64Array.from(nodes, (node) => {
      const other = vectorOf(node)
      return vector.reduce((sum, part, i) => sum + part * (other[i] as number), 0) / 32_767 ** 2
    })
  const nodeAt = (docId: number) => (angles[docId] === undefined ? -1 : docId)
  return { index: { vectorOf, cosines }, nodes: { nodeAt }, cutoff: 0 } as unknown as VectorSpace
}

function scoresOf(passages: readonly { angle?: number; score: number }[]): number[] {
  const found = {
    docIds: Int32Array.from(passages.keys()),
    scores: Float64Array.from(passages, ({ score }) => score),
  }
  const { scores } = shareAmongAlike(spaceOf(passages.map(({ angle }) => angle)), found, 0.3)
  return [...scores].map((score) => Number(score.toFixed(4)))
}

const right = Math.PI / 2

test('of two with nearly the same score the one like the best comes first', () => {
  const [, far = 0, like = 0] = scoresOf([
    { angle: 0, score: 1 },
    { angle: right, score: 0.6 },
    { angle: 0.1, score: 0.58 },
  ])
  assert.ok(like > far, `${like} ${far}`)
})

test('the best keeps its score, and none has more', () => {
  const scores = scoresOf([
    { angle: 0, score: 0.9 },
    { angle: 0.2, score: 0.7 },
    { angle: 0.4, score: 0.2 },
  ])
  assert.is(Math.max(...scores), 0.9)
})

test('what is like nothing, or has no vector, keeps its place beside what scores alike', () => {
  assert.equal(
    scoresOf([{ angle: 0, score: 1 }, { angle: right, score: 0.5 }, { score: 0.5 }]),
    [1, 0.5, 0.5],
  )
  assert.equal(scoresOf([{ score: 0 }]), [0])
  assert.equal(scoresOf([]), [])
})

test('what has no vector is not put behind for standing alone', () => {
  const [, like = 0, alone = 0] = scoresOf([
    { angle: 0, score: 1 },
    { angle: 0.1, score: 0.9 },
    { score: 0.95 },
  ])
  assert.ok(alone > like, `${alone} ${like}`)
})

test('those behind the first fifty stay behind them', () => {
  const passages = Array.from({ length: 60 }, (_, i) => ({ angle: i, score: 1 - i / 100 }))
  const scores = scoresOf(passages)
  assert.ok(Math.min(...scores.slice(0, 50)) > Math.max(...scores.slice(50)))
})

test.run()
