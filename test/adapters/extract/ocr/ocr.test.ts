// What is written in pictures and on scanned pages, read in the real child process.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { childProgram } from '../../../../src/adapters/extract/child-program.ts'
import { openExtractRunner } from '../../../../src/adapters/extract/extract-runner.ts'
import { imageSize } from '../../../../src/adapters/extract/ocr/image-size.ts'
import { ocrFiles } from '../../../../src/adapters/extract/ocr/ocr-files.ts'
import type { Block } from '../../../../src/domain/ingest/ports.ts'
import { makeImagePdf } from '../../../support/make-pdf.ts'
import { pictureOf, pngOf } from '../../../support/picture.ts'
import { openBytes, type TestFile } from '../../../support/read-bytes.ts'

const sentence = 'The harbour master counts forty barrels of wax from Novgorod.'
const picture = await pictureOf(sentence)

async function extract(file: TestFile, { files = ocrFiles(undefined) } = {}) {
  using open = openBytes(file)
  const runner = openExtractRunner({ program: childProgram(), ocrFiles: files })
  const blocks: Block[] = []
  const extraction = await runner.extract({ fd: open.fd, claims: open.claims }, async (some) => {
    blocks.push(...some.map(({ words: _, ...block }) => block))
  })
  return { extraction, blocks }
}

test('the text of a picture becomes passages of recognised text', async () => {
  const { extraction, blocks } = await extract({ bytes: picture })
  assert.equal([extraction.contentType, extraction.modality], ['image/png', 'image'])
  assert.equal(blocks, [{ kind: 'prose', passage: 'ocr', text: sentence }])
})

test('a page without a text layer is read as a picture, the others by their text', async () => {
  const bytes = await makeImagePdf([{ text: 'A page with a text of its own.' }, { picture }])
  const { extraction, blocks } = await extract({ bytes })
  assert.is(extraction.pageCount, 2)
  assert.equal(blocks, [
    { kind: 'prose', text: 'A page with a text of its own.', page: 1 },
    { kind: 'prose', passage: 'ocr', text: sentence, page: 2 },
  ])
})

test('without text recognition a picture is indexed by its name alone', async () => {
  const { extraction, blocks } = await extract({ bytes: picture }, { files: [] })
  assert.equal([extraction.modality, blocks], ['image', []])
})

test('noise says nothing', async () => {
  const pixels = Uint8Array.from({ length: 200 * 200 }, (_, i) => (i * 7919 + (i >> 4) * 31) & 0xff)
  const { blocks } = await extract({ bytes: pngOf(pixels, { width: 200, height: 200 }) })
  assert.equal(blocks, [])
})

test('a picture of billions of dots is not opened', async () => {
  const header = pngOf(new Uint8Array(1), { width: 1, height: 1 })
  header.writeUInt32BE(50_000, 16)
  header.writeUInt32BE(50_000, 20)
  const { extraction, blocks } = await extract({ bytes: header })
  assert.equal(blocks, [])
  assert.match(extraction.warnings[0] ?? '', 'too large')
})

test('a damaged picture is indexed with a warning', async () => {
  const { extraction } = await extract({ bytes: picture.subarray(0, 200) })
  assert.match(extraction.warnings[0] ?? '', 'could not be opened')
})

test('the size of a picture is read from its first bytes', () => {
  assert.equal(imageSize(pngOf(new Uint8Array(6), { width: 3, height: 2 })), {
    width: 3,
    height: 2,
  })
  const jpeg = Buffer.from(`ffd8ffe00004aaaaffc00011080102030401${'00'.repeat(30)}`, 'hex')
  assert.equal(imageSize(jpeg), { width: 0x0304, height: 0x0102 })
  const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.of(5, 0, 7, 0), Buffer.alloc(30)])
  assert.equal(imageSize(gif), { width: 5, height: 7 })
  assert.is(imageSize(Buffer.alloc(100)), undefined)
})

test.run()
