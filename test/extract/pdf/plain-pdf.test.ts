// The reader of plain PDF files says what the engine says, or nothing.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPlainPdf } from '../../../src/extract/plain-pdf/open-plain-pdf.ts'
import { comparePlainly, readPlainly } from '../../support/compare-plainly.ts'
import { makePdf } from '../../support/make-pdf.ts'
import { random } from '../../support/mutate.ts'
import { processorMs } from '../../support/processor-time.ts'
import { randomPdf } from '../../support/random-pdf.ts'
import { type RawPdf, rawPdf, rawStream } from '../../support/raw-pdf.ts'

const line = '(The supply was measured at 55 degrees, and found to be in order.) Tj'
const at = (content: string) => `BT /F1 11 Tf 14 TL 60 700 Td ${content} ET`

const glyphs = (text: string) =>
  `<${Array.from(text, (c) => c.charCodeAt(0).toString(16).padStart(4, '0')).join('')}>`
/** A font program of which only its tables are there. */
function trueType(): Buffer {
  const tables = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']
  const bytes = Buffer.alloc(12 + 16 * tables.length + 54)
  bytes.writeUInt32BE(0x00010000, 0)
  bytes.writeUInt16BE(tables.length, 4)
  for (const [i, table] of tables.entries()) {
    bytes.write(table, 12 + 16 * i)
    bytes.writeUInt32BE(12 + 16 * tables.length, 12 + 16 * i + 8)
  }
  bytes.writeUInt16BE(1_000, 12 + 16 * tables.length + 18)
  return bytes
}

const composite: Partial<RawPdf> = {
  font:
    '<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+X /Encoding /Identity-H ' +
    '/DescendantFonts [5 0 R] /ToUnicode 6 0 R >>',
  more: [
    '<< /Type /FontDescriptor /FontName /AAAAAA+X /Flags 4 /FontFile2 7 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+X /DW 500 ' +
      '/W [65 [700 710] 97 122 520] /FontDescriptor 4 0 R ' +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
    rawStream(
      '1 beginbfrange <0020> <007e> <0020> endbfrange 1 beginbfchar <00a0> <00660069> endbfchar',
    ),
    rawStream(trueType()),
  ],
}

const plain: [name: string, pdf: RawPdf][] = [
  ['lines', { pages: [at(`${line} T* ${line} 0 -20 Td ${line}`)] }],
  ['no text', { pages: ['0 0 100 100 re f', ''] }],
  ['words apart from each other', { pages: [at('(One) Tj 60 0 Td (two) Tj 18 0 Td (three) Tj')] }],
  ['words that touch', { pages: [at('(par) Tj 16.6 0 Td (ted) Tj')] }],
  [
    'moves that are spaces, and moves that are none',
    {
      pages: [at('[(One) -300 (two) -20 (three) 40 (four) -900 ( five) 20 (six)] TJ')],
    },
  ],
  [
    'a hyphen at a line end',
    { pages: [at('(to com-) Tj T* (pile, and 55-) Tj T* (60 times) Tj')] },
  ],
  [
    'columns drawn line by line',
    {
      pages: [
        at('(Left one) Tj 200 0 Td (right one) Tj -200 -14 Td (left two) Tj 200 0 Td (right) Tj'),
      ],
    },
  ],
  ['a line drawn from its end', { pages: [at('200 0 Td (end) Tj -200 0 Td (begin) Tj')] }],
  ['a raised number', { pages: [at('(Words) Tj 5 Ts 32 0 Td /F1 7 Tf (12) Tj 0 Ts')] }],
  ['spaced letters', { pages: [at(`3 Tc ${line} T* 0.2 Tc ${line} T* -0.2 Tc 4 Tw ${line}`)] }],
  [
    'all ways to show text',
    {
      pages: [at('(One) Tj (two) \' 1 0.5 (three) " 2 -16 TD (four) Tj T* <66697665> Tj')],
    },
  ],
  [
    'a page upside down twice',
    {
      pages: [`q 1 0 0 -1 0 842 cm BT /F1 11 Tf 1 0 0 -1 60 142 Tm ${line} ET Q 1 0 0 RG`],
    },
  ],
  [
    'the size in the matrix',
    {
      pages: [`BT /F1 1 Tf 11 0 0 11 60 700 Tm ${line} 0 -1.3 Td ${line} 40 0 Td (on) Tj ET`],
    },
  ],
  ['escapes', { pages: [at('(\\(One\\) \\\\ two\\040three (and four) \\344) Tj')] }],
  ['objects in a stream', { packed: true, pages: [at(line), at(`${line} T* ${line}`)] }],
  [
    'glyphs of two bytes',
    {
      ...composite,
      pages: [at(`${glyphs('Amazing')} Tj T* [${glyphs('Bar')} -400 ${glyphs('fly')}] TJ`)],
    },
  ],
  ['ligatures', { ...composite, pages: [at(`[${glyphs('of ')} <00a0> ${glyphs('sh')}] TJ`)] }],
  [
    'glyph names',
    {
      font:
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ' +
        '/Encoding << /Differences [1 /fi /Eacute /emdash 65 /alpha] >> /Widths [500 667 1000] ' +
        '/FirstChar 1 /LastChar 3 >>',
      pages: [at('[(\\001\\002) -400 (\\003)] TJ')],
    },
  ],
  [
    'a form without text',
    {
      pages: [`/X1 Do ${at(line)}`],
      resources: '/XObject << /X1 4 0 R >>',
      more: [rawStream('0 0 5 5 re f', '/Type /XObject /Subtype /Form /BBox [0 0 500 500]')],
    },
  ],
  ['marked content', { pages: [`/P << /MCID 0 >> BDC ${at(line)} EMC /Artifact BMC EMC`] }],
]
for (const [name, pdf] of plain) {
  test(`read plainly as by the engine: ${name}`, async () => {
    const bytes = rawPdf(pdf)
    const { pages, plain: read } = await comparePlainly(bytes)
    assert.is(read, pages)
  })
}

