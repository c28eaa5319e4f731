/** Of a picture or a key written in letters; a shorter one may be a name or a sum of something. */
const base64CharsMin = 200
/** Lines of one length, with white space between them. */
const run = new RegExp(
  String.raw`[A-Za-z0-9+/]{40,}(?:\s+[A-Za-z0-9+/]{40,})*` +
    String.raw`(?:={1,2}|\s+[A-Za-z0-9+/]{1,80}={0,2}(?=\s*(?:\n|$)))?`,
  'g',
)
/** Sequences of genes and numbers are written with letters of one case, or with digits alone. */
const kinds = [/[A-Z]/g, /[a-z]/g, /[0-9+/]/g]
const kindMinShare = 0.04

/** A text without bytes that were written as letters (RFC 4648): nobody looks for them. */
export function withoutBase64(text: string): string {
  if (text.length < base64CharsMin) return text
  return text.replace(run, (found) => (isBase64(found) ? '' : found))
}

function isBase64(text: string): boolean {
  if (text.length < base64CharsMin) return false
  return kinds.every((kind) => (text.match(kind)?.length ?? 0) > text.length * kindMinShare)
}
