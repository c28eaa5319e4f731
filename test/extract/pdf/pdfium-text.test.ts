// What PDFium makes of pages as they are written in files: words, spaces, lines and their order.
import { registerHooks } from 'node:module'
import iconv from 'iconv-lite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ExtractFailed } from '../../../src/domain/ingest/ports.ts'
import { random } from '../../support/mutate.ts'
import { processorMs } from '../../support/processor-time.ts'
import { type RawPdf, rawPdf, rawStream } from '../../support/raw-pdf.ts'
import { readBytes } from '../../support/read-bytes.ts'

const supply = 'The supply was measured at 55 degrees, and found to be in order.'

const line = `(${supply}) Tj`
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

const pages: [name: string, texts: string[], pdf: RawPdf][] = [
  [
    'lines',
    [`${supply} ${supply} ${supply}`],
    { pages: [at(`${line} T* ${line} 0 -20 Td ${line}`)] },
  ],
  ['no text', [], { pages: ['0 0 100 100 re f', ''] }],
  [
    'words apart from each other',
    ['One twothree'],
    { pages: [at('(One) Tj 60 0 Td (two) Tj 18 0 Td (three) Tj')] },
  ],
  ['words that touch', ['parted'], { pages: [at('(par) Tj 16.6 0 Td (ted) Tj')] }],
  [
    'moves that are spaces, and moves that are none',
    ['One twothreefour fivesix'],
    {
      pages: [at('[(One) -300 (two) -20 (three) 40 (four) -900 ( five) 20 (six)] TJ')],
    },
  ],
  [
    'a hyphen at a line end',
    ['to compile, and 55-60 times'],
    { pages: [at('(to com-) Tj T* (pile, and 55-) Tj T* (60 times) Tj')] },
  ],
  [
    'columns drawn line by line',
    ['Left one right one left two right'],
    {
      pages: [
        at('(Left one) Tj 200 0 Td (right one) Tj -200 -14 Td (left two) Tj 200 0 Td (right) Tj'),
      ],
    },
  ],
  [
    'a line drawn from its end',
    ['begin end'],
    { pages: [at('200 0 Td (end) Tj -200 0 Td (begin) Tj')] },
  ],
  [
    'a raised number',
    ['Words12'],
    { pages: [at('(Words) Tj 5 Ts 32 0 Td /F1 7 Tf (12) Tj 0 Ts')] },
  ],
  [
    'spaced letters',
    [`${supply} ${supply} ${supply}`],
    { pages: [at(`3 Tc ${line} T* 0.2 Tc ${line} T* -0.2 Tc 4 Tw ${line}`)] },
  ],
  [
    'all ways to show text',
    ['One two three four five'],
    {
      pages: [at('(One) Tj (two) \' 1 0.5 (three) " 2 -16 TD (four) Tj T* <66697665> Tj')],
    },
  ],
  [
    'a page upside down twice',
    [supply],
    {
      pages: [`q 1 0 0 -1 0 842 cm BT /F1 11 Tf 1 0 0 -1 60 142 Tm ${line} ET Q 1 0 0 RG`],
    },
  ],
  [
    'the size in the matrix',
    [`${supply} ${supply} on`],
    {
      pages: [`BT /F1 1 Tf 11 0 0 11 60 700 Tm ${line} 0 -1.3 Td ${line} 40 0 Td (on) Tj ET`],
    },
  ],
  [
    'escapes',
    ['(One) \\ two three (and four) ä'],
    { pages: [at('(\\(One\\) \\\\ two\\040three (and four) \\344) Tj')] },
  ],
  [
    'objects in a stream',
    [supply, `${supply} ${supply}`],
    { packed: true, pages: [at(line), at(`${line} T* ${line}`)] },
  ],
  [
    'glyphs of two bytes',
    ['Amazing\nBar fly'],
    {
      ...composite,
      pages: [at(`${glyphs('Amazing')} Tj T* [${glyphs('Bar')} -400 ${glyphs('fly')}] TJ`)],
    },
  ],
  [
    'ligatures',
    ['of fish'],
    { ...composite, pages: [at(`[${glyphs('of ')} <00a0> ${glyphs('sh')}] TJ`)] },
  ],
  [
    'glyph names',
    ['fiÉ —'],
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
    [supply],
    {
      pages: [`/X1 Do ${at(line)}`],
      resources: '/XObject << /X1 4 0 R >>',
      more: [rawStream('0 0 5 5 re f', '/Type /XObject /Subtype /Form /BBox [0 0 500 500]')],
    },
  ],
  [
    'marked content',
    [supply],
    { pages: [`/P << /MCID 0 >> BDC ${at(line)} EMC /Artifact BMC EMC`] },
  ],
  ['slanted text', ['slanted'], { pages: ['BT /F1 11 Tf 1 0.2 -0.2 1 60 700 Tm (slanted) Tj ET'] }],
  ['mirrored text', ['mirrored'], { pages: ['BT /F1 11 Tf -1 0 0 1 60 700 Tm (mirrored) Tj ET'] }],
  ['stretched text', [supply], { pages: [at(`80 Tz ${line}`)] }],
  ['outlined text', [supply], { pages: [at(`1 Tr ${line}`)] }],
  ['what is drawn twice', [supply], { pages: [at(`${line} 0.3 0 Td ${line}`)] }],
  ['a letter drawn over itself', ['bold'], { pages: [at('[(bo) 550 (old)] TJ')] }],
  ['a gap that may be a space', ['Onetwo'], { pages: [at('[(One) -138.9 (two)] TJ')] }],
  ['words that may be apart', ['One two'], { pages: [at('(One) Tj 22.32 0 Td (two) Tj')] }],
  [
    'a line that may be the next',
    [`${supply} ${supply}`],
    { pages: [at(`${line} 40 -7 Td ${line}`)] },
  ],
  [
    'other words for what is drawn',
    ['other'],
    {
      pages: [at(`/Span << /ActualText (other) >> BDC ${line} EMC`)],
    },
  ],
  ['a picture in the content', [], { pages: ['BI /W 1 /H 1 /BPC 8 /CS /G ID x EI'] }],
  [
    'a form with text',
    [supply],
    {
      pages: ['/X1 Do'],
      resources: '/XObject << /X1 4 0 R >>',
      more: [rawStream(at(line), '/Type /XObject /Subtype /Form /BBox [0 0 500 500]')],
    },
  ],
  ['an unknown operator', [supply], { pages: [at(`${line} zz`)] }],
  ['a font that is not there', [supply], { pages: [at(line).replace('F1', 'F2')] }],
  ['a turned page', [supply], { pages: [at(line)], page: '/Rotate 90' }],
  [
    'letters from right to left',
    ['א'],
    {
      pages: [at('(A) Tj')],
      font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R >>',
      more: [rawStream('1 beginbfchar <41> <05d0> endbfchar')],
    },
  ],
  [
    'letters of private use',
    ['\uE041'],
    {
      pages: [at('(A) Tj')],
      font: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R >>',
      more: [rawStream('1 beginbfchar <41> <e041> endbfchar')],
    },
  ],
  [
    'glyphs that are drawings',
    [],
    {
      pages: [at('(A) Tj')],
      font: '<< /Type /Font /Subtype /Type3 >>',
    },
  ],
  [
    'signs',
    ['Α'],
    {
      pages: [at('(A) Tj')],
      font: '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>',
    },
  ],
]
test('pdf.js is loaded for what PDFium refuses, and for nothing else', async () => {
  const one = rawPdf({ pages: [at(line)] })
  const loaded: string[] = []
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      loaded.push(specifier)
      return next(specifier, context)
    },
  })
  const pdfjs = () => loaded.filter((name) => name.startsWith('unpdf'))
  await textsOf(one)
  assert.equal(pdfjs(), [])
  await textsOf(Buffer.from('%PDF-1.7\n')).catch(() => {})
  assert.equal(pdfjs(), ['unpdf/pdfjs'])
  hooks.deregister()
})

