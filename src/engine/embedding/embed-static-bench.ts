import { growTo, openKernel } from '../neighbours/kernel.ts'

/** Longer queries are compared as far as this. */
export const queryWordsMax = 32
/** So many rows are compared at once. */
export const blockMax = 1_024

/** Where things lie in the program's memory: a list, its results, the words of a query, rows. */
const listAt = 0
const outAt = listAt + blockMax * Int32Array.BYTES_PER_ELEMENT
const queryAt = outAt + blockMax * Int32Array.BYTES_PER_ELEMENT
const numbersPerTurn = 32

export type RowsBench = ReturnType<typeof openRowsBench>

/**
 * The rows of a model in the memory of the program that compares vectors, and beside them the
 * words of one query. A turn reads past the end of a row, where the query has zeros.
 */
export function openRowsBench({ count, dimensions }: { count: number; dimensions: number }) {
  const kernel = openKernel()
  const width = Math.ceil(dimensions / numbersPerTurn) * numbersPerTurn
  const stride = width * Int16Array.BYTES_PER_ELEMENT
  const rowsAt = queryAt + queryWordsMax * stride
  growTo(kernel, rowsAt + count * dimensions + numbersPerTurn)
  const { buffer } = kernel.memory
  const query = new Int16Array(buffer, queryAt, queryWordsMax * width)
  const out = new Int32Array(buffer, outAt, blockMax)
  return {
    table: new Int8Array(buffer, rowsAt, count * dimensions),
    /** Which rows are compared, by their order in the table. */
    list: new Int32Array(buffer, listAt, blockMax),
    lay(vectors: readonly Int16Array[]): void {
      vectors.forEach((vector, i) => void query.set(vector, i * width))
    },
    /** Products of the first so many rows in the list with one of the words. */
    dots({ listed, word }: { listed: number; word: number }): Int32Array {
      const asked = { list: listAt, count: listed, base: rowsAt, stride: dimensions, out: outAt }
      kernel.dotsOfBytes({ ...asked, query: queryAt + word * stride })
      return out
    },
  }
}
