// What was filled into the fields of a PDF, and PDFs whose header is missing.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openByPdfium } from '../../../src/extract/pdf/pdf-by-pdfium.ts'
import { openByPdfjs } from '../../../src/extract/pdf/pdf-by-pdfjs.ts'
import type { PdfEngine } from '../../../src/extract/pdf/pdf-pages.ts'
import { makePdf } from '../../support/make-pdf.ts'
import { rawPdf, rawStream } from '../../support/raw-pdf.ts'
import { inspectBytes, openBytes, readBytes } from '../../support/read-bytes.ts'

const widget = '/Type /Annot /Subtype /Widget /Rect [50 700 300 720] /P 22 0 R'
const fields = [
  `<< ${widget} /FT /Tx /T (name) /TU (Name of the operator) /V (Ilse Brandt) >>`,
  `<< ${widget} /FT /Tx /T (note) /Ff 4096 /V <FEFF00D600740020041F0440> >>`,
  `<< ${widget} /FT /Ch /T (land) /Ff 131072 /Opt [[(de) (Germany)] [(fr) (France)]] /V (fr) >>`,
  `<< ${widget} /FT /Btn /T (page[0].leak[0]) /V /Yes /AS /Yes ` +
    '/AP << /N << /Yes 15 0 R /Off 15 0 R >> >> >>',
  `<< ${widget} /FT /Btn /T (unchecked) /TU (Is dry) /V /Off /AS /Off ` +
    '/AP << /N << /Yes 15 0 R /Off 15 0 R >> >> >>',
  `<< ${widget} /FT /Tx /T (pin) /Ff 8192 /V (4711) >>`,
  `<< ${widget} /F 2 /FT /Tx /T (hidden) /V (not to be seen) >>`,
  `<< ${widget} /FT /Tx /T (blank) /TU (Left empty) >>`,
  '<< /FT /Tx /T (parent) /V (Stands with its parent) /Kids [13 0 R 14 0 R] >>',
  `<< ${widget} /Parent 12 0 R >>`,
  `<< ${widget} /Parent 12 0 R >>`,
]
/** How a box looks. */
const look = rawStream('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]')
const at = (count: number, from = 4) =>
  Array.from({ length: count }, (_, i) => `${i + from} 0 R`).join(' ')

function form(content = '', { listed = true } = {}): Buffer {
  return rawPdf({
    pages: ['', content],
    more: [...fields, look],
    catalog: `/AcroForm << /Fields [${listed ? at(9) : ''}] >>`,
    page: `/Annots [${at(8)} 13 0 R 14 0 R]`,
  })
}

const filled = [
  'Name of the operator: Ilse Brandt',
  'Öt Пр',
  'France',
  'leak: Yes',
  'Stands with its parent',
]

test('what was filled in is read, where it stands and with its label', async () => {
  const { blocks } = await readBytes({ bytes: form() })
  assert.equal(blocks, [
    ...filled.map((text) => ({ kind: 'prose', text, page: 1 })),
    ...filled.map((text) => ({ kind: 'prose', text, page: 2 })),
  ])
})

test('it comes after the text of its page', async () => {
  const sentence = 'The valve of the boiler is opened once a year.'
  const { blocks } = await readBytes({
    bytes: form(`BT /F1 11 Tf 60 600 Td (${sentence}) Tj ET`),
  })
  assert.equal(
    blocks.filter(({ page }) => page === 2).map(({ text }) => text),
    [sentence, ...filled],
  )
})

test('a field that no list of fields names is read from its place', async () => {
  const { texts } = await readBytes({ bytes: form('', { listed: false }) })
  assert.ok(texts.includes('Name of the operator: Ilse Brandt'), texts.join('|'))
})

test('a form is not called empty', async () => {
  const { textSample, warnings } = await inspectBytes({ bytes: form() })
  assert.match(textSample, /Ilse Brandt/)
  assert.equal(warnings, [])
})

const engines: [name: string, engine: PdfEngine][] = [
  ['PDFium', openByPdfium],
  ['pdf.js', openByPdfjs],
]
for (const [name, engine] of engines) {
  test(`${name} reads the values`, async () => {
    using open = openBytes({ bytes: form() })
    const { valuesOf } = await engine(open.source)
    assert.equal(await valuesOf?.(0), filled)
  })
}