for (const [name, texts, pdf] of pages) {
  test(`a PDF is read: ${name}`, async () => {
    assert.equal(await textsOf(rawPdf(pdf)), texts)
  })
}

async function textsOf(bytes: Buffer): Promise<string[]> {
  return (await readBytes({ bytes, contentType: 'application/pdf' })).texts
}

const encodings: [encoding: string, name: string][] = [
  ['WinAnsiEncoding', 'windows-1252'],
  ['MacRomanEncoding', 'macintosh'],
]
for (const [encoding, name] of encodings) {
  test(`the letters of ${encoding} come as they are`, async () => {
    const letterOf = (code: number) => iconv.decode(Buffer.of(code), name)
    const codes = [...Buffer.alloc(0x100).keys()].filter(
      (code) => code >= 0x80 && /(?![ﬁﬂ])\p{L}/u.test(letterOf(code)),
    )
    const octal = codes.map((code) => `\\${code.toString(8)}`)
    const bytes = rawPdf({
      pages: [at(`(${octal.join('')}) Tj`)],
      font: `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /${encoding} >>`,
    })
    assert.equal(await textsOf(bytes), [codes.map(letterOf).join('').normalize('NFC')])
  })
}

const whole = rawPdf({ pages: [at(line)] })
const unsound: [name: string, texts: string[] | 'corrupt', bytes: Buffer][] = [
  ['bytes before the header', [supply], Buffer.concat([Buffer.from('\n'), whole])],
  [
    'bytes before its objects',
    [supply],
    Buffer.concat([whole.subarray(0, 20), Buffer.from(' '), whole.subarray(20)]),
  ],
  [
    'no table',
    [supply],
    Buffer.from(whole.toString('latin1').replace('startxref', 'startxxxx'), 'latin1'),
  ],
  ['its end missing', 'corrupt', whole.subarray(0, -60)],
  [
    'a wrong count of pages',
    [supply],
    Buffer.from(whole.toString('latin1').replace('/Count 1', '/Count 2'), 'latin1'),
  ],
  [
    'a page tree in a circle',
    'corrupt',
    Buffer.from(whole.toString('latin1').replace('/Kids [4', '/Kids [2'), 'latin1'),
  ],
]
for (const [name, texts, bytes] of unsound) {
  test(`a file with ${name} is ${texts === 'corrupt' ? texts : 'read'}`, async () => {
    const read = await textsOf(bytes).catch(({ code }) => code)
    assert.equal(read, texts)
  })
}

