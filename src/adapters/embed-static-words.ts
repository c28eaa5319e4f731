import type { CloseReader, NearWords } from '../domain/search/ports.ts'
import type { StaticModel } from './embed-static-files.ts'
import type { Pieces } from './embed-static-pieces.ts'
import { growTo, openKernel } from './vectors/kernel.ts'

/** From this cosine on a word begins to count as another one. */
const alikeMin = 0.5
/** Longer queries and texts are read as far as this. */
const queryWordsMax = 32
const textMaxChars = 6_000

/** Where things lie in the program's memory: a word, a list, its results, the query's words. */
const listAt = 16_384
const outAt = 20_480
const wordsAt = 24_576
const numbersPerTurn = 32
const wholePart = 32_767
const bytesPerNumber = Int16Array.BYTES_PER_ELEMENT

type WordReader = Pick<CloseReader, 'words' | 'compare'>
type Ids = { readonly ids: ArrayLike<number>; readonly count: number }

/**
 * Compares the words of texts with those of a query, each the sum of its pieces. A word says as
 * much as its sum is long, as in the vector of a text. The numbers are compared by the program
 * that compares vectors: a text of a hundred words takes a tenth of a millisecond.
 */
export function openWordReader(model: StaticModel, pieces: Pieces): (query: string) => WordReader {
  const bench = openBench(model)
  return (query) => {
    const all = wordsOf(pieces, query).slice(0, queryWordsMax)
    const known = all.map(({ text, ids }) => ({
      text,
      ...bench.vectorOf({ ids, count: ids.length }),
    }))
    const said = known.filter(({ weight }) => weight > 0)
    const words = said.map(({ text, weight }) => ({ text, weight }))
    const cosines = new Map<string | number, Float64Array>()

    function compare(text: string): NearWords {
      const nearest = new Float64Array(said.length)
      const times = new Float64Array(said.length)
      if (said.length === 0) return { nearest, times }
      // Another query may have been read in between.
      bench.lay(said.map(({ vector }) => vector))
      pieces.eachWord(text.slice(0, textMaxChars), (ids, count) => {
        const key = count === 1 ? (ids[0] as number) : ids.subarray(0, count).join()
        const known = cosines.get(key) ?? bench.cosinesOf({ ids, count }, said.length)
        cosines.set(key, known)
        take(known, { nearest, times })
      })
      return { nearest, times }
    }

    return { words, compare }
  }
}

function take(cosines: Float64Array, { nearest, times }: NearWords): void {
  for (let i = 0; i < nearest.length; i += 1) {
    const cosine = Math.min(1, cosines[i] as number)
    if (cosine > (nearest[i] as number)) nearest[i] = cosine
    if (cosine > alikeMin) {
      times[i] = (times[i] as number) + (cosine - alikeMin) / (1 - alikeMin)
    }
  }
}

/** The program's memory with the words of one query in it. */
function openBench({ dimensions, table, scales }: StaticModel) {
  const kernel = openKernel()
  const stride = Math.ceil(dimensions / numbersPerTurn) * numbersPerTurn * bytesPerNumber
  growTo(kernel, wordsAt + queryWordsMax * stride)
  const { buffer } = kernel.memory
  new Int32Array(buffer, listAt, queryWordsMax).set([...Array(queryWordsMax).keys()])
  const out = new Int32Array(buffer, outAt, queryWordsMax)
  const asked = new Int16Array(buffer, 0, dimensions)
  const places = Array.from(
    { length: queryWordsMax },
    (_, i) => new Int16Array(buffer, wordsAt + i * stride, dimensions),
  )
  const sum = new Float64Array(dimensions)

  /** Writes a word as a vector of length 1; says how long it was. */
  function put({ ids, count }: Ids): number {
    sum.fill(0)
    for (let i = 0; i < count; i += 1) {
      const scale = scales[ids[i] as number] as number
      const start = (ids[i] as number) * dimensions
      for (let k = 0; k < dimensions; k += 1) {
        sum[k] = (sum[k] as number) + scale * (table[start + k] as number)
      }
    }
    let squares = 0
    for (let k = 0; k < dimensions; k += 1) squares += (sum[k] as number) * (sum[k] as number)
    const length = Math.sqrt(squares)
    const whole = length > 0 ? wholePart / length : 0
    for (let k = 0; k < dimensions; k += 1) asked[k] = (sum[k] as number) * whole
    return length
  }

  return {
    vectorOf(word: Ids): { vector: Int16Array; weight: number } {
      const weight = put(word)
      return { vector: asked.slice(), weight }
    },
    lay(vectors: readonly Int16Array[]): void {
      vectors.forEach((vector, i) => void places[i]?.set(vector))
    },
    /** Of a word and the first ones that were laid. */
    cosinesOf(word: Ids, laid: number): Float64Array {
      const found = new Float64Array(laid)
      if (put(word) === 0) return found
      kernel.dots(listAt, laid, wordsAt, stride, 0, outAt)
      for (let i = 0; i < laid; i += 1) found[i] = (out[i] as number) / wholePart ** 2
      return found
    },
  }
}

type Word = { readonly text: string; readonly ids: readonly number[] }

/** The words of a query that can be cut, each once. */
function wordsOf(pieces: Pieces, query: string): Word[] {
  const found = new Map<string, Word>()
  for (const text of query.slice(0, textMaxChars).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    pieces.eachWord(text, (all, count) => {
      const ids = Array.from(all.subarray(0, count))
      if (!found.has(ids.join())) found.set(ids.join(), { text, ids })
    })
  }
  return [...found.values()]
}
