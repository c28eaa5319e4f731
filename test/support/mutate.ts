/** A small generator of pseudo-random numbers (mulberry32): the same seed, the same run. */
export function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const letters = 'ABCXYZabcxyz0189-_=%&/?+.~ '

/** The text with one to three characters changed, dropped, doubled or swapped; never the same. */
export function mutate(text: string, next: () => number): string {
  const whole = (below: number) => Math.floor(next() * below)
  for (;;) {
    let out = text
    for (let step = whole(3); step >= 0; step--) {
      const at = whole(out.length)
      const letter = letters[whole(letters.length)] ?? 'A'
      const kinds = [
        () => out.slice(0, at) + letter + out.slice(at + 1),
        () => out.slice(0, at) + out.slice(at + 1),
        () => out.slice(0, at) + letter + out.slice(at),
        () => out.slice(0, at) + (out[at] ?? '') + out.slice(at),
        () =>
          out.slice(0, at) +
          out
            .slice(at, at + 2)
            .split('')
            .reverse()
            .join('') +
          out.slice(at + 2),
        () => out.slice(0, at),
      ]
      out = kinds[whole(kinds.length)]?.() ?? out
    }
    if (out !== text) return out
  }
}
