import type { PlainFile } from './file.ts'
import { type Encoding, unitOfName, unitsOfEncoding } from './glyph-names.ts'
import { type Dict, Name, Stream, type Value } from './objects.ts'
import { shapeBit } from './shapes.ts'
import { type FontKind, kindOfFont } from './sound-font.ts'
import { standardWidths } from './standard-widths.ts'
import { readToUnicode, type ToUnicode } from './to-unicode.ts'
import { unplain } from './unplain.ts'

/** A font whose glyphs need not be looked at: ISO 32000-1, 9.5 to 9.7. */
export type PlainFont = {
  bytesPerCode: 1 | 2
  /** By code, in thousandths of the font size; -1 where it is not certain. */
  widths: Int32Array
  /** By code: a UTF-16 unit, 0 where none is certain, `several` where `texts` has more. */
  units: Uint16Array
  texts: Map<number, string>
  /** By code: one bit each for how high glyphs are. */
  shapes: Uint32Array
  /** What the engine may take for the width of a space; it may know of none. */
  spaceWidths: readonly number[]
}

export const several = 0xffff

export function readFont(file: PlainFile, value: Value | undefined): PlainFont {
  const dict = file.dict(value)
  const subtype = nameIn(file, dict, 'Subtype')
  const stream = file.look(dict.get('ToUnicode'))
  const table = stream instanceof Stream ? readToUnicode(file.unfold(stream)) : undefined
  if (stream !== null && !table) unplain('ToUnicode')
  if (subtype === 'Type0') return composite(file, dict, table)
  if (subtype !== 'Type1' && subtype !== 'TrueType') return unplain('kind of font')
  return simple({ file, dict, isTrueType: subtype === 'TrueType', table })
}

function nameIn(file: PlainFile, dict: Dict, key: string): string {
  const value = file.look(dict.get(key))
  return value instanceof Name ? value.text : ''
}

/** What is certainly read from left to right, and stays what it is. */
function isPlainUnit(unit: number): boolean {
  if (unit < 0x590) return (unit >= 0x20 && unit < 0x7f) || unit >= 0xa0
  if (unit < 0x2070) return unit >= 0x1e00 && !isFormat(unit)
  if (unit < 0xa000) return unit < 0x2c00 || unit >= 0x3000
  return (unit >= 0xac00 && unit < 0xd7a4) || isFarUnit(unit)
}

function isFormat(unit: number): boolean {
  return (unit >= 0x200b && unit < 0x2010) || (unit >= 0x2028 && unit < 0x2030) || unit >= 0x205f
}

/** The ligatures, which the engine takes apart, and the wide forms. */
function isFarUnit(unit: number): boolean {
  return (unit >= 0xfb00 && unit < 0xfb05) || (unit > 0xff00 && unit < 0xff60)
}

function emptyFont(bytesPerCode: 1 | 2): PlainFont {
  const size = bytesPerCode === 1 ? 256 : 65_536
  return {
    bytesPerCode,
    widths: new Int32Array(size),
    units: new Uint16Array(size),
    texts: new Map(),
    shapes: new Uint32Array(size),
    spaceWidths: [],
  }
}

function setText(font: PlainFont, code: number, text: string): void {
  let shape = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (!isPlainUnit(unit)) return
    shape |= shapeBit(unit)
  }
  font.shapes[code] = shape
  font.units[code] = text.length > 1 ? several : text.charCodeAt(0) || 0
  if (text.length > 1) font.texts.set(code, text)
}

const [symbolic, nonsymbolic, oddCapitals] = [1 << 2, 1 << 5, (1 << 16) | (1 << 17)]

type Simple = { file: PlainFile; dict: Dict; isTrueType: boolean; table: ToUnicode | undefined }

/** Fonts with one byte a code: 9.6. */
function simple({ file, dict, isTrueType, table }: Simple): PlainFont {
  const font = emptyFont(1)
  const base = nameIn(file, dict, 'BaseFont')
  const descriptor = file.look(dict.get('FontDescriptor'))
  const standard = isTrueType ? undefined : standardWidths(base)
  if (/^(?:Symbol|ZapfDingbats|Wingdings|Webdings)/.test(base)) unplain('signs')
  const about = descriptor instanceof Map ? aboutFont(file, descriptor) : undefined
  if (!about && !standard) return unplain('font without a description')
  const flags = about?.flags ?? nonsymbolic
  if ((flags & oddCapitals) !== 0) unplain('capitals')
  const isSymbolic = (flags & symbolic) !== 0
  if (isSymbolic === ((flags & nonsymbolic) !== 0)) unplain('flags')
  const program = about?.program
  if (program !== undefined && isTrueType !== (program !== 'Type1')) unplain('program of a font')
  // Otherwise the font's own tables say what codes stand for.
  const isNamed = isTrueType ? !isSymbolic && program !== 'TrueType' : program || !isSymbolic
  const names = isNamed ? namedUnits(file, dict, { isSymbolic }) : undefined
  for (let code = 0; code < 256; code++) {
    const text = table?.texts.get(code) ?? names?.[code] ?? ''
    setText(font, code, text)
  }
  setWidths(font, { file, dict, standard, names })
  font.spaceWidths = simpleSpaces(font, table, names)
  return font
}

type About = { flags: number; program: FontKind | undefined }

function aboutFont(file: PlainFile, descriptor: Dict): About {
  const flags = file.look(descriptor.get('Flags'))
  if (typeof flags !== 'number' || !Number.isInteger(flags)) return unplain('flags')
  const files = ['FontFile', 'FontFile2', 'FontFile3']
  const isEmbedded = files.some((key) => descriptor.has(key))
  const program = isEmbedded ? kindOfFont(file, descriptor) : undefined
  return program === 'unusual' ? unplain('program of a font') : { flags, program }
}

