/** Glyph names of the Adobe glyph list, and the encodings of ISO 32000-1, Annex D. */
const named = `
  space:20 exclam:21 quotedbl:22 numbersign:23 dollar:24 percent:25 ampersand:26
  quoteright:2019 parenleft:28 parenright:29 asterisk:2A plus:2B comma:2C hyphen:2D period:2E
  slash:2F zero:30 one:31 two:32 three:33 four:34 five:35 six:36 seven:37 eight:38 nine:39
  colon:3A semicolon:3B less:3C equal:3D greater:3E question:3F at:40 bracketleft:5B
  backslash:5C bracketright:5D asciicircum:5E underscore:5F quoteleft:2018 braceleft:7B
  bar:7C braceright:7D asciitilde:7E quotesingle:27 grave:60 exclamdown:A1 cent:A2
  sterling:A3 currency:A4 yen:A5 brokenbar:A6 section:A7 dieresis:A8 copyright:A9
  ordfeminine:AA guillemotleft:AB logicalnot:AC registered:AE macron:AF degree:B0
  plusminus:B1 twosuperior:B2 threesuperior:B3 acute:B4 mu:B5 paragraph:B6 periodcentered:B7
  cedilla:B8 onesuperior:B9 ordmasculine:BA guillemotright:BB onequarter:BC onehalf:BD
  threequarters:BE questiondown:BF AE:C6 Eth:D0 multiply:D7 Oslash:D8 Thorn:DE germandbls:DF
  ae:E6 eth:F0 divide:F7 oslash:F8 thorn:FE Dcroat:110 dcroat:111 dotlessi:131 Lslash:141
  lslash:142 OE:152 oe:153 florin:192 circumflex:2C6 caron:2C7 breve:2D8 dotaccent:2D9
  ring:2DA ogonek:2DB tilde:2DC hungarumlaut:2DD endash:2013 emdash:2014 quotesinglbase:201A
  quotedblleft:201C quotedblright:201D quotedblbase:201E dagger:2020 daggerdbl:2021
  bullet:2022 ellipsis:2026 perthousand:2030 guilsinglleft:2039 guilsinglright:203A
  fraction:2044 Euro:20AC trademark:2122 partialdiff:2202 Delta:2206 summation:2211
  minus:2212 radical:221A infinity:221E approxequal:2248 notequal:2260 lessequal:2264
  greaterequal:2265 lozenge:25CA fi:FB01 fl:FB02 ff:FB00 ffi:FB03 ffl:FB04 alpha:3B1 beta:3B2
  gamma:3B3 delta:3B4 epsilon:3B5 zeta:3B6 eta:3B7 theta:3B8 iota:3B9 kappa:3BA lambda:3BB
  nu:3BD xi:3BE omicron:3BF pi:3C0 rho:3C1 sigma:3C3 tau:3C4 upsilon:3C5 phi:3C6 chi:3C7
  psi:3C8 omega:3C9 Gamma:393 Theta:398 Lambda:39B Xi:39E Pi:3A0 Sigma:3A3 Upsilon:3A5
  Phi:3A6 Psi:3A8 Omega:2126 arrowleft:2190 arrowup:2191 arrowright:2192 arrowdown:2193
  element:2208 asteriskmath:2217 similar:223C equivalence:2261 union:222A intersection:2229
  product:220F
`

const units = new Map<string, number>()
for (const pair of named.trim().split(/\s+/)) {
  const [name, hex] = pair.split(':') as [string, string]
  units.set(name, Number.parseInt(hex, 16))
}

const accents: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circumflex: '\u0302',
  dieresis: '\u0308',
  tilde: '\u0303',
  ring: '\u030a',
  caron: '\u030c',
  cedilla: '\u0327',
  breve: '\u0306',
  macron: '\u0304',
  ogonek: '\u0328',
  dotaccent: '\u0307',
  hungarumlaut: '\u030b',
}
const accented = new RegExp(`^([A-Za-z])(${Object.keys(accents).join('|')})$`)

/** The names that are known besides those of letters and of letters with accents. */
export function glyphNames(): string[] {
  return [...units.keys()]
}

/** The character of a glyph name; 0 for one that is not known here. */
export function unitOfName(name: string): number {
  if (/^[A-Za-z]$/.test(name)) return name.charCodeAt(0)
  const known = units.get(name)
  if (known !== undefined) return known
  const [, letter = '', accent = ''] = accented.exec(name) ?? []
  const whole = `${letter}${accents[accent] ?? ''}`.normalize('NFC')
  // Younger letters have no names.
  return whole.length === 1 && !/[\u01f8-\u024f]/.test(whole) ? whole.charCodeAt(0) : 0
}

export type Encoding = 'WinAnsi' | 'MacRoman' | 'Standard'

/** What is not the same in all tables of these encodings. */
const unsure: Record<Encoding, RegExp> = {
  WinAnsi: /[\x7f\x81\x8d\x8f\x90\x9d\xa0\xad]/,
  MacRoman: /[\x7f\xa0\xad\xb0\xb2\xb3\xb6-\xba\xbd\xc3\xc5\xc6\xca\xd7\xdb\xde\xdf\xf0]/,
  Standard: /[\x7f-\xa0]/,
}
const standard = `
  A1:A1 A2:A2 A3:A3 A4:2044 A5:A5 A6:192 A7:A7 A8:A4 A9:27 AA:201C AB:AB AC:2039 AD:203A
  AE:FB01 AF:FB02 B1:2013 B2:2020 B3:2021 B4:B7 B6:B6 B7:2022 B8:201A B9:201E BA:201D BB:BB
  BC:2026 BD:2030 BF:BF C1:60 C2:B4 C3:2C6 C4:2DC C5:AF C6:2D8 C7:2D9 C8:A8 CA:2DA CB:B8
  CD:2DD CE:2DB CF:2C7 D0:2014 E1:C6 E3:AA E8:141 E9:D8 EA:152 EB:BA F1:E6 F5:131 F8:142
  F9:F8 FA:153 FB:DF
`

/** Characters by code; 0 where an encoding has none, or an unsure one. */
export function unitsOfEncoding(encoding: Encoding): Uint16Array {
  const table = new Uint16Array(256)
  const bytes = Uint8Array.from({ length: 256 }, (_, code) => code)
  const label = encoding === 'MacRoman' ? 'macintosh' : 'windows-1252'
  const text = new TextDecoder(label).decode(bytes)
  for (let code = 0x20; code < 256; code++) {
    if (encoding === 'Standard' && code > 0x7e) break
    if (!unsure[encoding].test(String.fromCharCode(code))) table[code] = text.charCodeAt(code)
  }
  if (encoding !== 'Standard') return table
  for (const pair of standard.trim().split(/\s+/)) {
    const [code, unit] = pair.split(':').map((hex) => Number.parseInt(hex, 16)) as [number, number]
    table[code] = unit
  }
  table[0x27] = 0x2019
  table[0x60] = 0x2018
  return table
}
