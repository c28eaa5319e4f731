export type Random = {
  /** From 0 on, below 1. */
  next(): number
  /** A whole number from 0 on, below this. */
  below(limit: number): number
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
  /** Another row of numbers, that does not depend on how many were drawn here. */
  branch(name: string): Random
}

/** The same numbers for the same seed: mulberry32. */
export function openRandom(seed: string): Random {
  let state = hashOf(seed)
  const random: Random = {
    next() {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    },
    below: (limit) => Math.floor(random.next() * limit),
    pick: (list) => list[random.below(list.length)] as (typeof list)[number],
    shuffled(list) {
      const left = [...list]
      return list.map(() => left.splice(random.below(left.length), 1)[0] as (typeof list)[number])
    },
    branch: (name) => openRandom(`${seed}/${name}`),
  }
  return random
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash | 0
}
