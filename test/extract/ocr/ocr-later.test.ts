// A call in which nothing is recognised says where that would have to be done.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Block } from '../../../src/domain/ingest/ports.ts'
import { openExtractRunner } from '../../../src/extract/extract-runner.ts'
import { ocrFiles } from '../../../src/extract/ocr/ocr-files.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import { makeImagePdf } from '../../support/make-pdf.ts'
import { pictureOf, pngOf } from '../../support/picture.ts'
import { openBytes } from '../../support/read-bytes.ts'

const picture = await pictureOf('Forty barrels of wax.')

async function readWithoutOcr(bytes: Uint8Array, { files = ocrFiles(undefined) } = {}) {
  using open = openBytes({ bytes })
  const runner = openExtractRunner({ program: childProgram(), ocrFiles: files })
  const blocks: Block[] = []
  const file = { fd: open.fd, claims: open.claims, ocrLater: true }
  const take = async (some: Block[]) => void blocks.push(...some)
  const ended = await runner.extract(file, take).then(
    ({ contentType }) => contentType,
    ({ name }: Error) => name,
  )
  return [ended, blocks.map(({ text }) => text).join(' ')]
}

test('a picture, and a document with a page that is one', async () => {
  assert.equal(await readWithoutOcr(picture), ['OcrWanted', ''])
  const mixed = await makeImagePdf([{ text: 'A page of text, long enough.' }, { picture }])
  assert.is((await readWithoutOcr(mixed))[0], 'OcrWanted')
})

test('a picture is opened by whoever reads it, but for one in which no word has room', async () => {
  assert.equal(await readWithoutOcr(picture.subarray(0, 200)), ['OcrWanted', ''])
  const dot = pngOf(new Uint8Array(100), { width: 10, height: 10 })
  assert.equal(await readWithoutOcr(dot), ['image/png', ''])
})

test('a document of text is read to its end', async () => {
  const text = 'A page of text, long enough.'
  assert.equal(await readWithoutOcr(await makeImagePdf([{ text }])), ['application/pdf', text])
})

test('where nothing can be recognised anyway nothing is left for later', async () => {
  assert.equal(await readWithoutOcr(picture, { files: [] }), ['image/png', ''])
})

test.run()
