/**
 * The stems of a passage as numbers of 16 bits, ascending, one for each time that a stem is there:
 * what likeness is counted with (ranking/alike.ts), a quarter of the room of the text. Two stems in
 * 65,536 have the same number; of the 2,500 that fifty passages have, one in thirty meets another.
 */
export function stemNumbers(stem: string): Buffer {
  const stems = stem === '' ? [] : stem.split(' ')
  const numbers = Uint16Array.from(stems, numberOf).sort()
  return Buffer.from(numbers.buffer)
}

/** As stemNumbers wrote them; a buffer of SQLite may begin anywhere. */
export function readStemNumbers(stems: Buffer): Uint16Array {
  return new Uint16Array(stems.buffer.slice(stems.byteOffset, stems.byteOffset + stems.byteLength))
}

/** FNV-1a of 32 bits over the UTF-16 units, folded to 16 (draft-eastlake-fnv). */
function numberOf(stem: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < stem.length; i++) hash = Math.imul(hash ^ stem.charCodeAt(i), 0x01000193)
  return ((hash >>> 16) ^ hash) & 0xffff
}
