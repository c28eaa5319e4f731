// What of the nearest passages is found: their words decide beside the cosine.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openShippedEmbedder } from '../../../src/engine/embedding/open-embedder.ts'
import type { LateInteraction } from '../../../src/engine/hybrid/late-interaction.ts'
import { rerankNearest } from '../../../src/engine/vectors/nearest-passages.ts'
import { openTestVectors, textsOf } from '../../support/open-test-vectors.ts'

type Passage = { cosine: number; likeness: number | undefined }

/** The documents that are kept of passages in the order of their cosines; undefined: not read. */
function keptOf(passages: readonly Passage[]): number[] {
  const readings: Pick<LateInteraction, 'fetch' | 'has' | 'likeness'> = {
    fetch: () => undefined,
    has: (docId) => passages[docId]?.likeness !== undefined,
    likeness: (docId) => passages[docId]?.likeness ?? 0,
  }
  const near = {
    docIds: Int32Array.from(passages.keys()),
    scores: Float64Array.from(passages, ({ cosine }) => cosine),
  }
  return [...rerankNearest(near, readings as LateInteraction, 0.18).docIds]
}

const unread = (cosine: number): Passage => ({ cosine, likeness: undefined })

test('what is near by its words is found, though its cosine is below the cutoff', () => {
  assert.equal(keptOf([{ cosine: 0.15, likeness: 0.6 }]), [0])
})

test('what is near by its cosine alone is not found', () => {
  assert.equal(keptOf([{ cosine: 0.22, likeness: 0.1 }]), [])
})

test('a passage among many that speak of something else needs more than a lone one', () => {
  const one = { cosine: 0.25, likeness: 0.24 }
  const others = Array<Passage>(49).fill({ cosine: 0.2, likeness: 0 })
  assert.equal(keptOf([one]), [0])
  assert.equal(keptOf([one, ...others]), [])
})

test('what is too far back to be read needs the cutoff, and that the nearest are found', () => {
  assert.equal(keptOf([{ cosine: 0.4, likeness: 0.5 }, unread(0.2), unread(0.17)]), [0, 1])
  assert.equal(keptOf([{ cosine: 0.21, likeness: 0 }, unread(0.2)]), [])
})

test('nothing near is nothing found', () => {
  assert.equal(keptOf([]), [])
})

const wings = [
  'The boundary layer on a swept wing becomes turbulent behind the leading edge.',
  'Measurements of heat transfer on a blunt cone in supersonic flow.',
  'The buckling of thin cylindrical shells under external pressure.',
  'Flutter of a cantilever wing at high speed, and its stiffness in torsion.',
]
const asked = [
  'Which football team won the championship in Denver?',
  'Who was the first archbishop of Warsaw?',
  'How does the school teach children to play the violin?',
]

test('questions about other things find nothing, other words for the same do', async () => {
  using vectors = await openTestVectors({ embedder: openShippedEmbedder() })
  const tenantId = vectors.tenant()
  await vectors.object(vectors.dataset(tenantId), wings)
  await vectors.embedAll()
  for (const question of asked) {
    assert.equal(textsOf(await vectors.find(tenantId, question)), [], question)
  }
  const [first] = textsOf(await vectors.find(tenantId, 'aircraft vibrate when they fly fast'))
  assert.is(first, wings[3])
})

test.run()
