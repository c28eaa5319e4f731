// Pages whose letters stand for nothing, or for too little.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openFile } from '../../../src/extract/formats/open-file.ts'
import { sniff } from '../../../src/extract/formats/sniff.ts'
import { rawPdf, rawStream } from '../../support/raw-pdf.ts'
import { openBytes } from '../../support/read-bytes.ts'

const recognised = `${'Somebody reads this on the picture of a page. '.repeat(4)}No more.`

/** The passages of a page, and how often it was looked at as a picture. */
async function read(bytes: Buffer): Promise<{ texts: string[]; pictures: number }> {
  using open = openBytes({ bytes, contentType: 'application/pdf' })
  let pictures = 0
  const ocr = {
    isSpent: () => false,
    async read() {
      pictures++
      return { text: recognised }
    },
  }
  const sniffed = await sniff(open.source, open.claims)
  const limits = { pagesMax: 10, readPagesMax: 10 }
  const { blocks } = await openFile({ source: open.source, sniffed, limits, ocr })
  const all = await Array.fromAsync(blocks)
  return { texts: all.flat().map(({ text }) => text), pictures }
}

/** A page of lines in a font whose letter A stands for what the table says. */
function pageWith(lines: readonly string[], { a }: { a: string }): Buffer {
  const shown = lines.map((line) => `(${line}) Tj T*`).join(' ')
  const table = `begincmap 1 begincodespacerange <00> <ff> endcodespacerange
    1 beginbfchar <41> <${a}> endbfchar endcmap`
  const font =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding ' +
    '/ToUnicode 4 0 R >>'
  const content = `BT /F1 11 Tf 14 TL 60 700 Td ${shown} ET`
  return rawPdf({ pages: [content], font, more: [rawStream(table)] })
}

const signs: [name: string, hex: string][] = [
  ['of private use', 'E041'],
  ['the sign of a character that is none', 'FFFD'],
  ['a control character', '0007'],
]
for (const [name, a] of signs) {
  test(`a page whose letters are ${name} is read as a picture`, async () => {
    const { texts, pictures } = await read(pageWith(Array(4).fill('A'.repeat(20)), { a }))
    assert.equal({ texts, pictures }, { texts: [recognised], pictures: 1 })
  })
}

test('a font without a table of characters makes its page a picture', async () => {
  const glyphs = Array.from({ length: 40 }, (_, i) => (i % 25).toString(16).padStart(4, '0'))
  const descriptor = '<< /Type /FontDescriptor /FontName /AAAAAA+X /Flags 4 >>'
  const descendant =
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+X /DW 600 /FontDescriptor 4 0 R ' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>'
  const font =
    '<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+X /Encoding /Identity-H ' +
    '/DescendantFonts [5 0 R] >>'
  const content = `BT /F1 11 Tf 60 700 Td <${glyphs.join('')}> Tj ET`
  const bytes = rawPdf({ pages: [content], font, more: [descriptor, descendant] })
  assert.is((await read(bytes)).pictures, 1)
})

const shares: [strange: number, pictures: number][] = [
  [30, 0],
  [31, 1],
]
for (const [strange, pictures] of shares) {
  test(`${strange} of 100 letters that stand for nothing make ${pictures} pictures`, async () => {
    const lines = ['A'.repeat(strange), 'b'.repeat(50), 'b'.repeat(50 - strange)]
    const found = await read(
      pageWith([...lines, '12. (-) 34!'.replace(/[()]/g, '')], { a: 'E041' }),
    )
    assert.is(found.pictures, pictures)
    assert.is(found.texts.includes(recognised), pictures === 1)
  })
}

test('a page with little text keeps what it has when its picture says less', async () => {
  using open = openBytes({ bytes: rawPdf({ pages: ['BT /F1 9 Tf 60 700 Td (Plate 7) Tj ET'] }) })
  const sniffed = await sniff(open.source, open.claims)
  const limits = { pagesMax: 10, readPagesMax: 10 }
  const ocr = { read: async () => ({ text: 'P1' }), isSpent: () => false }
  const { blocks } = await openFile({ source: open.source, sniffed, limits, ocr })
  assert.equal((await Array.fromAsync(blocks)).flat(), [
    { kind: 'prose', text: 'Plate 7', page: 1 },
  ])
})

test.run()
