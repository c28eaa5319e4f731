// Pictures as scanners and telephones make them, read in the real child process.
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Block } from '../../../src/domain/ingest/ports.ts'
import { openExtractRunner } from '../../../src/extract/extract-runner.ts'
import { extractLimits } from '../../../src/extract/limits.ts'
import { ocrFiles } from '../../../src/extract/ocr/ocr-files.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import { makeImagePdf } from '../../support/make-pdf.ts'
import { makeZip } from '../../support/make-zip.ts'
import { relations } from '../../support/office-files.ts'
import { pictureOf } from '../../support/picture.ts'
import { inspectBytes, openBytes } from '../../support/read-bytes.ts'
import {
  columnText,
  cutOut,
  pageSize,
  scannedSheet,
  scannedText,
  unpackedWords,
} from '../../support/scanned-page.ts'

async function read(bytes: Uint8Array, { pagesMax = extractLimits.pagesMax } = {}) {
  using open = openBytes({ bytes })
  // In English: how languages go together is in ocr.test.ts.
  const files = ocrFiles(undefined).slice(0, 1)
  const limits = { ...extractLimits, pagesMax }
  const runner = openExtractRunner({ program: childProgram(), ocrFiles: files, limits })
  const blocks: Block[] = []
  const { warnings, pageCount } = await runner.extract(open, async (some) => {
    blocks.push(...some)
  })
  return { text: blocks.map((block) => block.text).join(' '), blocks, warnings, pageCount }
}

test('a Word document that holds nothing but a scan is read like a picture', async () => {
  const picture = await pictureOf(scannedText)
  const drawing = '<w:p><w:r><w:drawing><a:blip r:embed="p"/></w:drawing></w:r></w:p>'
  const bytes = makeZip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document><w:body>${drawing}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations({ p: ['image', 'media/scan.png'] }),
    'word/media/scan.png': picture,
  })
  const { blocks } = await read(bytes)
  assert.ok(blocks.length > 0)
  assert.equal(new Set(blocks.map(({ passage }) => passage)), new Set(['ocr']))
})

test('columns of a scanned document are read one after the other', async () => {
  const picture = await pictureOf(columnText, { columns: 2 })
  const { blocks } = await read(await makeImagePdf([{ picture }]))
  assert.equal(new Set(blocks.map(({ page, passage }) => `${page} ${passage}`)), new Set(['1 ocr']))
  const seen = blocks.map(({ text }) => text).join(' ')
  assert.is(seen.replace(/(\w)- (\w)/g, '$1$2'), columnText)
})

test('a photograph is read as it is shown', async () => {
  const page = await cutOut(scannedSheet)
  const kept = sharp(page).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 90 })
  const { text, blocks } = await read(await kept.toBuffer())
  assert.is(text, scannedText)
  assert.equal(unpackedWords(blocks[0]?.words).size, pageSize)
})

test('each page of a TIFF is read', async () => {
  const other = 'The second sheet tells of salt and of herring.'
  const sheets = [await cutOut(scannedSheet), await cutOut(await pictureOf(other))]
  const joined = sharp(sheets, { join: { animated: true } })
  const bytes = await joined.tiff({ compression: 'lzw' }).toBuffer()
  const seen = await read(bytes)
  assert.is(seen.pageCount, 2)
  const pages = seen.blocks.map(({ text, page, words }) => [page, text, words !== undefined])
  assert.equal(pages, [
    [1, scannedText, true],
    [2, other, true],
  ])
  assert.is((await inspectBytes({ bytes })).failure, null)
  try {
    await read(bytes, { pagesMax: 1 })
    assert.unreachable()
  } catch (error) {
    assert.is((error as { code: string }).code, 'too_many_pages')
  }
})

test('one that can only be opened whole, and is too large for that, is named', async () => {
  const create = { width: 120, height: 120, channels: 3, background: 'white' } as const
  const bytes = await sharp({ create }).jpeg({ progressive: true }).toBuffer()
  // What its head says: 12,000 by 12,000.
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]))
  for (const at of [frame + 5, frame + 7]) bytes.writeUInt16BE(12_000, at)
  const { warnings, text } = await read(bytes)
  assert.equal([warnings, text], [['The picture is too large for text recognition.'], ''])
})

test('a TIFF of more dots than anybody needs is named, too', async () => {
  const create = { width: 120, height: 120, channels: 3, background: 'white' } as const
  const bytes = await sharp({ create }).greyscale().tiff({ compression: 'deflate' }).toBuffer()
  // What its head says: 15,000 by 15,000, in one strip.
  for (const tag of [256, 257, 278]) writeTag(bytes, { tag, value: 15_000 })
  const { warnings, text } = await read(bytes)
  assert.equal([warnings, text], [['The picture is too large for text recognition.'], ''])
})

/** In the first directory of a TIFF, as this machine writes it; a value has two bytes at most. */
function writeTag(bytes: Buffer, { tag, value }: { tag: number; value: number }): void {
  const directory = bytes.readUInt32LE(4)
  for (let i = 0; i < bytes.readUInt16LE(directory); i++) {
    const at = directory + 2 + 12 * i
    if (bytes.readUInt16LE(at) === tag) bytes.writeUInt16LE(value, at + 8)
  }
}

test('of a damaged picture there is what comes before the damage', async () => {
  const bytes = await sharp(scannedSheet).jpeg().toBuffer()
  const { text, warnings } = await read(bytes.subarray(0, Math.floor(bytes.length * 0.9)))
  assert.match(text, /forty barrels/)
  assert.equal(warnings, ['The picture is damaged; it was read as far as possible.'])
})

test.run()