test('of a wrong count of pages the missing ones are told', async () => {
  const bytes = Buffer.from(whole.toString('latin1').replace('/Count 1', '/Count 2'), 'latin1')
  const { found } = await readBytes({ bytes })
  assert.equal(found.warnings, ['1 of 2 pages could not be read.'])
})

const lost: [name: string, texts: string[], from: string, to: string][] = [
  ['of another generation', [supply], '/Contents 5 0 R', '/Contents 5 2 R'],
  ['that is free', [], ' 00000 n \ntrailer', ' 00000 f \ntrailer'],
]
for (const [name, texts, from, to] of lost) {
  test(`a page with an object ${name} is no error`, async () => {
    const text = whole.toString('latin1')
    assert.ok(text.includes(from))
    assert.equal(await textsOf(Buffer.from(text.replace(from, to), 'latin1')), texts)
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
    const ms = await processorMs(async () => void (await textsOf(rawPdf(pdf))))
    assert.ok(ms < 5_000, `${ms} ms`)
  })
}

test('a table that goes on with itself is read', async () => {
  const text = whole.toString('latin1')
  const start = /startxref\n(\d+)/.exec(text)?.[1]
  const bytes = Buffer.from(text.replace('/Root', `/Prev ${start} /Root`), 'latin1')
  assert.equal(await textsOf(bytes), [supply])
})

test('slanted and empty pages keep their numbers', async () => {
  const slanted = 'BT /F1 11 Tf 1 0.2 -0.2 1 60 700 Tm (Slanted words on a page) Tj ET'
  const { blocks, found } = await readBytes({
    bytes: rawPdf({ pages: [at(line), slanted, '', at(line)] }),
  })
  assert.equal(
    blocks.map(({ text, page }) => [page, text]),
    [
      [1, supply],
      [2, 'Slanted words on a page'],
      [4, supply],
    ],
  )
  assert.equal(found.warnings, [])
})

test('a file with changed bytes is read, or refused with a reason', async () => {
  const files = [
    rawPdf({ pages: [at(`${line} T* [(One) -300 (two)] TJ`)] }),
    rawPdf({ packed: true, pages: [at(`${line} T* (left) Tj 200 0 Td (right) Tj`)] }),
    rawPdf({ ...composite, pages: [at(`${glyphs('Amazing')} Tj T* ${glyphs('Barfly')} Tj`)] }),
  ]
  const next = random(8)
  const below = (count: number) => Math.floor(next() * count)
  let read = 0
  for (let round = 0; round < 60; round++) {
    const bytes = Buffer.from(files[round % files.length] as Buffer)
    for (let change = below(3); change >= 0; change--) bytes[below(bytes.length)] = below(256)
    try {
      await textsOf(bytes)
      read++
    } catch (error) {
      assert.instance(error, ExtractFailed)
    }
  }
  assert.ok(read > 30, `${read} of 60 files`)
})

test.run()
