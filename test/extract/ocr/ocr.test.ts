// What is written in pictures and on scanned pages: in the real child process, and in this one
// where it is about what is read, which is decided in the same way wherever it is.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp, { type Region } from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Block } from '../../../src/domain/ingest/ports.ts'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { openExtractRunner } from '../../../src/extract/extract-runner.ts'
import { imageSize } from '../../../src/extract/ocr/image-size.ts'
import { ocrFiles } from '../../../src/extract/ocr/ocr-files.ts'
import { openOcr } from '../../../src/extract/ocr/open-ocr.ts'
import { loadPictureEngine } from '../../../src/extract/preview/picture-engine.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import { makeImagePdf } from '../../support/make-pdf.ts'
import { pictureOf, pngOf } from '../../support/picture.ts'
import { openBytes, readBytes, type TestFile } from '../../support/read-bytes.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const sentence = 'The harbour master counts forty barrels of wax from Novgorod.'
const picture = await pictureOf(sentence)

const [english = '', german = ''] = ocrFiles(undefined)

/** In English, unless languages are what it is about: each that is asked takes its time. */
async function extract(file: TestFile, { files = [english] } = {}) {
  using open = openBytes(file)
  const runner = openExtractRunner({ program: childProgram(), ocrFiles: files })
  const blocks: Block[] = []
  const extraction = await runner.extract({ fd: open.fd, claims: open.claims }, async (some) => {
    blocks.push(...some.map(({ words: _, ...block }) => block))
  })
  return { extraction, blocks }
}

await loadPictureEngine(blobSource(picture))

async function readHere(file: TestFile, { files = [english] } = {}) {
  const ocr = openOcr({ files, turn: () => {}, budgetMs: 60_000 })
  const { blocks, found } = await readBytes(file, { ocr })
  return { blocks: blocks.map(({ words: _, ...block }) => block), warnings: found.warnings }
}

test('the text of a picture becomes passages of recognised text', async () => {
  const files = ocrFiles(undefined)
  assert.is(files.length, 2)
  const { extraction, blocks } = await extract({ bytes: picture }, { files })
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

test('a scanned page with a stamp over it is read as a picture', async () => {
  const stamp = 'Case 1:24-cv-00017 Page 3 of 9'
  const text = `\n\n\n\n\n${stamp}`
  const bytes = await makeImagePdf([
    { text, picture },
    { text, picture, small: true },
  ])
  const { blocks } = await readHere({ bytes })
  const [first, ...others] = blocks
  assert.equal([first?.passage, first?.page], ['ocr', 1])
  assert.match(first?.text ?? '', sentence)
  assert.equal(others.at(-1), { kind: 'prose', text: stamp, page: 2 })
})

test('without text recognition a picture is indexed by its name alone', async () => {
  const { extraction, blocks } = await extract({ bytes: picture }, { files: [] })
  assert.equal([extraction.modality, blocks], ['image', []])
})

const germanData = readFileSync(german)
const umlauts = 'Über die Größe der Fässer und die Güte des Öls'

/** The sentence without the paper around it, as recognition is given it. */
const line = graymapOf({ left: 100, top: 150, width: 1_450, height: 130 })

async function graymapOf(part: Region): Promise<Buffer> {
  const dots = await sharp(picture).extract(part).greyscale().raw().toBuffer()
  return Buffer.concat([Buffer.from(`P5 ${part.width} ${part.height} 255\n`), dots])
}

/** Where a part is, by the table of contents of the data. */
function beginOf(part: number): number {
  return Number(germanData.readBigInt64LE(4 + 8 * part))
}

/** Its table of contents says that a part is not there. */
function without(part: number): Buffer {
  const data = Buffer.from(germanData)
  data.writeBigInt64LE(-1n, 4 + 8 * part)
  return data
}

function damagedAt(at: number): Buffer {
  return Buffer.from(germanData).fill(0xff, at, at + 2_000)
}

/** What the operator has put there. */
function languageFolder(files: Record<string, Uint8Array>) {
  const folder = temporaryFolder()
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder.path, name), bytes)
  return folder
}

test('files in the folder of languages come to ours, or in the place of those named alike', () => {
  const data = gzipSync(germanData, { level: 1 })
  using folder = languageFolder({
    'swe.traineddata.gz': data,
    'eng.traineddata': germanData,
    'chi_sim.traineddata.gz': data,
    'notes.txt': data,
    'swe.traineddata.part': data,
  })
  const own = (name: string) => join(folder.path, name)
  assert.equal(ocrFiles(folder.path), [
    ...[german, own('chi_sim.traineddata.gz'), own('eng.traineddata'), own('swe.traineddata.gz')],
  ])
})

