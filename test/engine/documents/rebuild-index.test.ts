import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { indexAnewAfterUpgrade } from '../../../src/engine/documents/index-anew.ts'
import { rebuildIndex } from '../../../src/engine/documents/rebuild-index.ts'
import { verifyIndex } from '../../../src/engine/documents/verify-index.ts'
import { analysisVersion } from '../../../src/engine/limits.ts'
import { openTestSearch, snippetsOf, type TestSearch } from '../../support/open-test-search.ts'

const whole = { afterNo: 0, done: 0, limit: Number.MAX_SAFE_INTEGER }

async function openArchive() {
  const search = openTestSearch()
  const tenantId = search.tenant()
  const texts = Array.from({ length: 130 }, (_, i) => `The boiler number ${i}, inspected`)
  const owner = await search.object(search.dataset(tenantId), [
    ...texts.map((text) => ({ text, page: 3, lang: 'en' })),
    { text: 'ボイラーの検査報告', lang: 'ja' },
  ])
  return { search, tenantId, owner, [Symbol.dispose]: search[Symbol.dispose] }
}

async function problemsOf({ store }: TestSearch) {
  const { problems } = await verifyIndex({ store }, whole)
  return problems.map(({ check, message }) => `${check}: ${message}`)
}

test('an index that was kept by the room is in order', async () => {
  using archive = await openArchive()
  assert.equal(await problemsOf(archive.search), [])
})

test('after an upgrade it is made anew once, and everything is found meanwhile', async () => {
  using archive = await openArchive()
  const { search, tenantId, owner } = archive
  const { raw } = search.store
  const texts = Array.from({ length: 3 }, () =>
    Array.from({ length: 200 }, () => 'one more boiler'),
  )
  for (const some of texts) await search.addTo(owner, some)
  const version = () => raw.prepare('SELECT version, after_passage_no FROM analysis_version').get()
  const found = () => search.find(tenantId, 'boiler').total
  const before = found()
  raw.exec(`
    UPDATE passage_fts SET body = 'boiler', stem = 'boiler', tags = 'x' WHERE rowid < 600;
    INSERT INTO analysis_version VALUES (1, 1, 0)`)
  assert.is(await indexAnewAfterUpgrade(search), true)
  assert.equal(version(), { version: 1, after_passage_no: 500 })
  assert.is(found(), before)
  assert.is(await indexAnewAfterUpgrade(search), false)
  assert.equal(version(), { version: analysisVersion, after_passage_no: 0 })
  assert.equal(await problemsOf(search), [])
  assert.is(found(), before)
  raw.exec(`UPDATE passage_fts SET body = '', stem = '', tags = 'x' WHERE rowid = 600`)
  assert.is(await indexAnewAfterUpgrade(search), false)
  assert.is((await problemsOf(search)).length, 1, 'it is done once')
})

test('a new index has the version of the program', async () => {
  using search = openTestSearch()
  assert.is(await indexAnewAfterUpgrade(search), false)
  const version = search.store.raw.prepare('SELECT version FROM analysis_version').pluck().get()
  assert.is(version, analysisVersion)
})

test('damage is found, named, and gone after a rebuild', async () => {
  using archive = await openArchive()
  const { search, tenantId } = archive
  const { raw } = search.store
  const idOf = raw.prepare('SELECT passage_id FROM passage WHERE passage_no = ?').pluck()
  const before = search.find(tenantId, 'boiler 17', { limit: 100 })
  raw.exec(`
    DELETE FROM passage_fts WHERE rowid IN (5, 18, 60);
    INSERT INTO passage_fts (rowid, body, stem, tags) VALUES (60, 'other words', 'other', 'x');
    INSERT INTO passage_fts (rowid, body, stem, tags) VALUES (999, 'boiler', 'boiler', 'x');
    DELETE FROM passage_stems WHERE passage_no = 30;
    UPDATE passage_stems SET stems = x'0100' WHERE passage_no = 31`)
  assert.equal(await problemsOf(search), [
    `missing: passage ${idOf.get(5)} is not in the index`,
    `missing: passage ${idOf.get(18)} is not in the index`,
    `outdated: passage ${idOf.get(30)} is indexed differently`,
    `outdated: passage ${idOf.get(31)} is indexed differently`,
    `outdated: passage ${idOf.get(60)} is indexed differently`,
    'orphan: row 999 of the index belongs to no passage',
  ])
  const { done, total, nextNo } = await rebuildIndex({ store: search.store }, whole)
  assert.equal([done, total, nextNo], [131, 131, undefined])
  assert.equal(await problemsOf(search), [])
  assert.equal(search.find(tenantId, 'boiler 17', { limit: 100 }), before)
})

test('it goes on where it stopped, and everything is found between the steps', async () => {
  using archive = await openArchive()
  const { search, tenantId } = archive
  const { store } = search
  const all = snippetsOf(search.find(tenantId, 'boiler', { limit: 100 }))
  let slice = { afterNo: 0, done: 0, limit: 50 }
  const steps: number[] = []
  for (;;) {
    const { done, nextNo } = await rebuildIndex({ store }, slice)
    steps.push(done)
    assert.equal(snippetsOf(search.find(tenantId, 'boiler', { limit: 100 })), all)
    if (nextNo === undefined) break
    slice = { ...slice, afterNo: nextNo, done }
  }
  assert.equal(steps, [50, 100, 131])
})

test('what is deleted between two steps stays away', async () => {
  using archive = await openArchive()
  const { search, tenantId } = archive
  const { store } = search
  const { done, nextNo = 0 } = await rebuildIndex({ store }, { ...whole, limit: 50 })
  store.raw.exec('DELETE FROM passage WHERE passage_no IN (10, 100)')
  const stemRows = store.raw.prepare('SELECT count(*) FROM passage_stems').pluck()
  assert.is(stemRows.get(), 129)
  await rebuildIndex({ store }, { ...whole, afterNo: nextNo, done })
  assert.equal(await problemsOf(search), [])
  assert.is(search.find(tenantId, 'boiler').total, 128)
})

test('an empty index is in order and rebuilt at once', async () => {
  using search = openTestSearch()
  const { store } = search
  assert.equal(await problemsOf(search), [])
  assert.is((await rebuildIndex({ store }, whole)).done, 0)
})

test.run()
