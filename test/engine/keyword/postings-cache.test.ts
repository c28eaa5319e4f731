import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDocValues } from '../../../src/engine/documents/doc-values.ts'
import { openPostingsCache } from '../../../src/engine/keyword/postings-cache.ts'

function opened() {
  const docValues = openDocValues()
  const kept = openPostingsCache(docValues)
  const asked: string[] = []
  const ask = (key: string, docIds = 1) =>
    kept(key, () => {
      asked.push(key)
      return [Array.from({ length: docIds }, (_, docId) => docId)]
    })
  return { docValues, asked, ask }
}

test('what was looked up is not looked up again', () => {
  const { ask, asked } = opened()
  assert.is(ask('which'), ask('which'))
  ask('there')
  assert.equal(asked, ['which', 'there'])
})

test('a passage that comes or goes makes it be looked up again', () => {
  const { docValues, ask, asked } = opened()
  ask('which')
  docValues.version += 1
  ask('which')
  assert.equal(asked, ['which', 'which'])
})

test('what was not asked for longest makes room', () => {
  const { ask, asked } = opened()
  ask('a', 400_000)
  ask('b', 400_000)
  ask('a', 400_000)
  ask('c', 400_000)
  ask('a', 400_000)
  ask('b', 400_000)
  assert.equal(asked, ['a', 'b', 'c', 'b'])
})

test('where there are more passages there is room for more', () => {
  const { docValues, ask, asked } = opened()
  docValues.living = 100_000
  docValues.version += 1
  for (const key of ['a', 'b', 'c', 'a', 'b', 'c']) ask(key, 400_000)
  assert.equal(asked, ['a', 'b', 'c'])
})

test('a list is given as it was found, whatever form it is kept in', () => {
  const { ask } = opened()
  for (const length of [0, 1, 63, 64, 1_000]) {
    const [found = []] = ask(`list of ${length}`, length)
    assert.equal(
      [...found],
      Array.from({ length }, (_, docId) => docId),
    )
  }
})

test.run()
