import iconv from 'iconv-lite'

type Range = [first: number, last: number, likely: number]

/** By the first byte of a character, as a logarithm; others are hardly ever written. */
const encodings: Readonly<Record<string, readonly Range[]>> = {
  shift_jis: [
    [0x81, 0x83, -4.5],
    [0x88, 0x97, -8],
    [0x98, 0x9f, -11],
    [0xe0, 0xea, -11],
  ],
  'euc-jp': [
    [0xa1, 0xa5, -4.5],
    [0xb0, 0xcf, -8],
    [0xd0, 0xf4, -11],
  ],
  // Syllables of Japanese have a place here, too.
  gb18030: [
    [0xa1, 0xa3, -5],
    [0xa4, 0xa5, -9],
    [0xb0, 0xd7, -8.2],
    [0xd8, 0xf7, -11],
  ],
  big5: [
    [0xa1, 0xa3, -5],
    [0xa4, 0xc6, -8.6],
    [0xc9, 0xf9, -11],
  ],
  'euc-kr': [
    [0xa1, 0xa3, -5],
    [0xb0, 0xc8, -7.8],
    [0xca, 0xfd, -11],
  ],
}
const rare = -14
/** Of the syllables that take one byte. */
const half = { first: 0xa1, last: 0xdf, likely: -9 }
/** A character that was cut at the end of what is looked at. */
const cutBytesMax = 3

/**
 * How likely a text is in each encoding of more bytes a character in which it is possible, as far
 * as that is more than `above`: their tables are large.
 */
export function* multibyteLikelihood(
  bytes: Buffer,
  above: number,
): Generator<{ encoding: string; likely: number }> {
  for (const [encoding, ranges] of Object.entries(encodings)) {
    const likely = likelihoodOf(bytes, { encoding, ranges })
    if (likely <= above) continue
    const text = iconv.decode(bytes, encoding)
    const wrong = text.indexOf('\ufffd')
    if (wrong !== -1 && wrong < text.length - cutBytesMax) continue
    yield { encoding, likely }
  }
}

function likelihoodOf(
  bytes: Buffer,
  { encoding, ranges }: { encoding: string; ranges: readonly Range[] },
): number {
  let sum = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte < 0x80) continue
    if (encoding === 'shift_jis' && byte >= half.first && byte <= half.last) {
      sum += half.likely
      continue
    }
    const isPlain = encoding === 'big5' || encoding === 'shift_jis' || (bytes[i + 1] ?? 0) > 0xa0
    const range = ranges.find(([first, last]) => byte >= first && byte <= last)
    sum += isPlain && range ? range[2] : rare
    i++
  }
  return sum
}