test('a language that was dropped into the folder is read', async () => {
  using folder = languageFolder({ 'swe.traineddata': germanData })
  const bytes = await pictureOf(umlauts)
  const textBy = async (files: string[]) => (await readHere({ bytes }, { files })).blocks[0]?.text
  assert.is(await textBy([join(folder.path, 'swe.traineddata')]), umlauts)
  assert.is.not(await textBy([english]), umlauts)
})

for (const [what, file] of [
  ['torn', { 'swe.traineddata': germanData.subarray(0, 100_000) }],
  ['torn at its very end', { 'swe.traineddata': germanData.subarray(0, beginOf(22) + 64) }],
  ['damaged in the midst', { 'swe.traineddata': damagedAt(beginOf(21)) }],
  ['of version 3, without a network', { 'swe.traineddata': without(17) }],
  ['without letters', { 'swe.traineddata': without(21) }],
  ['zeros', { 'swe.traineddata': Buffer.alloc(5_000) }],
  ['empty', { 'swe.traineddata': Buffer.alloc(0) }],
  ['not packed', { 'swe.traineddata.gz': Buffer.from('no language at all') }],
] as const) {
  test(`a language file that is ${what} is left out, and the others serve`, async () => {
    using folder = languageFolder(file)
    const [first = '', , added = ''] = ocrFiles(folder.path)
    const files = [first, added]
    assert.match(added, folder.path)
    // In this process: which languages serve is decided in the same way wherever it is.
    const ocr = openOcr({ files, turn: () => {}, budgetMs: 60_000 })
    const read = await ocr.read({ image: await line, scale: 1 })
    assert.equal([read?.text.trim(), read?.problem], [sentence, undefined])
  })
}

test('a child that finds a torn language file reads on with the others', async () => {
  using folder = languageFolder({ 'swe.traineddata': germanData.subarray(0, 100_000) })
  const files = ocrFiles(folder.path)
  const { extraction, blocks } = await extract({ bytes: picture }, { files })
  assert.equal(blocks, [{ kind: 'prose', passage: 'ocr', text: sentence }])
  assert.equal(extraction.warnings, [])
})

test('without a language that can be read, files have what there is, and say so', async () => {
  using folder = languageFolder({
    'eng.traineddata': Buffer.alloc(9),
    'deu.traineddata.gz': picture,
  })
  const files = ocrFiles(folder.path)
  assert.is(files.length, 2)
  const says = ['Text recognition did not start: none of its language files can be read.']
  const seen = await extract({ bytes: picture }, { files })
  assert.equal([seen.blocks, seen.extraction.warnings], [[], says])
  const pages = [{ text: 'A page with a text of its own.' }, { picture }, { picture }]
  const { warnings, blocks } = await readHere({ bytes: await makeImagePdf(pages) }, { files })
  assert.equal(blocks, [{ kind: 'prose', text: 'A page with a text of its own.', page: 1 }])
  assert.equal(warnings, says)
})

test('noise says nothing', async () => {
  const pixels = Uint8Array.from({ length: 200 * 200 }, (_, i) => (i * 7919 + (i >> 4) * 31) & 0xff)
  const { blocks } = await readHere({ bytes: pngOf(pixels, { width: 200, height: 200 }) })
  assert.equal(blocks, [])
})

test('a picture in which no word has room is not looked at, and is whole or damaged', async () => {
  using folder = languageFolder({ 'eng.traineddata': Buffer.alloc(9) })
  const files = [join(folder.path, 'eng.traineddata')]
  const blank = (size: { width: number; height: number }) =>
    pngOf(new Uint8Array(size.width * size.height), size)
  const saidOf = async (bytes: Buffer) => (await readHere({ bytes }, { files })).warnings
  assert.equal(await saidOf(blank({ width: 31, height: 31 })), [])
  assert.equal(await saidOf(blank({ width: 400, height: 7 })), [])
  assert.match(`${await saidOf(blank({ width: 8, height: 32 }))}`, 'Text recognition did not start')
  const torn = blank({ width: 31, height: 31 }).subarray(0, 50)
  assert.match(`${await saidOf(torn)}`, 'could not be opened')
})

test('a picture of billions of dots is not opened', async () => {
  const header = pngOf(new Uint8Array(1), { width: 1, height: 1 })
  header.writeUInt32BE(50_000, 16)
  header.writeUInt32BE(50_000, 20)
  const { warnings, blocks } = await readHere({ bytes: header })
  assert.equal(blocks, [])
  assert.match(warnings[0] ?? '', 'too large')
})

test('a damaged picture is indexed with a warning', async () => {
  const { warnings } = await readHere({ bytes: picture.subarray(0, 200) })
  assert.match(warnings[0] ?? '', 'could not be opened')
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
