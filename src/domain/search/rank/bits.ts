import type { Postings } from './postings.ts'

/**
 * A set of places: a byte for each, 1 where it is in the set. Its room is a whole number of words
 * of four bytes, so that sets are joined four places at a time; what is behind the last place is 0.
 */
export type Bits = { readonly bytes: Uint8Array; readonly words: Uint32Array }

const bytesPerWord = 4
const allOnes = 0x01010101

export function noPlaces(size: number): Bits {
  const words = new Uint32Array(Math.ceil(size / bytesPerWord))
  return { words, bytes: new Uint8Array(words.buffer) }
}

export function placesIn(postings: Postings, size: number): Bits {
  const bits = noPlaces(size)
  const { bytes } = bits
  for (const list of postings) {
    if (list) for (let i = 0; i < list.length; i++) bytes[list[i] as number] = 1
  }
  return bits
}

export function where(size: number, holds: (place: number) => boolean): Bits {
  const bits = noPlaces(size)
  for (let place = 0; place < size; place++) if (holds(place)) bits.bytes[place] = 1
  return bits
}

export function both(a: Bits, b: Bits): Bits {
  const out = noPlaces(a.bytes.length)
  for (let i = 0; i < out.words.length; i++) {
    out.words[i] = (a.words[i] as number) & (b.words[i] as number)
  }
  return out
}

export function any(a: Bits, b: Bits): Bits {
  const out = noPlaces(a.bytes.length)
  for (let i = 0; i < out.words.length; i++) {
    out.words[i] = (a.words[i] as number) | (b.words[i] as number)
  }
  return out
}

/** Of the first what the second has not. */
export function without(a: Bits, b: Bits): Bits {
  const out = noPlaces(a.bytes.length)
  for (let i = 0; i < out.words.length; i++) {
    out.words[i] = (a.words[i] as number) & ~(b.words[i] as number)
  }
  return out
}

export function everyPlace(size: number): Bits {
  const bits = noPlaces(size)
  bits.words.fill(allOnes)
  bits.bytes.fill(0, size)
  return bits
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
