import type { StaticModel } from './embed-static-files.ts'

/** A word as its pieces. */
export type Word = { readonly ids: ArrayLike<number>; readonly count: number }

/** So many are known at once; with what finds them they take five megabytes. */
const wordsMax = 2 ** 17
const poolMin = 4_096

/**
 * Words of several pieces, each found again by them, and how long it is as the sum of their rows.
 * A table of slots with open addressing.
 */
export function openJoinedWords(model: StaticModel) {
  const slots = new Int32Array(2 * wordsMax)
  const starts = new Int32Array(wordsMax + 1)
  const lengths = new Float64Array(wordsMax)
  const sum = new Float64Array(model.dimensions)
  let pool = new Int32Array(poolMin)
  let count = 0

  function isAt(place: number, word: Word): boolean {
    const start = starts[place] as number
    if ((starts[place + 1] as number) - start !== word.count) return false
    for (let i = 0; i < word.count; i += 1) if (pool[start + i] !== word.ids[i]) return false
    return true
  }

  function add({ ids, count: pieces }: Word): number {
    const start = starts[count] as number
    if (start + pieces > pool.length) {
      const larger = new Int32Array(2 * (start + pieces))
      larger.set(pool)
      pool = larger
    }
    for (let i = 0; i < pieces; i += 1) pool[start + i] = ids[i] as number
    lengths[count] = sumRows(model, { word: { ids, count: pieces }, sum })
    count += 1
    starts[count] = start + pieces
    return count - 1
  }

  return {
    max: wordsMax,
    hasRoom: (words: number) => count + words <= wordsMax,
    clear() {
      slots.fill(0)
      count = 0
    },
    /** Its place, from 0 on; new ones come behind all others. */
    find(word: Word): number {
      const mask = slots.length - 1
      let slot = hashOf(word) & mask
      for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const place = (slots[slot] as number) - 1
        if (isAt(place, word)) return place
      }
      const place = add(word)
      slots[slot] = place + 1
      return place
    },
    piecesOf: (place: number) => pool.subarray(starts[place], starts[place + 1]),
    lengthOf: (place: number) => lengths[place] as number,
  }
}

type Summed = { word: Word; sum: Float64Array }

/** Writes the sum of the rows of a word's pieces; says how long it is. */
export function sumRows({ rows, scales, dimensions }: StaticModel, { word, sum }: Summed): number {
  sum.fill(0)
  for (let i = 0; i < word.count; i += 1) {
    const id = word.ids[i] as number
    const scale = scales[id] as number
    const from = rows.startOf(id)
    for (let k = 0; k < dimensions; k += 1) {
      sum[k] = (sum[k] as number) + scale * (rows.table[from + k] as number)
    }
  }
  let squares = 0
  for (let k = 0; k < dimensions; k += 1) squares += (sum[k] as number) * (sum[k] as number)
  return Math.sqrt(squares)
}

/** FNV-1a. */
function hashOf({ ids, count }: Word): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < count; i += 1) hash = Math.imul(hash ^ (ids[i] as number), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
