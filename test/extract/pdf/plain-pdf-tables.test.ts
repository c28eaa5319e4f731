// Names, encodings and widths that the reader of plain PDF files knows are those of the engine.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { openByPdfium } from '../../../src/extract/pdf/pdf-by-pdfium.ts'
import { type PdfiumEngine, startPdfium } from '../../../src/extract/pdf/pdfium-engine.ts'
import {
  type Encoding,
  glyphNames,
  unitOfName,
  unitsOfEncoding,
} from '../../../src/extract/plain-pdf/glyph-names.ts'
import { standardWidths } from '../../../src/extract/plain-pdf/standard-widths.ts'
import { rawPdf } from '../../support/raw-pdf.ts'

const octal = (code: number) => `\\${code.toString(8).padStart(3, '0')}`
const widths = `/FirstChar 1 /LastChar 255 /Widths [${'500 '.repeat(255)}]`

/** What the engine says of single characters far apart from each other. */
async function readOne(font: string, codes: readonly number[]): Promise<string[]> {
  const shown = codes.map((code) => `(${octal(code)})`).join(' -3000 ')
  const type = '/Type /Font /Subtype /Type1 /BaseFont /Helvetica'
  const bytes = rawPdf({
    pages: [`BT /F1 10 Tf 10 700 Td [${shown}] TJ ET`],
    font: `<< ${type} ${font} ${widths} >>`,
  })
  const { textOf } = await openByPdfium(blobSource(bytes))
  return ((await textOf(0)) ?? '').split(' ')
}

/** Ligatures are taken apart, other signs come as they are. */
function taken(unit: number): string {
  const character = String.fromCharCode(unit)
  return unit >= 0xfb00 ? character.normalize('NFKC') : character
}

test('glyph names stand for what the engine takes them for', async () => {
  const accents = 'acute grave circumflex dieresis tilde ring caron cedilla breve macron ogonek'
  const accented = [...'ACDEGILNORSTUYZaceginoqrstuvwxyz'].flatMap((letter) =>
    accents.split(' ').map((accent) => `${letter}${accent}`),
  )
  const names = [...glyphNames(), ...accented].filter((name) => unitOfName(name) > 0x20)
  assert.ok(names.length > 250, `${names.length} names`)
  for (let from = 0; from < names.length; from += 100) {
    const some = names.slice(from, from + 100)
    const differences = `/Differences [1 ${some.map((name) => `/${name}`).join(' ')}]`
    const codes = some.map((_, i) => i + 1)
    const read = await readOne(
      `/Encoding << /BaseEncoding /WinAnsiEncoding ${differences} >>`,
      codes,
    )
    assert.equal(
      read,
      some.map((name) => taken(unitOfName(name))),
    )
  }
})

const encodings: [encoding: Encoding, member: string][] = [
  ['WinAnsi', '/Encoding /WinAnsiEncoding'],
  ['MacRoman', '/Encoding /MacRomanEncoding'],
  ['Standard', ''],
]
for (const [encoding, member] of encodings) {
  test(`the characters of ${encoding} are those of the engine`, async () => {
    const units = unitsOfEncoding(encoding)
    const codes = Array.from(units.keys()).filter((code) => (units[code] ?? 0) > 0x20)
    const expected = codes.map((code) => taken(units[code] ?? 0))
    assert.equal(await readOne(member, codes), expected)
  })
}

type Places = PdfiumEngine & Record<'FPDFText_GetCharOrigin', (...values: number[]) => number>

/** How far the engine goes on with each character of a font, by where the next one begins. */
function advances(base: string, codes: readonly number[]): number[] {
  const lines = codes.map((code) => `(x${octal(code)}x) Tj T*`).join(' ')
  const bytes = rawPdf({
    pages: [`BT /F1 100 Tf 140 TL 10 700 Td ${lines} ET`],
    font: `<< /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding >>`,
  })
  const engine = startPdfium() as Places
  const at = engine.malloc(bytes.length)
  engine.bytes().set(bytes, at)
  const page = engine.FPDF_LoadPage(engine.FPDF_LoadMemDocument(at, bytes.length, 0), 0)
  const text = engine.FPDFText_LoadPage(page)
  const out = engine.malloc(16)
  const left = (index: number) => {
    engine.FPDFText_GetCharOrigin(text, index, out, out + 8)
    return engine.bytes().readDoubleLE(out)
  }
  // Each line is three characters and its end.
  return codes.map((_, i) => Math.round(10 * (left(5 * i + 2) - left(5 * i + 1))))
}

for (const base of [
  ...['Helvetica', 'Helvetica-Oblique', 'Helvetica-Bold', 'Helvetica-BoldOblique', 'Courier'],
  ...['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic', 'Courier-Bold'],
]) {
  test(`the characters of ${base} are as wide as in the engine`, () => {
    const units = unitsOfEncoding('WinAnsi')
    const codes = Array.from(units.keys()).filter((code) => units[code] !== 0)
    const width = standardWidths(base)
    assert.equal(
      advances(base, codes),
      codes.map((code) => width?.(units[code] ?? 0)),
    )
  })
}

test.run()
