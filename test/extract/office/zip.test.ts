import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { openZip } from '../../../src/extract/office/zip.ts'
import { makeZip } from '../../support/make-zip.ts'

const megabyte = 1024 * 1024

async function piecesOf(text: string): Promise<string[]> {
  const zip = await openZip(blobSource(makeZip({ part: text })))
  return Array.fromAsync(zip.textOf('part'))
}

test('a part that comes in pieces keeps the characters that lie across them', async () => {
  const text = `x${'ü€🙂'.repeat(300_000)}`
  const pieces = await piecesOf(text)
  assert.ok(pieces.length > 2)
  assert.ok(pieces.join('') === text)
})

test('a part too long to unpack at once comes as a stream', async () => {
  const text = `x${'€'.repeat(6 * megabyte)}`
  const pieces = await piecesOf(text)
  assert.ok(pieces.length > 100)
  assert.ok(pieces.join('') === text)
})

test('the directory of a file is read once, however often it is opened', async () => {
  const source = blobSource(makeZip({ part: 'text' }))
  let reads = 0
  const whole = () => {
    reads++
    return source.whole()
  }
  const counted = { ...source, whole }
  for (let i = 0; i < 3; i++) assert.ok((await openZip(counted)).has('part'))
  assert.is(reads, 1)
})

test.run()
