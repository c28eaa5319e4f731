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
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const ligatures = /[\uFB00-\uFB06]/g
const spaces = /[^\S\n]+/g

/** Text as it is stored: NFC, plain line ends, single spaces, nothing invisible. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(lineBreaks, '\n')
    .replace(unwanted, '')
    .replace(ligatures, (ligature) => ligature.normalize('NFKC'))
    .normalize('NFC')
    .replace(spaces, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The same on one line, for titles and cells. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\n+/g, ' ')
}
