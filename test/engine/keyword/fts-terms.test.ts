// The words that fuzzy terms are looked for in, without an engine in memory.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { removePassages } from '../../../src/domain/search/index.ts'
import { openDocValues } from '../../../src/engine/documents/doc-values.ts'
import { openFollower } from '../../../src/engine/keyword/follow-changes.ts'
import { openFtsTerms } from '../../../src/engine/keyword/fts-terms.ts'
import { fuzzyTerms } from '../../../src/engine/spelling/fuzzy-terms.ts'
import { openTestSearch } from '../../support/open-test-search.ts'

const all = { limit: Number.MAX_SAFE_INTEGER }

function openArchive() {
  const search = openTestSearch()
  const { db } = search.store
  const docValues = openDocValues()
  const follower = openFollower(docValues)
  const vocabulary = openFtsTerms({ db, docValues })
  const walk = () => {
    follower.catchUp(db, all)
    return vocabulary.cursor()
  }
  return {
    search,
    walk,
    dataset: search.dataset(search.tenant()),
    words() {
      const cursor = walk()
      const found: string[] = []
      for (let word = cursor.term(); word !== undefined; word = cursor.term()) {
        found.push(word)
        cursor.next()
      }
      return found
    },
    near: (term: string, distance: number) =>
      fuzzyTerms(walk(), { term, distance }).map(({ term }) => term),
    [Symbol.dispose]: search[Symbol.dispose],
  }
}

test('every word is there once as it stands, no stem and no tag', async () => {
  using archive = openArchive()
  assert.equal(archive.words(), [])
  await archive.search.object(archive.dataset, ['Boilers of the houses', 'the boilers'])
  assert.equal(archive.words(), ['boilers', 'houses', 'of', 'the'])
})

test('words of passages that come later are found, those of many, too', async () => {
  using archive = openArchive()
  const owner = await archive.search.object(archive.dataset, ['boiler turbine'])
  assert.equal(archive.near('bailer', 1), ['boiler'])
  await archive.search.addTo(owner, ['bailey zirconium'])
  assert.equal(archive.near('bailer', 1), ['boiler', 'bailey'])
  for (let i = 0; i < 11; i++) {
    await archive.search.addTo(
      owner,
      Array.from({ length: 200 }, (_, j) => `sailer plum${i * 200 + j}`),
    )
  }
  assert.equal(archive.near('bailer', 1), ['bailey', 'boiler', 'sailer'])
})

test('a list longer than one step is whole, and is skipped through without loss', async () => {
  using archive = openArchive()
  const owner = await archive.search.object(archive.dataset, [])
  const word = (i: number) => `w${String(i).padStart(5, '0')}`
  for (let i = 0; i < 12; i++) {
    const texts = Array.from({ length: 20 }, (_, j) =>
      Array.from({ length: 50 }, (_, k) => word((i * 20 + j) * 50 + k)).join(' '),
    )
    await archive.search.addTo(owner, texts)
  }
  assert.is(archive.words().length, 12_000)
  const cursor = archive.walk()
  cursor.skip('w0')
  assert.is(cursor.term(), 'w10000')
  cursor.skip('w1')
  assert.is(cursor.term(), undefined)
  const oneLetterMore = archive
    .words()
    .filter((one) => [...one].some((_, at) => one.slice(0, at) + one.slice(at + 1) === 'w0777'))
  assert.equal(archive.near('w0777', 1), oneLetterMore)
})

test('a rebuilt index is read anew', async () => {
  using archive = openArchive()
  const { store } = archive.search
  const owner = await archive.search.object(archive.dataset, ['boiler', 'turbine'])
  assert.equal(archive.words(), ['boiler', 'turbine'])
  await store.write((tx) => removePassages(tx, owner.objectId, { limit: 1 }))
  store.raw.exec(`INSERT INTO passage_fts (passage_fts) VALUES ('optimize');
    INSERT INTO index_change (op) VALUES ('rebuild')`)
  assert.equal(archive.words(), ['turbine'])
})

test('a walk that runs out of time keeps what it has read', async () => {
  using archive = openArchive()
  await archive.search.object(archive.dataset, ['boiler turbine'])
  archive.search.deadline.start(-1)
  assert.throws(() => archive.words())
  archive.search.deadline.start(10_000)
  assert.equal(archive.words(), ['boiler', 'turbine'])
})

test.run()
