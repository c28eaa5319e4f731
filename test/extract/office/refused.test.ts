// Archives that are bombs, locked, broken or something else: each fails with its reason.
import { deflateRawSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { reasonOf } from '../../../src/domain/ingest/failures.ts'
import type { ExtractFailed } from '../../../src/domain/ingest/ports.ts'
import { makeZip, zipOf } from '../../support/make-zip.ts'
import { makeDocx, makeEpub, makeOdf } from '../../support/office-files.ts'
import { readBytes, type TestFile } from '../../support/read-bytes.ts'

const megabyte = 1024 * 1024
const docx = makeDocx('<w:p><w:r><w:t>x</w:t></w:r></w:p>')
const parts = (text: string) => ({ '[Content_Types].xml': '<Types/>', 'word/document.xml': text })
const entity =
  '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><w:t>&b;&b;&b;</w:t>'
const manifest =
  '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry>' +
  '</manifest:manifest>'
const encryption =
  '<encryption><enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>' +
  '</encryption>'
const compound = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(1_000),
  Buffer.from('EncryptedPackage', 'utf16le'),
  Buffer.alloc(1_000),
])

const refusals: [name: string, file: TestFile, reason: RegExp][] = [
  ['a part of 65 MB', { bytes: makeZip(parts(' '.repeat(65 * megabyte))) }, /corrupt.*too much/],
  ['a part that takes 65 MB and says it is small', { bytes: heavy() }, /corrupt.*too much/],
  [
    'a part larger than said',
    { bytes: makeZip(parts('x'.repeat(9_999)), { claimedSize: 9 }) },
    /corrupt/,
  ],
  ['entities of its own', { bytes: makeZip(parts(entity)) }, /corrupt.*document type/],
  [
    '100,000 elements within another',
    { bytes: makeZip(parts('<w:p>'.repeat(100_000))) },
    /corrupt.*deep/,
  ],
  ['encrypted parts', { bytes: makeZip(parts('x'), { flags: 1 }) }, /^encrypted$/],
  ['an open document with a password', { bytes: replaced(manifest) }, /^encrypted$/],
  [
    'a protected book',
    { bytes: makeEpub(['x'], { 'META-INF/encryption.xml': encryption }) },
    /^encrypted$/,
  ],
  ['a Word document with a password', { bytes: compound, filename: 'a.docx' }, /^encrypted$/],
  ['a book without chapters', { bytes: makeEpub([]) }, /corrupt.*chapters/],
  ['an archive', { bytes: makeZip({ 'a.txt': 'x' }) }, /^unsupported_type: application\/zip$/],
  ['a part that is elsewhere', { bytes: misplaced(docx) }, /corrupt.*not where/],
  ['half a document', { bytes: docx.subarray(0, 400), filename: 'a.docx' }, /^corrupt/],
  [
    'more than 10,000 parts',
    {
      bytes: makeZip(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}`, '']))),
      filename: 'a.docx',
    },
    /corrupt.*too many parts/,
  ],
]
for (const [name, file, reason] of refusals) {
  test(`refuses ${name}`, async () => {
    try {
      await readBytes(file)
    } catch (error) {
      assert.match((error as ExtractFailed).message, reason)
      return
    }
    assert.unreachable('it was read')
  })
}

function heavy(): Buffer {
  const deflated = Buffer.alloc(65 * megabyte)
  return zipOf([
    { name: 'word/document.xml', deflated, sizeBytes: 1 },
    { name: '[Content_Types].xml', deflated: deflateRawSync('y'), sizeBytes: 1 },
  ])
}

/** The part after the first one has lost what says that it begins. */
function misplaced(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  changed.write('XX', changed.indexOf('PK\x03\x04', 1))
  return changed
}

function replaced(text: string): Buffer {
  return makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': '<office:body/>',
    'META-INF/manifest.xml': text,
  })
}

const oldFile = (part: string) =>
  Buffer.concat([compound.subarray(0, 1_000), Buffer.from(part, 'utf16le'), Buffer.alloc(1_000)])
const documents: [filename: string, bytes: Buffer, sentence: RegExp][] = [
  ['a.doc', oldFile('WordDocument'), /Word from before 2007 \(\.doc\).*as DOCX or PDF/],
  ['a.xls', oldFile('WorkbookWordDocument'), /Excel from before 2007 \(\.xls\).*as XLSX or CSV/],
  ['a.ppt', oldFile('PowerPoint Document'), /PowerPoint from before 2007.*as PPTX or PDF/],
  ['a.mpp', oldFile('Project'), /programs from before 2007.*as DOCX/],
  ['a.xlsb', makeZip({ 'xl/workbook.bin': 'x' }), /\(\.xlsb\).*as XLSX or CSV/],
  ['a.vsdx', makeZip({ 'visio/document.xml': 'x' }), /Visio.*as PDF/],
  ['a.odg', makeZip({ mimetype: 'application/vnd.oasis.opendocument.graphics' }), /odg.*as PDF/],
  [
    'a.fodg',
    Buffer.from('<office:document office:mimetype="application/vnd.oasis.opendocument.graphics"/>'),
    /odg.*as PDF/,
  ],
  ['a', makeZip({ 'Index/Document.iwa': 'x' }), /Documents of Pages.*as DOCX or PDF/],
  ['a', makeZip({ 'Index/Slide-1.iwa': 'x' }), /Keynote.*as PPTX or PDF/],
  ['a.pages', makeZip({ 'Index/Tables/Tile.iwa': 'x' }), /Documents of Pages.*as DOCX or PDF/],
  ['a', makeZip({ 'Index/Tables/Tile.iwa': 'x' }), /Numbers.*as XLSX or CSV/],
]
for (const [filename, bytes, sentence] of documents) {
  test(`${filename} is refused with what to save it as: ${sentence.source}`, async () => {
    const error = await readBytes({ bytes, filename }).then(
      () => undefined,
      (thrown) => thrown,
    )
    assert.match(reasonOf(error), sentence)
  })
}

test('fonts of a book may be scrambled', async () => {
  const fonts = encryption.replace(
    /Algorithm="[^"]*"/,
    'Algorithm="http://www.idpf.org/2008/embedding"',
  )
  const bytes = makeEpub(['<p>Wax.</p>'], { 'META-INF/encryption.xml': fonts })
  assert.equal((await readBytes({ bytes })).texts, ['Wax.'])
})

test('a document cut at every tenth fails with a reason or is no document', async () => {
  const words = 'wax and tar '.repeat(2_000)
  const whole = makeDocx(`<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`)
  const whole2 = makeOdf('text', `<text:p>${words}</text:p>`)
  for (const bytes of [whole, whole2]) {
    for (let tenth = 1; tenth < 10; tenth++) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * tenth) / 10))
      const reason = await readBytes({ bytes: cut, filename: 'a.docx' }).then(
        () => 'read',
        (error) => error.name,
      )
      assert.is(reason, 'ExtractFailed', `cut at ${tenth}`)
    }
  }
})

test.run()
