// What a run consists of: plain steps that can be drawn, left out one by one, and written down.
import type { Random } from '../random.ts'

/** What the numbers say is the step's own matter; any will do. */
export type Step<K extends string = string> = { kind: K; a: number; b: number; c: number }

const numbersBelow = 10_000

export function drawSteps<K extends string>(
  random: Random,
  { weights, count }: { weights: Readonly<Record<K, number>>; count: number },
): Step<K>[] {
  const kinds = Object.entries<number>(weights).flatMap(([kind, weight]) =>
    Array.from({ length: weight }, () => kind as K),
  )
  const number = () => random.below(numbersBelow)
  return Array.from({ length: count }, () => {
    return { kind: random.pick(kinds), a: number(), b: number(), c: number() }
  })
}

export function stepText({ kind, a, b, c }: Step): string {
  return `${kind} ${a} ${b} ${c}`
}

/** What must hold, and does not. */
export class Breach extends Error {
  override readonly name = 'Breach'
}

export function mustHold(holds: boolean, otherwise: string): void {
  if (!holds) throw new Breach(otherwise)
}

/** What a run came to: nothing, or what did not hold, and the steps up to there. */
export type Outcome<K extends string = string> = {
  breach: string | undefined
  steps: readonly Step<K>[]
  /** What happened, for the report. */
  counts: Readonly<Record<string, number>>
}

const triesMax = 300

/** Leaves out what a breach does not need: halves first, single steps last. */
export async function shorten<K extends string>(
  failed: Outcome<K>,
  run: (steps: readonly Step<K>[]) => Promise<Outcome<K>>,
): Promise<Outcome<K>> {
  let best = failed
  let tries = triesMax
  for (let size = best.steps.length; size >= 1 && tries > 0; ) {
    let isShorter = false
    for (let at = 0; at < best.steps.length && tries > 0; ) {
      const fewer = best.steps.filter((_, i) => i < at || i >= at + size)
      tries -= 1
      const again = await run(fewer)
      if (isSame(again, failed)) {
        best = again
        isShorter = true
      } else at += size
    }
    if (size > 1) size = Math.floor(size / 2)
    else if (!isShorter) break
  }
  return best
}

/** Ids and amounts are others in each run. */
function isSame(one: Outcome, other: Outcome): boolean {
  const bare = ({ breach = '' }: Outcome) =>
    breach.replace(/[a-z]+_[0-9a-z]+|\d+/g, '#').slice(0, 40)
  return one.breach !== undefined && bare(one) === bare(other)
}
