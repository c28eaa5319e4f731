// A scan with more pages than there is time for ends with what was read, in the real child process.
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openExtractRunner } from '../../../src/extract/extract-runner.ts'
import { ocrFiles } from '../../../src/extract/ocr/ocr-files.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import { makeImagePdf } from '../../support/make-pdf.ts'
import { openTestIngest } from '../../support/open-test-ingest.ts'
import { pictureOf } from '../../support/picture.ts'
import { openBytes } from '../../support/read-bytes.ts'
import { cutOut } from '../../support/scanned-page.ts'

const sentence = 'The harbour master counts forty barrels of wax from Novgorod.'
const picture = await pictureOf(sentence)
const typed = 'The last page of the book has a text of its own.'
const book = await makeImagePdf([{ picture }, { picture }, { picture }, { text: typed }])

/** After the first picture its time is over. */
const hasty = openExtractRunner({
  program: childProgram(),
  limits: { ocrMs: 1, wallMs: 600_000 },
  // In English alone: a page takes half the time.
  ocrFiles: ocrFiles(undefined).slice(0, 1),
})

test('a book of more scans than there is time for is found by what was read', async () => {
  using room = await openTestIngest({ extractor: hasty })
  const objectId = await room.file(book, { contentType: 'application/pdf' })
  await room.ingest.ingestObject(room.attempt, { objectId })
  const texts = room.passages(objectId).filter(({ kind }) => kind !== 'metadata')
  assert.equal(
    texts.map(({ kind, text, page }) => [kind, text, page]),
    [
      ['ocr', sentence, 1],
      ['doc_chunk', typed, 4],
    ],
  )
  const { index_state, page_count, part, warnings } = room.object(objectId)
  assert.equal([index_state, page_count], ['indexed', 4])
  assert.is(part, '{"unit":"pages","read":2,"of":4}')
  assert.is(warnings, '["Read 2 of 4 pages: the time for one file was over."]')
})

test('so is a TIFF', async () => {
  const sheet = await cutOut(picture)
  const sheets = sharp([sheet, sheet, sheet], { join: { animated: true } })
  using open = openBytes({ bytes: await sheets.tiff({ compression: 'lzw' }).toBuffer() })
  const texts: string[] = []
  const { part } = await hasty.extract({ fd: open.fd, claims: open.claims }, async (some) => {
    texts.push(...some.map(({ text }) => text))
  })
  assert.equal(part, { unit: 'pages', read: 1, of: 3 })
  assert.equal(texts, [sentence])
})

test.run()
