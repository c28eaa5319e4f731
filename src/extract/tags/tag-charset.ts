import iconv from 'iconv-lite'
import { lastResort } from '../formats/charset.ts'

/** Writers of tags use what their system has: of an ISO encoding the Windows one next to it. */
const asOnWindows: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
}
/** What no writer of tags uses, and chardet takes short texts for. */
const unlikely = /^(?:utf|ascii|iso-8859-[56]$|iso-2022)/i
/** Latin letters with accents: they stand alone among plain ones. */
const accented = new Set([
  ...['windows-1250', 'windows-1252', 'windows-1254', 'windows-1257', 'windows-1258'],
])
const multibyte = /jis|gb|big5|euc/i
/** So many bytes beyond ASCII side by side are no accents. */
const foreignRun = 3
const confidence = { accented: 15, shortMultibyte: 40, multibyte: 60 }
/** Of 100, for each letter that a decoding makes look odd. */
const oddPenalty = 100

/**
 * The encoding of the texts of one tag that says "ISO-8859-1" and may be in any: valid UTF-8 is
 * that; accents among plain letters are Latin; beyond that the best of what chardet offers, less
 * what comes out odd. `cut`: the same, should half a letter be at the end of a field. How often
 * it is right is in the LABBOOK (287).
 */
export async function charsetOfTags(bytes: Buffer, cut?: Buffer): Promise<string> {
  if (isUtf8(bytes)) return 'utf-8'
  const { analyse } = await import('chardet')
  const guessesOf = (text: Buffer) =>
    analyse(text)
      .filter(({ name }) => !unlikely.test(name))
      .map(({ name, confidence }) => ({ name: asOnWindows[name] ?? name, confidence }))
      .filter(({ name }) => iconv.encodingExists(name))
  if (longestRun(bytes) < foreignRun) return accentsOf(guessesOf(bytes))
  const whole = foreignOf(bytes, guessesOf(bytes))
  const other = cut && foreignOf(cut, guessesOf(cut))
  return (other && other.confidence > whole.confidence ? other : whole).name
}

type Guess = { name: string; confidence: number }

function accentsOf(found: readonly Guess[]): string {
  const best = found.find(
    (one) =>
      accented.has(one.name) ||
      (multibyte.test(one.name) && one.confidence >= confidence.shortMultibyte),
  )
  return best && best.confidence >= confidence.accented ? best.name : lastResort
}

function foreignOf(bytes: Buffer, found: readonly Guess[]): Guess {
  const worth = ({ name, confidence }: Guess) =>
    confidence - oddPenalty * oddShare(iconv.decode(bytes, name))
  const others = ['windows-1251', 'GB18030', 'Shift_JIS'].map((name) => ({ name, confidence: 0 }))
  const candidates = [...found.filter(({ name }) => !accented.has(name)), ...others]
  const ranked = candidates.map((one) => ({ ...one, confidence: worth(one) }))
  const isMultibyte = ranked.some(
    (one) =>
      multibyte.test(one.name) &&
      one.confidence >= confidence.multibyte &&
      !iconv.decode(bytes, one.name).includes('\ufffd'),
  )
  if (!isMultibyte && isThai(bytes)) return { name: 'windows-874', confidence: 100 }
  return ranked.reduce((best, one) => (one.confidence > best.confidence ? one : best))
}

/** Of the letters beyond ASCII: signs and capitals inside words, and what no text has. */
function oddShare(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const beyond = count(/[^\0-\x7f]/g)
  const odd = count(/(?![\p{L}\p{M}])[^\0-\x7f]/gu) + 2 * count(/\p{Ll}\p{Lu}/gu)
  return (odd + 5 * count(/[\ufffd\u0080-\u009f\ue000-\uf8ff]/g)) / Math.max(1, beyond)
}

const thaiMarks = String.raw`\u0e31\u0e34-\u0e3a\u0e47-\u0e4e`
const thai = {
  consonant: /[\u0e01-\u0e2e]/g,
  mark: new RegExp(`[${thaiMarks}]`, 'g'),
  lonelyMark: new RegExp(String.raw`(?<![\u0e01-\u0e2e${thaiMarks}])[${thaiMarks}]`),
  marksMin: 0.1,
}

/** Chardet does not know Thai: vowels and tones stand above and below consonants alone. */
function isThai(bytes: Buffer): boolean {
  const text = iconv.decode(bytes, 'windows-874')
  if (/(?![\u0e01-\u0e5b])[^\0-\x7f]/.test(text) || thai.lonelyMark.test(text)) return false
  const [marks, consonants] = [text.match(thai.mark) ?? [], text.match(thai.consonant) ?? []]
  return marks.length > consonants.length * thai.marksMin
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function longestRun(bytes: Buffer): number {
  return Math.max(
    0,
    ...(bytes.toString('latin1').match(/[\x80-\xff]+/g) ?? []).map((run) => run.length),
  )
}
