import iconv from 'iconv-lite'

const lookedBytes = 4096
const pairsMin = 4
/** So many of all bytes are printable ASCII in a text that is no UTF-16, and has a zero in it. */
const asciiMaxShare = 0.75
/** In one character or another of nearly every text. */
const common = /[\t\n\r -~\u3001\u3002\uff0c]/g
/** What stands in no text: half of a character, one that is none, one of private use. */
const strange = /(?![\t\n\f\r])[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/u
const letters = /[\p{L}\p{M}]/gu
const lettersMinShare = 0.5

/** UTF-16 without a mark. */
export function utf16Of(head: Buffer): string | undefined {
  const bytes = head.subarray(0, Math.min(lookedBytes, head.length & ~1))
  if (bytes.length < 2 * pairsMin || !bytes.includes(0)) return undefined
  return ofLatin(bytes) ?? ofAnyScript(bytes)
}

/** Of mostly Latin text every second byte is zero. */
function ofLatin(bytes: Buffer): string | undefined {
  const pairs = bytes.length / 2
  let evenZeros = 0
  let oddZeros = 0
  for (let i = 0; i < bytes.length; i += 2) {
    if (bytes[i] === 0) evenZeros++
    if (bytes[i + 1] === 0) oddZeros++
  }
  if (oddZeros > pairs * 0.4 && evenZeros < pairs * 0.05) return 'utf-16le'
  if (evenZeros > pairs * 0.4 && oddZeros < pairs * 0.05) return 'utf-16be'
  return undefined
}

/** The order in which more spaces, digits and stops come out, if it gives a text at all. */
function ofAnyScript(bytes: Buffer): string | undefined {
  const printable = bytes.reduce((count, byte) => count + (byte > 0x1f && byte < 0x7f ? 1 : 0), 0)
  if (printable > bytes.length * asciiMaxShare) return undefined
  return ['utf-16le', 'utf-16be']
    .map((charset) => ({ charset, text: iconv.decode(bytes, charset) }))
    .map((one) => ({ ...one, commons: one.text.match(common)?.length ?? 0 }))
    .sort((a, b) => b.commons - a.commons)
    .find(({ text }) => isText(text))?.charset
}

function isText(text: string): boolean {
  // A character of two units may be cut at the end.
  const whole = text.replace(/[\ud800-\udbff]$/, '')
  return (
    !strange.test(whole) && (whole.match(letters)?.length ?? 0) > whole.length * lettersMinShare
  )
}

const escapes = ['\x1b$@', '\x1b$B', '\x1b$(D', '\x1b(I']

/** ISO-2022-JP, as mails and old pages of Japan are in: ASCII, and the rest between escapes. */
export function isIso2022Jp(bytes: Buffer): boolean {
  if (!escapes.some((one) => bytes.includes(one, 0, 'latin1'))) return false
  return bytes.every((byte) => byte < 0x80)
}
