import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(4_096)
let used = pool.length

/** A number of so many random bytes, six at most. */
export function randomNumber(bytes: number): number {
  return pool.readUIntBE(take(bytes), bytes)
}

/** So many random bytes. */
export function randomBuffer(bytes: number): Buffer {
  const at = take(bytes)
  return Buffer.from(pool.subarray(at, at + bytes))
}

/** Where they begin. Each byte is given once, and asking the system for many costs as one. */
function take(bytes: number): number {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return used - bytes
}
