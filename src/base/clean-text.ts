/**
 * Characters that do not belong into searchable text: controls, soft hyphens, zero-width spaces,
 * marks that override the direction of writing (they can make a snippet read as something else),
 * tag characters (invisible text for machines), non-characters. The joiners U+200C and U+200D
 * stay: Persian and emoji need them.
 */
const unwanted = new RegExp(
  String.raw`[\0-\x08\x0E-\x1F\x7F-\x84\x86-\x9F\xAD\u061C\u200B\u200E\u200F\u202A-\u202E` +
    String.raw`\u2060-\u206F\uFEFF\uFFF0-\uFFFC\uFFFE\uFFFF\u{E0000}-\u{E007F}]`,
  'gu',
)
/**
 * Western letters and common marks, none of which is unwanted, combines with another or could be
 * written in another way: most texts are nothing else.
 */
const plain = /^[\t\n\x20-\x7E\xA0-\xAC\xAE-\u02FF\u2010-\u2027\u20AC]*$/
/** A text of these with single spaces between is as it is stored already. */
const visible = String.raw`[\x21-\x7E\xA1-\xAC\xAE-\u02FF\u2010-\u2027\u20AC]+`
const clean = new RegExp(`^${visible}(?: ${visible})*$`)
/** Each space takes room on the stack of the engine of patterns. */
const cleanCharsMax = 1_000_000
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const ligatures = /[\uFB00-\uFB06]/g
const spaces = /[^\S\n]{2,}|[^\S\n ]/g

/** Text as it is stored: NFC, plain line ends, single spaces, nothing invisible. */
export function cleanText(text: string): string {
  if (text.length <= cleanCharsMax && clean.test(text)) return text
  const spaced = (plain.test(text) ? text : scrubbed(text)).replace(spaces, ' ')
  if (!spaced.includes('\n')) return spaced.trim()
  return spaced
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The same of what is laid out: white space within lines, and before them, stands as it stood. */
export function cleanLaidOut(text: string): string {
  return (plain.test(text) ? text : scrubbed(text))
    .replace(/[^\S\n\t]/g, ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '')
}

function scrubbed(text: string): string {
  return text
    .toWellFormed()
    .replace(lineBreaks, '\n')
    .replace(unwanted, '')
    .replace(ligatures, (ligature) => ligature.normalize('NFKC'))
    .normalize('NFC')
}

/** The same on one line, for titles and cells. */
export function cleanLine(text: string): string {
  const cleaned = cleanText(text)
  return cleaned.includes('\n') ? cleaned.replace(/\n+/g, ' ') : cleaned
}
