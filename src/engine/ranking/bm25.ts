/**
 * BM25, the one formula of all keyword rankings. Everything that it counts it counts among the
 * passages that the viewer may see: what others keep to themselves changes no score.
 */

/** How soon repetitions of a word stop to count, and how much longer passages pay for it. */
const saturation = 1.6
const lengthWeight = 0.75

export type Collection = {
  /** How many passages the viewer may see. */
  readonly count: number
  /** Their words. */
  readonly totalLength: number
}

/** What a word is worth that `found` of the passages have; never zero. */
export function rarityOf(found: number, { count }: Pick<Collection, 'count'>): number {
  return Math.log(1 + (count - found + 0.5) / (found + 0.5))
}

/** Longer passages are few, and get no place in a table. */
const tabledLength = 1024

/**
 * How much of its worth a word brings to a passage of some length that has it some times: between
 * 0 and 1 + saturation. For each number of times a table by length is made once.
 */
export function openShares({ count, totalLength }: Collection) {
  const mean = Math.max(1, totalLength / Math.max(1, count))
  const tables: (Float64Array | undefined)[] = []

  function share(place: { times: number; length: number }): number {
    const { times, length } = place
    const lengthCost = saturation * (1 - lengthWeight + (lengthWeight * length) / mean)
    return (times * (saturation + 1)) / (times + lengthCost)
  }

  return {
    share,
    /** The shares of the lengths that have a place in a table. */
    tableOf(times: number): Float64Array {
      const old = tables[times]
      if (old) return old
      const table = Float64Array.from({ length: tabledLength }, (_, length) =>
        share({ times, length }),
      )
      tables[times] = table
      return table
    },
  }
}

export type Shares = ReturnType<typeof openShares>
