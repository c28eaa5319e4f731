/** Of the parts of a language file those without which its network cannot be used. */
const needed = { network: 17, letters: 21, codes: 22 }
const partsMax = 200

/**
 * Whether a language file of Tesseract has a neural network, whole as far as its table of contents
 * tells: the number of parts (32 bits) and where each begins (64 bits, -1 for one that is missing),
 * all little-endian (tessdatamanager.h). Tesseract itself starts without one, and then reads
 * nothing: data of version 3, or a file of zeros.
 */
export function hasNetwork(data: Buffer): boolean {
  const count = data.length < 4 ? 0 : data.readUInt32LE(0)
  if (count > partsMax || data.length < 4 + 8 * count) return false
  const begins = Array.from({ length: count }, (_, part) => data.readBigInt64LE(4 + 8 * part))
  if (begins.some((at) => at >= data.length)) return false
  return Object.values(needed).every((part) => (begins[part] ?? -1n) > 0n)
}
