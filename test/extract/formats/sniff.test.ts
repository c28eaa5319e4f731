import iconv from 'iconv-lite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { BlobSource } from '../../../src/extract/blob-source.ts'
import { claimedFormat, sniff } from '../../../src/extract/formats/sniff.ts'
import { makePdf } from '../../support/make-pdf.ts'
import { openBytes, type TestFile } from '../../support/read-bytes.ts'

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.alloc(100),
])
const pdf = await makePdf({ pages: ['x'] })
const noise = Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 7919 + (i >> 3)) & 0xff))

const files: [name: string, file: TestFile, contentType: string | null][] = [
  ['a PDF', { bytes: pdf }, 'application/pdf'],
  ['a PDF with junk before', { bytes: Buffer.concat([png, pdf]) }, 'application/pdf'],
  ['a PDF called text', { bytes: pdf, contentType: 'text/plain' }, 'application/pdf'],
  ['a picture', { bytes: png }, 'image/png'],
  ['a picture called text', { bytes: png, contentType: 'text/plain' }, 'image/png'],
  ['a zip', { bytes: Buffer.from('504b03041400000008000000', 'hex') }, 'application/zip'],
  ['noise', { bytes: noise }, null],
  ['one byte again and again', { bytes: Buffer.alloc(5_000, 0x8e) }, null],
  ['a text that begins like a bitmap', { bytes: 'BM is a company.' }, 'text/plain'],
  ['a text that begins like a program', { bytes: 'MZ, dear reader.' }, 'text/plain'],
  ['HTML', { bytes: '\n<!DOCTYPE html>\n<p>x' }, 'text/html'],
  ['HTML after a comment', { bytes: '<!-- c --><html><body>x' }, 'text/html'],
  ['HTML called text', { bytes: '<html><p>x', contentType: 'text/plain' }, 'text/html'],
  ['a piece of HTML', { bytes: '<p>Hi</p>', contentType: 'text/html' }, 'text/html'],
  ['text called HTML', { bytes: 'Hi there.', contentType: 'text/html' }, 'text/plain'],
  ['XHTML', { bytes: '<?xml version="1.0"?><html xmlns="x">x' }, 'text/html'],
  ['XML', { bytes: '<?xml version="1.0"?><feed/>' }, 'application/xml'],
  ['SVG', { bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>' }, 'image/svg+xml'],
  ['Markdown by its name', { bytes: '# Hi', filename: 'a.md' }, 'text/markdown'],
  [
    'Markdown called text',
    { bytes: 'Hi', filename: 'a.md', contentType: 'text/plain' },
    'text/markdown',
  ],
  ['Markdown with a bracket first', { bytes: '[x](y)', filename: 'a.md' }, 'text/markdown'],
  ['JSON', { bytes: '{"a": 1}' }, 'application/json'],
  ['JSON called text', { bytes: '[1, 2]', contentType: 'text/plain' }, 'application/json'],
  ['JSON over several lines', { bytes: '{\n  "a": [\n    []\n  ]\n}' }, 'application/json'],
  ['long JSON', { bytes: `[${'{"a":"b"},'.repeat(10_000)}{}]` }, 'application/json'],
  ['lines of JSON', { bytes: '{"a":1}\n{"a":2}\n' }, 'application/x-ndjson'],
  ['one line called JSON lines', { bytes: '{"a":1}', filename: 'a.jsonl' }, 'application/x-ndjson'],
  ['text called JSON', { bytes: 'nothing', contentType: 'application/json' }, 'application/json'],
  ['white space', { bytes: ' \n ', contentType: 'application/json' }, 'text/plain'],
]
for (const [name, file, expected] of files) {
  test(`${name} is ${expected ?? 'not recognised'}`, async () => {
    using open = openBytes(file)
    assert.is((await sniff(open.source, open.claims)).contentType, expected)
  })
}

/** The same file; `bytes` tells how much of it was read. */
function counted(source: BlobSource) {
  const read = { bytes: 0 }
  const noted = (piece: Buffer) => {
    read.bytes += piece.length
    return piece
  }
  const noting: BlobSource = {
    sizeBytes: source.sizeBytes,
    head: (length) => noted(source.head(length)),
    slice: (range) => noted(source.slice(range)),
    whole: () => noted(source.whole()),
    *pieces() {
      for (const piece of source.pieces()) yield noted(piece)
    },
  }
  return { source: noting, read }
}

test('of a recording the beginning is read, however long it is', async () => {
  const head = Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1')
  const bytes = Buffer.concat([head, ...Array.from({ length: 1_000 }, () => noise)])
  using open = openBytes({ bytes })
  const { source, read } = counted(open.source)
  assert.is((await sniff(source, open.claims)).format, 'wav')
  assert.ok(read.bytes < 1_000_000, `${read.bytes} of ${bytes.length} bytes`)
})

test('a zero in a text of wide letters does not make it a recording', async () => {
  for (const charset of ['utf-16le', 'utf-16be', 'utf-32le']) {
    const bytes = iconv.encode('The boiler is in good order.\n', charset, { addBOM: true })
    using open = openBytes({ bytes })
    const found = await sniff(open.source, open.claims)
    assert.equal([found.format, found.charset], ['text', charset])
  }
})

test('the file name counts when the declared type says little', () => {
  const claims = { filename: 'Report.CSV', contentType: 'application/octet-stream' }
  assert.is(claimedFormat(claims), 'csv')
  assert.is(claimedFormat({ ...claims, contentType: 'text/plain; charset=utf-8' }), 'csv')
  assert.is(claimedFormat({ ...claims, contentType: 'text/HTML; charset=utf-8' }), 'html')
})

test.run()
