// LanceDB itself, where its package is there.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openLanceDb } from '../../../src/adapters/outside-engine/lancedb.ts'
import { conditionOf, removalOf } from '../../../src/adapters/outside-engine/sql-conditions.ts'
import { unitVector } from '../../../src/engine/index.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const packages = process.env.KONTOR_TEST_LANCEDB
const dimensions = 16

function rowOf(passageNo: number) {
  const numbers = { passageNo, datasetNo: passageNo % 10, objectNo: passageNo % 7, createdAtS: 5 }
  const words = { modality: 'document', kind: 'doc_chunk', source: 'upload' } as const
  const parts = Array.from({ length: dimensions }, (_, i) => Math.sin(passageNo * (i + 1.37) * 13))
  const vector = unitVector(parts) as Int16Array
  return { ...numbers, ...words, lang: passageNo % 2 === 0 ? 'en' : 'de', vector }
}

test('filters and removals become conditions that nobody can break out of', () => {
  const filters = { lang: "d' OR TRUE --", kind: 'ocr', afterS: 3, beforeS: 9 } as const
  assert.is(
    conditionOf({ datasetNos: [1, 2], filters }),
    "dataset IN (1, 2) AND kind = 'ocr' AND lang = 'd'' OR TRUE --' " +
      'AND created_at_s >= 3 AND created_at_s <= 9',
  )
  assert.is(conditionOf({ datasetNos: undefined, filters: {} }), '')
  assert.is(conditionOf({ datasetNos: [], filters: {} }), 'FALSE')
  const passageNos = Array.from({ length: 501 }, (_, i) => i)
  const removed = removalOf({ datasetNos: [4], passageNos, afterPassageNo: 8 })
  assert.equal([removed[0], removed[1], removed.length], ['passage > 8', 'dataset IN (4)', 4])
  assert.is(removed[3], 'passage IN (500)')
})

test('a folder without the package is refused by the name of the setting', async () => {
  using folder = temporaryFolder()
  const opening = openLanceDb({ folder: folder.path }, { packages: folder.path })
  const why = await opening.then(
    () => '',
    (error) => error.message,
  )
  assert.match(why, /@lancedb\/lancedb@[\d.]+ cannot be loaded from .*_PACKAGES; run npm install/)
})

if (packages === undefined) {
  test('skipped: KONTOR_TEST_LANCEDB names no folder with @lancedb/lancedb in it', () => undefined)
} else {
  test('it finds what is near, filtered too, and what went is gone from its files', async () => {
    using folder = temporaryFolder()
    const rows = Array.from({ length: 2_000 }, (_, i) => rowOf(i + 1))
    const engine = await openLanceDb({ folder: folder.path }, { packages, indexedMin: 1_000 })
    const index = await engine.create('near', { dimensions })
    for (let at = 0; at < rows.length; at += 500) await index.put(rows.slice(at, at + 500))
    const near = (passageNo: number, asked = {}) =>
      index.near({
        vector: rowOf(passageNo).vector,
        datasetNos: undefined,
        filters: {},
        limit: 5,
        ...asked,
      })
    await index.tend()
    const dataFiles = () => readdirSync(join(folder.path, 'near.lance', 'data'))
    const before = dataFiles()
    const some = [3, 44, 555, 1_999]
    for (const no of some) assert.is((await near(no))[0], no)
    const german = await near(44, { filters: { lang: 'de' }, datasetNos: [1, 3] })
    assert.ok(german.length === 5 && german.every((no) => [1, 3].includes(no % 10)))
    await index.remove({
      datasetNos: [4],
      objectNos: [3],
      passageNos: [555],
      afterPassageNo: 1_500,
    })
    await index.tend()
    for (const no of some) assert.not.ok((await near(no, { limit: 50 })).includes(no))
    assert.not.ok(dataFiles().some((name) => before.includes(name)))
    rmSync(folder.path, { recursive: true })
    const why = await near(3).then(
      () => '',
      (error) => error.message,
    )
    assert.is.not(why, '', 'what is away fails, and is left out')
    await engine.close()
  })
}

test.run()
