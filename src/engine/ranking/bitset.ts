import type { Postings } from '../keyword/postings.ts'

/**
 * A set of documents: a byte for each document id, 1 where it is in the set. Its capacity is a
 * whole number of words of four bytes, so that sets are joined four documents at a time; what
 * is behind the last document is 0 in every set that was intersected with what a viewer may see.
 */
export type Bitset = { readonly bytes: Uint8Array; readonly words: Uint32Array }

/** Sets of one size, used again and again: making them costs more than joining them. */
export type BitsetPool = {
  /** Takes back whatever is still out; sets from now on have so much capacity. */
  begin(size: number): void
  take(): Bitset
  giveBack(bits: Bitset): void
}

const bytesPerWord = 4
const allOnes = 0x01010101

export function openBitsetPool(): BitsetPool {
  let size = 0
  let all: Bitset[] = []
  let free: Bitset[] = []
  return {
    begin(capacity) {
      if (capacity !== size) all = []
      size = capacity
      free = [...all]
    },
    take() {
      const old = free.pop()
      if (old) old.words.fill(0)
      const bits = old ?? emptyBitset(size)
      if (!old) all.push(bits)
      return bits
    },
    giveBack: (bits) => void free.push(bits),
  }
}

export function emptyBitset(size: number): Bitset {
  const words = new Uint32Array(Math.ceil(size / bytesPerWord))
  return { words, bytes: new Uint8Array(words.buffer) }
}

/** A set of its own, not of a pool. */
export function copyOf({ words: given }: Bitset): Bitset {
  const words = given.slice()
  return { words, bytes: new Uint8Array(words.buffer) }
}

/** Puts the documents of a term into the set. */
export function addPostings({ bytes }: Bitset, postings: Postings): void {
  for (const list of postings) {
    if (list) for (let i = 0; i < list.length; i++) bytes[list[i] as number] = 1
  }
}

/** Keeps in the set what is in the other one, too. */
export function intersect({ words }: Bitset, other: Bitset): void {
  for (let i = 0; i < words.length; i++) {
    words[i] = (words[i] as number) & (other.words[i] as number)
  }
}

/** Puts into the set what is in the other one. */
export function unite({ words }: Bitset, other: Bitset): void {
  for (let i = 0; i < words.length; i++) {
    words[i] = (words[i] as number) | (other.words[i] as number)
  }
}

/** Turns the set into what it is not. */
export function complement({ words }: Bitset): void {
  for (let i = 0; i < words.length; i++) words[i] = (words[i] as number) ^ allOnes
}

/** Puts every document into the set of which this holds. */
export function addWhere(
  { bytes }: Bitset,
  { size, holds }: { size: number; holds: (docId: number) => boolean },
): void {
  for (let docId = 0; docId < size; docId++) if (holds(docId)) bytes[docId] = 1
}

export function countDocuments({ words }: Bitset): number {
  let count = 0
  for (let i = 0; i < words.length; i++) {
    // Each byte is 0 or 1: multiplied, the highest byte is the sum of all four.
    count += Math.imul(words[i] as number, allOnes) >>> 24
  }
  return count
}

/** The documents in order. */
export function docIdsIn(bits: Bitset): Int32Array {
  const { words, bytes } = bits
  const docIds = new Int32Array(countDocuments(bits))
  let next = 0
  for (let i = 0; i < words.length; i++) {
    if (words[i] === 0) continue
    const first = i * bytesPerWord
    for (let docId = first; docId < first + bytesPerWord; docId++) {
      if (bytes[docId] === 1) docIds[next++] = docId
    }
  }
  return docIds
}