/** The characters that names stand for: 9.6.6. A space may be any code without a glyph. */
function namedUnits(file: PlainFile, dict: Dict, { isSymbolic }: { isSymbolic: boolean }) {
  const encoding = file.look(dict.get('Encoding'))
  const own = encoding instanceof Map ? encoding : undefined
  const base = own ? file.look(own.get('BaseEncoding')) : encoding
  const name = base instanceof Name ? base.text : undefined
  const kind: Encoding | undefined =
    name === 'WinAnsiEncoding'
      ? 'WinAnsi'
      : name === 'MacRomanEncoding'
        ? 'MacRoman'
        : isSymbolic
          ? undefined
          : 'Standard'
  if (name === 'MacExpertEncoding' || name === 'PDFDocEncoding') unplain('encoding')
  const units = kind ? unitsOfEncoding(kind) : new Uint16Array(256)
  const names = Array.from(units, (unit) => (unit === 0 ? '' : String.fromCharCode(unit)))
  const differences = own ? file.look(own.get('Differences')) : null
  if (differences === null) return names
  if (!Array.isArray(differences)) return unplain('differences')
  let code = 0
  for (const difference of differences) {
    const value = file.look(difference)
    if (typeof value === 'number') code = value
    else if (!(value instanceof Name) || code > 255) unplain('differences')
    else names[code++] = value.text === '.notdef' ? noGlyph : fromName(value.text)
  }
  return names
}

/** Without a glyph a code may stand for a space. */
const noGlyph = '\0'

function fromName(name: string): string {
  const unit = unitOfName(name)
  return unit === 0 ? '' : String.fromCharCode(unit)
}

type Widths = {
  file: PlainFile
  dict: Dict
  standard: ((unit: number) => number) | undefined
  names: string[] | undefined
}

function setWidths(font: PlainFont, { file, dict, standard, names }: Widths): void {
  font.widths.fill(-1)
  const given = file.look(dict.get('Widths'))
  if (given === null) {
    if (!standard || !names) unplain('no widths')
    for (let code = 0; code < 256; code++) {
      const name = names[code] ?? ''
      font.widths[code] = name === '' ? -1 : standard(name.charCodeAt(0))
    }
    return
  }
  const first = file.look(dict.get('FirstChar'))
  if (!Array.isArray(given) || typeof first !== 'number') unplain('widths')
  for (const [i, value] of given.entries()) {
    const width = file.look(value)
    if (typeof width !== 'number' || first + i < 0 || first + i > 255) unplain('widths')
    font.widths[first + i] = width > 10_000 ? -1 : Math.trunc(width)
  }
}

/** No width: the engine takes a part of the width of the next character. */
const noSpace = 0

function simpleSpaces(
  font: PlainFont,
  table: ToUnicode | undefined,
  names: string[] | undefined,
): number[] {
  const widthOf = (code: number) => Math.max(0, font.widths[code] ?? 0)
  if (table && table.spaceCode > 0) return [widthOf(table.spaceCode)]
  if (!names) return [widthOf(0x20), noSpace]
  const named = names.indexOf(' ')
  const width = named < 0 ? noSpace : widthOf(named)
  const without = names.indexOf(noGlyph)
  return without >= 0 && (named < 0 || without < named)
    ? [width, widthOf(without), noSpace]
    : [width]
}

/** Fonts with two bytes a code, which is the number of the glyph: 9.7. */
function composite(file: PlainFile, dict: Dict, table: ToUnicode | undefined): PlainFont {
  if (nameIn(file, dict, 'Encoding') !== 'Identity-H' || !table) return unplain('encoding')
  const descendants = file.look(dict.get('DescendantFonts'))
  if (!Array.isArray(descendants) || descendants.length !== 1) return unplain('descendants')
  const glyphs = file.dict(descendants[0])
  const system = file.dict(glyphs.get('CIDSystemInfo'))
  if (file.look(system.get('Ordering')) !== 'Identity') unplain('ordering')
  if (!aboutFont(file, file.dict(glyphs.get('FontDescriptor'))).program) unplain('not embedded')
  const font = emptyFont(2)
  const usual = file.look(glyphs.get('DW')) ?? 1_000
  if (typeof usual !== 'number') return unplain('width')
  font.widths.fill(Math.trunc(usual))
  setGlyphWidths(font, file, file.look(glyphs.get('W')))
  for (const [code, text] of table.texts) setText(font, code, text)
  font.spaceWidths = [Math.max(0, font.widths[table.spaceCode] ?? 0)]
  return font
}

/** 9.7.4.3: a code and its widths, or two codes and the width of all between them. */
function setGlyphWidths(font: PlainFont, file: PlainFile, value: Value) {
  if (value === null) return
  if (!Array.isArray(value)) unplain('widths')
  const seen = new Uint8Array(65_536)
  const set = (code: number, width: Value) => {
    if (typeof width !== 'number' || !Number.isInteger(code) || code < 0 || code > 0xffff)
      unplain('widths')
    // The engine takes the first of two.
    if (seen[code] === 1) unplain('widths')
    seen[code] = 1
    font.widths[code] = Math.trunc(width as number)
  }
  for (let i = 0; i < value.length; ) {
    const first = file.look(value[i++])
    const second = file.look(value[i++])
    if (typeof first !== 'number') unplain('widths')
    if (Array.isArray(second)) {
      for (const [j, width] of second.entries()) set(first + j, file.look(width))
      continue
    }
    const width = file.look(value[i++])
    if (typeof second !== 'number' || second < first) unplain('widths')
    for (let code = first; code <= second; code++) set(code, width)
  }
}
