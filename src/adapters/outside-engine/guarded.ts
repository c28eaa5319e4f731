import type { NearAsked, OutsideIndex } from '../../engine/index.ts'

type Options = {
  /** Whoever takes longer is passed over. */
  answerWithinMs: number
  onChange(change: { isUp: boolean; trouble: string | undefined }): void
}

/** What failed is left out, longer each time. */
const leftOutMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** More at once are better answered here. */
const inFlightMax = 32

/** Asks an index that may be away or slow, without anybody waiting for it twice. */
export function openGuarded({ answerWithinMs, onChange }: Options) {
  const counts = { searches: 0, failures: 0 }
  let failuresInARow = 0
  let leftOutUntilMs = 0
  let inFlight = 0
  let trouble: string | undefined

  function note(why: string | undefined): void {
    failuresInARow = why === undefined ? 0 : failuresInARow + 1
    if (why !== undefined) {
      const pause = leftOutMs[Math.min(failuresInARow, leftOutMs.length) - 1] as number
      leftOutUntilMs = performance.now() + pause
    }
    if ((trouble === undefined) !== (why === undefined)) {
      onChange({ isUp: why === undefined, trouble: why })
    }
    trouble = why
  }

  return {
    isUp: () => trouble === undefined,
    counts: () => ({ ...counts, trouble }),
    note,
    /** Undefined: no answer came that can be used. Never rejects. */
    async near(index: OutsideIndex, asked: NearAsked): Promise<readonly number[] | undefined> {
      if (performance.now() < leftOutUntilMs || inFlight >= inFlightMax) return undefined
      counts.searches += 1
      inFlight += 1
      try {
        const found = await inTime(index.near(asked), answerWithinMs)
        note(undefined)
        return found
      } catch (error) {
        counts.failures += 1
        note(engineWords(error))
        return undefined
      } finally {
        inFlight -= 1
      }
    },
  }
}

/** What an engine says, without where in its own sources it says so. */
export function engineWords(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return said.split(/\s+Caused by:|, \/|\n/)[0]?.trim() || 'it does not say why'
}

function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(() => reject(new Error('no answer in time')), ms)
  return Promise.race([answer, promise]).finally(() => clearTimeout(late))
}
