// Tables in columns that are large, or say that they are.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Block } from '../../../src/domain/ingest/ports.ts'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { nothingFound } from '../../../src/extract/formats/reader.ts'
import { readParquet } from '../../../src/extract/tables/read-parquet.ts'
import { parquetFile } from '../../support/parquet-file.ts'
import { readBytes } from '../../support/read-bytes.ts'

test('each row of a long group is one record, and the group is not read for each few', async () => {
  const file = blobSource(parquetFile(20_000))
  let readBytes = 0
  const slice: typeof file.slice = (range) => {
    readBytes += range.length
    return file.slice(range)
  }
  const limits = { pagesMax: 1, readPagesMax: 1 }
  const source = { ...file, slice }
  const request = { source, charset: 'utf-8', limits, found: nothingFound() }
  const blocks = (await Array.fromAsync(readParquet(request))) as Block[]
  assert.is(blocks.length, 20_000)
  for (const i of [0, 1_999, 2_000, 19_999]) {
    assert.is(blocks[i]?.text, `n: ${i}; pair: [${i},${i === 0 ? 0 : -i}]`)
  }
  assert.ok(readBytes < 4 * file.sizeBytes, `${readBytes} of ${file.sizeBytes}`)
})

test('a table that says to have more rows than it has is damaged', async () => {
  const read = (bytes: Buffer) => readBytes({ bytes }).catch((failure) => failure)
  assert.is((await read(parquetFile(10))).texts.length, 10)
  const failure = await read(parquetFile(10, { says: 100 }))
  assert.equal([failure.code, failure.detail], ['corrupt', 'a group has fewer rows than it says'])
})

test.run()
