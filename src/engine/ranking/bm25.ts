/**
 * BM25, the one formula of all keyword rankings. Everything that it counts it counts among the
 * passages that the viewer may see: what others keep to themselves changes no score.
 */

/** How soon repetitions of a term stop to count, and how much longer documents pay for it. */
const k1 = 1.6
const b = 0.75

export type CollectionStatistics = {
  /** How many documents the viewer may see. */
  readonly count: number
  /** Their terms, stop words not counted. */
  readonly totalLength: number
}

/** The inverse document frequency of a term; never zero. */
export function idf(
  documentFrequency: number,
  { count }: Pick<CollectionStatistics, 'count'>,
): number {
  return Math.log(1 + (count - documentFrequency + 0.5) / (documentFrequency + 0.5))
}

type Occurrences = { readonly tf: number; readonly length: number }

/** `lengthCost`: from 0, where length says nothing, to 1. */
export function tfNormOf(
  { tf, length }: Occurrences,
  { meanLength, lengthCost }: { meanLength: number; lengthCost: number },
): number {
  return (tf * (k1 + 1)) / (tf + k1 * (1 - lengthCost + (lengthCost * length) / meanLength))
}

/** Longer documents are few, and have no entry in a table. */
const tabledLength = 1024

/**
 * How much of the weight of a term a document of some length gets that has it `tf` times: the
 * saturated and length-normalised term frequency, between 0 and 1 + k1. For each tf a table by
 * length is made once.
 */
export function openTfNorms({ count, totalLength }: CollectionStatistics) {
  const meanLength = Math.max(1, totalLength / Math.max(1, count))
  const tables: (Float64Array | undefined)[] = []

  const tfNorm = (document: Occurrences) => tfNormOf(document, { meanLength, lengthCost: b })

  return {
    tfNorm,
    /** The norms of the lengths that have an entry in a table. */
    tableOf(tf: number): Float64Array {
      const old = tables[tf]
      if (old) return old
      const table = Float64Array.from({ length: tabledLength }, (_, length) =>
        tfNorm({ tf, length }),
      )
      tables[tf] = table
      return table
    },
  }
}

export type TfNorms = ReturnType<typeof openTfNorms>