const left: [name: string, pdf: RawPdf][] = [
  ['slanted text', { pages: ['BT /F1 11 Tf 1 0.2 -0.2 1 60 700 Tm (slanted) Tj ET'] }],
  ['mirrored text', { pages: ['BT /F1 11 Tf -1 0 0 1 60 700 Tm (mirrored) Tj ET'] }],
  ['stretched text', { pages: [at(`80 Tz ${line}`)] }],
  ['outlined text', { pages: [at(`1 Tr ${line}`)] }],
  ['what is drawn twice', { pages: [at(`${line} 0.3 0 Td ${line}`)] }],
  ['a letter drawn over itself', { pages: [at('[(bo) 550 (old)] TJ')] }],
  ['a gap that may be a space', { pages: [at('[(One) -138.9 (two)] TJ')] }],
  ['words that may be apart', { pages: [at('(One) Tj 22.32 0 Td (two) Tj')] }],
  ['a line that may be the next', { pages: [at(`${line} 40 -7 Td ${line}`)] }],
  [
    'other words for what is drawn',
    {
      pages: [at(`/Span << /ActualText (other) >> BDC ${line} EMC`)],
    },
  ],
  ['a picture in the content', { pages: ['BI /W 1 /H 1 /BPC 8 /CS /G ID x EI'] }],
  [
    'a form with text',
    {
      pages: ['/X1 Do'],
      resources: '/XObject << /X1 4 0 R >>',
      more: [rawStream(at(line), '/Type /XObject /Subtype /Form /BBox [0 0 500 500]')],
    },
  ],
  ['an unknown operator', { pages: [at(`${line} zz`)] }],
  ['a font that is not there', { pages: [at(line).replace('F1', 'F2')] }],
  ['a turned page', { pages: [at(line)], page: '/Rotate 90' }],
  [
    'letters from right to left',
    {
      pages: [at('(A) Tj')],
      font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R >>',
      more: [rawStream('1 beginbfchar <41> <05d0> endbfchar')],
    },
  ],
  [
    'letters of private use',
    {
      pages: [at('(A) Tj')],
      font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R >>',
      more: [rawStream('1 beginbfchar <41> <e041> endbfchar')],
    },
  ],
  [
    'glyphs that are drawings',
    {
      pages: [at('(A) Tj')],
      font: '<< /Type /Font /Subtype /Type3 >>',
    },
  ],
  [
    'signs',
    {
      pages: [at('(A) Tj')],
      font: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
    },
  ],
]
for (const [name, pdf] of left) {
  test(`left to the engine: ${name}`, () => {
    assert.equal(readPlainly(rawPdf(pdf)), [undefined])
  })
}

