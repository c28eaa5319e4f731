// What of a watched folder is taken, and when what failed is tried again.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openSettledFiles, type Untaken } from '../../../src/domain/folders/settled-files.ts'

const second = 1_000
const hour = 3_600 * second

/** A folder of files that stand still, with a clock that is moved by hand. */
function openFolder({ names, pathsMax = 100 }: { names: string[]; pathsMax?: number }) {
  let nowMs = 5_000_000
  const settled = openSettledFiles({ pathsMax, nowMs: () => nowMs })
  const files = new Map(names.map((path) => [path, { path, sizeBytes: 1, modifiedMs: 1 }]))
  const look = () => settled.after([...files.values()])
  const failing = (paths: readonly string[], more: Partial<Untaken> = {}) =>
    paths.map((path) => ({ path, reason: 'away', mayPass: true, ...more }))
  assert.equal(look(), [''], 'the first look takes nothing')
  settled.took([''])
  return {
    files,
    settled,
    look,
    failing,
    wait: (ms: number) => {
      nowMs += ms
    },
    /** What is given to be taken is taken, but for these. */
    take(failed: readonly string[], more = {}) {
      const paths = look()
      const news = settled.took(paths, failing(failed, more))
      return { paths, news: news.map(({ path }) => path) }
    },
  }
}

test('what failed for now is given again after a pause that doubles up to an hour', () => {
  const folder = openFolder({ names: ['a', 'b'] })
  assert.equal(folder.take(['a']).paths, ['a', 'b'])
  for (const pauseS of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]) {
    folder.wait(pauseS * second - 1)
    assert.equal(folder.look(), [], `before ${pauseS} s`)
    folder.wait(1)
    assert.equal(folder.take(['a']).paths, ['a'], `after ${pauseS} s`)
  }
  folder.wait(hour)
  assert.equal(folder.take([]).paths, ['a'])
  folder.wait(24 * hour)
  assert.equal(folder.look(), [], 'it went well')
})

test('what can never go well is given again only when it has changed', () => {
  const folder = openFolder({ names: ['a'] })
  folder.take(['a'], { mayPass: false })
  folder.wait(24 * hour)
  assert.equal(folder.look(), [])
  folder.files.set('a', { path: 'a', sizeBytes: 2, modifiedMs: 2 })
  assert.equal([folder.look(), folder.look()], [[], ['a']])
})

test('a file that has changed is tried before its pause is over, and then pauses briefly', () => {
  const folder = openFolder({ names: ['a'] })
  folder.take(['a'])
  folder.wait(30 * second)
  folder.take(['a'])
  folder.files.set('a', { path: 'a', sizeBytes: 2, modifiedMs: 2 })
  assert.equal(folder.look(), [], 'it has to stand still')
  assert.equal(folder.take(['a']).paths, ['a'])
  folder.wait(30 * second)
  assert.equal(folder.look(), ['a'])
})

test('those that failed take no place of those that were never tried', () => {
  const folder = openFolder({ names: ['a', 'b', 'c', 'd', 'e'], pathsMax: 2 })
  assert.equal(folder.take(['a', 'b']).paths, ['a', 'b'])
  assert.equal(folder.take(['d']).paths, ['c', 'd'], 'their pause is not over')
  folder.wait(hour)
  assert.equal(folder.take(['a']).paths, ['e', 'a'], 'they come last')
  assert.equal(folder.take(['b', 'd']).paths, ['b', 'd'])
  folder.wait(30 * second)
  assert.equal(folder.look(), [], 'each waits for itself')
  folder.wait(30 * second)
  assert.equal(folder.look(), ['a', 'b'], 'whoever waits longest is first')
})

test('the same trouble of a file is news once, until it went well or is another one', () => {
  const folder = openFolder({ names: ['a', 'b', 'c'] })
  const again = (failed: string[], more = {}) => {
    folder.wait(hour)
    return folder.take(failed, more).news
  }
  assert.equal(again(['a', 'b']), ['a', 'b'])
  assert.equal(again(['a', 'b']), [])
  const full = { cause: 'full' }
  assert.equal(again(['a'], { ...full, reason: '1 byte is left' }), ['a'])
  assert.equal(again(['a'], { ...full, reason: '2 bytes are left' }), [])
  folder.files.set('a', { path: 'a', sizeBytes: 2, modifiedMs: 2 })
  folder.look()
  assert.equal(again(['a'], { ...full, mayPass: false }), [])
  folder.files.set('b', { path: 'b', sizeBytes: 2, modifiedMs: 2 })
  folder.look()
  assert.equal(again(['b']), ['b'], 'it had gone well between')
})

test('what is gone is looked for again until it could be dealt with', () => {
  const folder = openFolder({ names: ['a', 'b'] })
  folder.take([])
  folder.files.delete('a')
  assert.equal(folder.look(), [''])
  assert.equal(folder.look(), [''], 'that import came to nothing')
  assert.equal(folder.take(['a']), { paths: [''], news: ['a'] })
  assert.equal(folder.look(), [])
  folder.wait(30 * second)
  assert.equal(folder.take(['a']), { paths: [''], news: [] })
  folder.wait(30 * second)
  assert.equal(folder.look(), [])
  folder.wait(30 * second)
  assert.equal(folder.take([]).paths, [''])
  folder.wait(24 * hour)
  assert.equal(folder.look(), [])
})

test('a file that went away while it waited may be one that was imported before', () => {
  const folder = openFolder({ names: ['a'] })
  folder.take(['a'])
  folder.files.delete('a')
  assert.equal(folder.take([]).paths, [''])
  assert.equal(folder.look(), [])
})

test('only what an import missed and the next look does not see either may be deleted', () => {
  const folder = openFolder({ names: ['a'] })
  folder.take([])
  assert.equal(folder.settled.gone(), [], 'nothing was missed yet')
  folder.settled.took([''], [], ['x', 'y', 'z'])
  folder.files.set('y', { path: 'y', sizeBytes: 1, modifiedMs: 1 })
  folder.look()
  assert.equal(folder.settled.gone(), ['x', 'z'])
  folder.settled.took([''], [], ['x', 'z', 'w'])
  assert.equal([folder.look(), folder.settled.gone()], [['y'], ['w']])
  folder.settled.took(['y'], [], ['w'])
  assert.equal([folder.look(), folder.settled.gone()], [[], []], 'it was looked for')
})

test('what is to be deleted goes in parts', () => {
  const folder = openFolder({ names: ['a'], pathsMax: 2 })
  folder.take([])
  folder.settled.took([''], [], ['v', 'w', 'x', 'y', 'z'])
  const parts = [['v', 'w'], ['x', 'y'], ['z']]
  for (const [at, part] of parts.entries()) {
    assert.equal([folder.look(), folder.settled.gone()], [[''], part])
    folder.settled.took([''], [], parts.slice(at).flat())
  }
  assert.equal(folder.look(), [])
})

test.run()
