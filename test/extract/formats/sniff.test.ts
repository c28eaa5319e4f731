import { test } from 'uvu'
import * as assert from 'uvu/assert'
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

test('the file name counts when the declared type says little', () => {
  const claims = { filename: 'Report.CSV', contentType: 'application/octet-stream' }
  assert.is(claimedFormat(claims), 'csv')
  assert.is(claimedFormat({ ...claims, contentType: 'text/plain; charset=utf-8' }), 'csv')
  assert.is(claimedFormat({ ...claims, contentType: 'text/HTML; charset=utf-8' }), 'html')
})

test.run()