const whole = rawPdf({ pages: [at(line)] })
const unsound: [name: string, bytes: Buffer][] = [
  ['bytes before the header', Buffer.concat([Buffer.from('\n'), whole])],
  [
    'bytes before its objects',
    Buffer.concat([whole.subarray(0, 20), Buffer.from(' '), whole.subarray(20)]),
  ],
  ['no table', Buffer.from(whole.toString('latin1').replace('startxref', 'startxxxx'), 'latin1')],
  ['its end missing', whole.subarray(0, -60)],
  [
    'a wrong count of pages',
    Buffer.from(whole.toString('latin1').replace('/Count 1', '/Count 2'), 'latin1'),
  ],
  [
    'a page tree in a circle',
    Buffer.from(whole.toString('latin1').replace('/Kids [4', '/Kids [2'), 'latin1'),
  ],
]
for (const [name, bytes] of unsound) {
  test(`a file with ${name} is left to the engine`, () => {
    assert.is(readPlainly(bytes), undefined)
  })
}

const lost: [name: string, from: string, to: string][] = [
  ['of another generation', '/Contents 5 0 R', '/Contents 5 2 R'],
  ['that is free', ' 00000 n \ntrailer', ' 00000 f \ntrailer'],
]
for (const [name, from, to] of lost) {
  test(`a page with an object ${name} is left to the engine`, () => {
    const text = whole.toString('latin1')
    assert.ok(text.includes(from))
    assert.equal(readPlainly(Buffer.from(text.replace(from, to), 'latin1')), [undefined])
  })
}

const toItself: [name: string, pdf: RawPdf][] = [
  [
    'a form that draws itself',
    {
      pages: ['/X1 Do'],
      resources: '/XObject << /X1 4 0 R >>',
      more: [rawStream('/X1 Do', '/Type /XObject /Subtype /Form')],
    },
  ],
  [
    'a stream that is its own length',
    {
      pages: [at(line)],
      font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R >>',
      more: ['<< /Length 4 0 R >> stream\nabc\nendstream'],
    },
  ],
  [
    'a line of texts from right to left',
    { pages: [at(`90000 0 Td ${'(a) Tj -9 0 Td '.repeat(10_000)}`)] },
  ],
]
for (const [name, pdf] of toItself) {
  test(`no end is waited for: ${name}`, async () => {
    const ms = await processorMs(() => assert.equal(readPlainly(rawPdf(pdf)), [undefined]))
    assert.ok(ms < 5_000, `${ms} ms`)
  })
}

test('a table that goes on with itself is left to the engine', () => {
  const text = whole.toString('latin1')
  const start = /startxref\n(\d+)/.exec(text)?.[1]
  const bytes = Buffer.from(text.replace('/Root', `/Prev ${start} /Root`), 'latin1')
  assert.is(readPlainly(bytes), undefined)
})

test('an encrypted file is left to the engine', async () => {
  const bytes = await makePdf({ pages: ['Open to all.'], ownerPassword: 'secret' })
  assert.is(openPlainPdf(bytes), undefined)
})

test('pages of many kinds are read as by the engine, most of them plainly', async () => {
  const all = { pages: 0, plain: 0 }
  for (let seed = 1; seed <= 40; seed++) {
    const { pages, plain: read } = await comparePlainly(await randomPdf(seed))
    all.pages += pages
    all.plain += read
  }
  assert.ok(all.plain > 0.5 * all.pages, `${all.plain} of ${all.pages} pages`)
})

test('a file with changed bytes is read as by the engine, or left to it', async () => {
  const files = [
    rawPdf({ pages: [at(`${line} T* [(One) -300 (two)] TJ`)] }),
    rawPdf({ packed: true, pages: [at(`${line} T* (left) Tj 200 0 Td (right) Tj`)] }),
    rawPdf({ ...composite, pages: [at(`${glyphs('Amazing')} Tj T* ${glyphs('Barfly')} Tj`)] }),
  ]
  const next = random(8)
  const whole = (below: number) => Math.floor(next() * below)
  for (let round = 0; round < 1_000; round++) {
    const bytes = Buffer.from(files[round % files.length] as Buffer)
    for (let change = whole(3); change >= 0; change--) bytes[whole(bytes.length)] = whole(256)
    await comparePlainly(bytes)
  }
})

test.run()
