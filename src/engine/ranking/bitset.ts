import type { Postings } from '../keyword/postings.ts'

/**
 * A set of places: a byte for each, 1 where it is in the set. Its room is a whole number of words
 * of four bytes, so that sets are joined four places at a time; what is behind the last place is 0
 * in every set that was joined with what a viewer may see.
 */
export type Bits = { readonly bytes: Uint8Array; readonly words: Uint32Array }

/** Sets of one size, used again and again: making them costs more than joining them. */
export type BitsRoom = {
  /** Takes back whatever is still out; sets from now on have room for so many places. */
  begin(size: number): void
  empty(): Bits
  giveBack(bits: Bits): void
}

const bytesPerWord = 4
const allOnes = 0x01010101

export function openBitsRoom(): BitsRoom {
  let size = 0
  let all: Bits[] = []
  let free: Bits[] = []
  return {
    begin(places) {
      if (places !== size) all = []
      size = places
      free = [...all]
    },
    empty() {
      const old = free.pop()
      if (old) old.words.fill(0)
      const bits = old ?? noPlaces(size)
      if (!old) all.push(bits)
      return bits
    },
    giveBack: (bits) => void free.push(bits),
  }
}

export function noPlaces(size: number): Bits {
  const words = new Uint32Array(Math.ceil(size / bytesPerWord))
  return { words, bytes: new Uint8Array(words.buffer) }
}

/** Puts the places of a word into the set. */
export function addPlaces({ bytes }: Bits, postings: Postings): void {
  for (const list of postings) {
    if (list) for (let i = 0; i < list.length; i++) bytes[list[i] as number] = 1
  }
}

/** Keeps in the set what is in the other one, too. */
export function keep({ words }: Bits, other: Bits): void {
  for (let i = 0; i < words.length; i++) {
    words[i] = (words[i] as number) & (other.words[i] as number)
  }
}

/** Puts into the set what is in the other one. */
export function add({ words }: Bits, other: Bits): void {
  for (let i = 0; i < words.length; i++) {
    words[i] = (words[i] as number) | (other.words[i] as number)
  }
}

/** Turns the set into what it is not. */
export function flip({ words }: Bits): void {
  for (let i = 0; i < words.length; i++) words[i] = (words[i] as number) ^ allOnes
}

/** Puts every place into the set of which this holds. */
export function addWhere(
  { bytes }: Bits,
  { size, holds }: { size: number; holds: (place: number) => boolean },
): void {
  for (let place = 0; place < size; place++) if (holds(place)) bytes[place] = 1
}

export function countPlaces({ words }: Bits): number {
  let count = 0
  for (let i = 0; i < words.length; i++) {
    // Each byte is 0 or 1: multiplied, the highest byte is the sum of all four.
    count += Math.imul(words[i] as number, allOnes) >>> 24
  }
  return count
}

/** The places in order. */
export function listPlaces(bits: Bits): Int32Array {
  const { words, bytes } = bits
  const places = new Int32Array(countPlaces(bits))
  let next = 0
  for (let i = 0; i < words.length; i++) {
    if (words[i] === 0) continue
    const first = i * bytesPerWord
    for (let place = first; place < first + bytesPerWord; place++) {
      if (bytes[place] === 1) places[next++] = place
    }
  }
  return places
}