/** What viewers lay over a page, in a document without a form. */
const notes = [
  '<< /Type /Annot /Subtype /FreeText /Rect [50 700 300 720] /DA (/F1 11 Tf) /Contents (Ilse) >>',
  '<< /Type /Annot /Subtype /Text /Rect [50 600 70 620] /F 28 /Contents (Wrong\\rpump) >>',
  '<< /Type /Annot /Subtype /Highlight /Rect [50 500 99 520] /Contents <FEFF00D60074> ' +
    '/QuadPoints [50 520 99 520 50 500 99 500] >>',
  '<< /Type /Annot /Subtype /Text /Rect [50 400 70 420] /F 2 /Contents (not to be seen) >>',
  '<< /Type /Annot /Subtype /Link /Rect [50 300 70 320] /Contents (where it leads to) >>',
  '<< /Type /Annot /Subtype /StrikeOut /Rect [50 200 99 220] >>',
]
const annotated = () =>
  rawPdf({
    pages: ['BT /F1 11 Tf 60 600 Td (The pump runs at night.) Tj ET'],
    more: notes,
    page: `/Annots [${at(notes.length)}]`,
  })

for (const [name, engine] of engines) {
  test(`what is written over a page and remarked on it is read by ${name}`, async () => {
    using open = openBytes({ bytes: annotated() })
    const { textOf, valuesOf } = await engine(open.source)
    await textOf(0)
    assert.equal(await valuesOf?.(0), ['Ilse', 'Wrong\npump', 'Öt'])
  })
}

test('it follows the text of its page', async () => {
  const { texts } = await readBytes({ bytes: annotated() })
  assert.equal(texts, ['The pump runs at night.', 'Ilse', 'Wrong\npump', 'Öt'])
})

const sentence = 'The pump in the northern hall runs at night only.'

function headerless(): Buffer {
  const whole = rawPdf({ pages: [`BT /F1 11 Tf 60 600 Td (${sentence}) Tj ET`] })
  return whole.subarray(whole.indexOf('\n') + 1)
}

const claims = [
  { filename: 'a.pdf', contentType: 'application/pdf' },
  { filename: 'a.txt', contentType: 'text/plain' },
  { filename: 'a', contentType: 'application/octet-stream' },
]
for (const claim of claims) {
  test(`without its header, as ${claim.contentType}, a PDF is read as one`, async () => {
    const { texts, sniffed } = await readBytes({ bytes: headerless(), ...claim })
    assert.is(sniffed.format, 'pdf')
    assert.equal(texts, [sentence])
  })
  test(`so is one behind something else, as ${claim.contentType}`, async () => {
    const before = Buffer.from(`X-Scanned-By: hall 7\r\n${'-'.repeat(1_500)}\r\n`)
    const bytes = Buffer.concat([before, Buffer.from('%PDF-1.4\n'), headerless()])
    const { texts, found } = await readBytes({ bytes, ...claim })
    assert.equal(texts, [sentence])
    assert.equal(found.warnings, ['The file is damaged; it was read as far as possible.'])
  })
}

test('the source of a PDF that nothing opens is refused, not indexed', async () => {
  const bytes = '1 0 obj\n<< /Type /Catalog >>\nendobj\n2 0 obj\n<< /Kids [] >>\nendobj\n'
  try {
    await readBytes({ bytes, filename: 'a.pdf', contentType: 'application/pdf' })
    assert.unreachable()
  } catch (error) {
    assert.is((error as { code: string }).code, 'corrupt')
  }
})

test('a text about PDFs stays a text', async () => {
  const bytes = '# Parts\n\nAn object:\n\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'
  const { sniffed } = await readBytes({ bytes, filename: 'a.md', contentType: 'text/markdown' })
  assert.is(sniffed.format, 'markdown')
})

test('a page of text has no values', async () => {
  using open = openBytes({ bytes: await makePdf({ pages: [sentence] }) })
  assert.equal(await (await openByPdfium(open.source)).valuesOf?.(0), [])
})

test.run()
