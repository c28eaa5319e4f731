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

/** Each number once, ascending, and how often it is there: 255 times at most. */
export type StemTfs = { readonly numbers: Uint16Array; readonly tfs: Uint8Array }

const tfMax = 255

/** As stemNumbers wrote them; a buffer of SQLite may begin anywhere. */
export function readStemNumbers(stems: Buffer): StemTfs {
  const end = stems.byteOffset + stems.byteLength
  return stemTfs(new Uint16Array(stems.buffer.slice(stems.byteOffset, end)))
}

/** Of numbers in ascending order, one for each time. */
export function stemTfs(all: ArrayLike<number>): StemTfs {
  const numbers = new Uint16Array(all.length)
  const tfs = new Uint8Array(all.length)
  let count = 0
  for (let at = 0; at < all.length; at++) {
    const isAgain = at > 0 && all[at] === all[at - 1]
    if (!isAgain) numbers[count++] = all[at] as number
    tfs[count - 1] = Math.min(tfMax, (tfs[count - 1] as number) + 1)
  }
  return { numbers: numbers.slice(0, count), tfs: tfs.slice(0, count) }
}

/** Texts that are equal have equal ones. */
export function areSameStems(one: StemTfs, other: StemTfs): boolean {
  const { length } = one.numbers
  if (length !== other.numbers.length) return false
  for (let at = 0; at < length; at++) {
    if (one.numbers[at] !== other.numbers[at] || one.tfs[at] !== other.tfs[at]) return false
  }
  return true
}

/** FNV-1a of 32 bits over the UTF-16 units, folded to 16 (draft-eastlake-fnv). */
function numberOf(stem: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < stem.length; i++) hash = Math.imul(hash ^ stem.charCodeAt(i), 0x01000193)
  return ((hash >>> 16) ^ hash) & 0xffff
}
