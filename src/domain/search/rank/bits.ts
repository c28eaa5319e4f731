import type { Postings } from './postings.ts'

/** A set of places: 1 at each that is in it. */
export type Bits = Uint8Array<ArrayBuffer>

export function both(a: Bits, b: Bits): Bits {
  const out = new Uint8Array(a.length)
  for (let i = 0; i < a.length; i++) out[i] = (a[i] as number) & (b[i] as number)
  return out
}

export function any(a: Bits, b: Bits): Bits {
  const out = new Uint8Array(a.length)
  for (let i = 0; i < a.length; i++) out[i] = (a[i] as number) | (b[i] as number)
  return out
}

export function none(a: Bits): Bits {
  const out = new Uint8Array(a.length)
  for (let i = 0; i < a.length; i++) out[i] = 1 - (a[i] as number)
  return out
}

export function where(size: number, holds: (place: number) => boolean): Bits {
  const out = new Uint8Array(size)
  for (let place = 0; place < size; place++) if (holds(place)) out[place] = 1
  return out
}

export function placesIn(postings: Postings, size: number): Bits {
  const out = new Uint8Array(size)
  for (const list of postings) for (const place of list ?? []) out[place] = 1
  return out
}
