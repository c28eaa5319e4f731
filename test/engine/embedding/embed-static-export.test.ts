// What scripts/train-embedder/onnx_file.py makes of a table for programs that are not ours.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmbedStatic } from '../../../src/engine/embedding/embed-static.ts'
import { openEmbedTransformers } from '../../../src/engine/embedding/embed-transformers.ts'

const models = new URL('../../fixtures/models/', import.meta.url).pathname

test('a library that knows nothing of ours gets the same vectors from the export', async () => {
  const ours = openEmbedStatic(`${models}tiny`)
  const theirs = await openEmbedTransformers({
    folder: `${models}tiny-hf`,
    queryPrefix: '',
    passagePrefix: '',
    cutoff: null,
  })
  const texts = [
    'the cat sat on the mat on the mat',
    'Straße, Vertragsbruch',
    'dogs! 日本 naïve 😀',
  ]
  const [mine, found] = [ours.embedPassages(texts), await theirs.embedPassages(texts)]
  for (const [i, vector] of mine.entries()) {
    const cosine = vector.reduce((sum, value, k) => sum + value * (found[i]?.[k] ?? 0), 0)
    assert.ok(Math.abs(cosine - 1) < 1e-5, `${texts[i]}: ${cosine}`)
  }
})

test.run()
