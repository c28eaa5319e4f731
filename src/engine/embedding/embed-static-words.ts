import { wholePart } from '../neighbours/unit-vector.ts'
import { queryWordsMax } from './embed-static-bench.ts'
import type { StaticModel } from './embed-static-files.ts'
import { sumRows, type Word } from './embed-static-joined.ts'
import { alikeMin, type MetWords, openMetWords } from './embed-static-met.ts'
import type { Pieces } from './embed-static-pieces.ts'
import type { ReadWords, TermComparer, TermSimilarities } from './embedder.ts'

/** Longer texts are read as far as this. */
const textMaxChars = 6_000

type WordReader = Pick<TermComparer, 'words' | 'unknown' | 'compare' | 'read' | 'compareRead'> & {
  /** Changes the sum of the query's rows so that its words count that much. */
  stress(sum: Float64Array, boosts: readonly number[]): void
}
type QueryWord = { readonly text: string; readonly weight: number; readonly vector: Int16Array }

/**
 * Compares the words of texts with those of a query, each the sum of its pieces. A word says as
 * much as its sum is long, as in the vector of a text. The numbers are compared by the program
 * that compares vectors; each word of texts is made into numbers once, for all queries, and each
 * that texts have is compared once for a query.
 */
export function openWordReader(model: StaticModel, pieces: Pieces): (query: string) => WordReader {
  const met = openMetWords(model, { textMax: textMaxChars })
  return (query) => {
    const all = wordsOf(model, pieces, query)
    const unknown = all.unknown.slice(0, queryWordsMax)
    const known = all.known.slice(0, queryWordsMax).map(({ text, ids }) => ({
      text,
      ...vectorOf(model, { ids, count: ids.length }),
    }))
    const said = known.filter(({ weight }) => weight > 0)
    const words = said.map(({ text, weight }) => ({ text, weight }))
    const asked = { vectors: said.map(({ vector }) => vector) }

    function read(whole: string): ReadWords {
      const text = whole.slice(0, textMaxChars)
      const numbers = met.begin(text.length)
      let count = 0
      pieces.eachWord(text, (ids, pieceCount) => {
        // A sign may stand for several words; a text of nothing else is not read to its end.
        if (count === numbers.length) return
        numbers[count] = met.numberOf({ ids, count: pieceCount })
        count += 1
      })
      return { numbers: numbers.slice(0, count), since: met.since() }
    }

    function compareRead({ numbers, since }: ReadWords): TermSimilarities | undefined {
      if (since !== met.since()) return undefined
      const width = said.length
      return similaritiesOf(numbers, { width, ...met.cosinesWith(asked, numbers) })
    }

    return {
      words,
      unknown,
      read,
      compareRead,
      compare: (text) => compareRead(read(text)) as TermSimilarities,
      stress: (sum, boosts) => stress(sum, { said, boosts }),
    }
  }
}

type Cosines = ReturnType<MetWords['cosinesWith']>
type Near = { width: number } & Cosines

/** Of each word of the query: the nearest of the words, and how often near ones stand. */
function similaritiesOf(
  numbers: Int32Array,
  { width, placeOf, cosines, isNear }: Near,
): TermSimilarities {
  const nearest = new Float64Array(width)
  const frequencies = new Float64Array(width)
  for (let at = 0; at < numbers.length; at += 1) {
    const place = placeOf(numbers[at] as number)
    const from = place * width
    for (let i = 0; i < width; i += 1) {
      const cosine = cosines[from + i] as number
      if (cosine > (nearest[i] as number)) nearest[i] = cosine
    }
    if (isNear[place] === 0) continue
    for (let i = 0; i < width; i += 1) {
      const cosine = cosines[from + i] as number
      if (cosine <= alikeMin) continue
      frequencies[i] = (frequencies[i] as number) + (cosine - alikeMin) / (1 - alikeMin)
    }
  }
  return { nearest, frequencies }
}

/** A word of the query as a vector of length 1, and how long it was. */
function vectorOf(model: StaticModel, word: Word) {
  const sum = new Float64Array(model.dimensions)
  const weight = sumRows(model, { word, sum })
  const whole = weight > 0 ? wholePart / weight : 0
  return { vector: Int16Array.from(sum, (number) => number * whole), weight }
}

type Stressed = { said: readonly QueryWord[]; boosts: readonly number[] }

/** Words beyond those that are read, and repetitions, count as much as the others on average. */
function stress(sum: Float64Array, { said, boosts }: Stressed): void {
  const mean = boosts.reduce((all, one) => all + one, 0) / Math.max(1, said.length)
  for (let k = 0; k < sum.length; k += 1) sum[k] = mean * (sum[k] as number)
  for (const [i, { vector, weight }] of said.entries()) {
    const more = (((boosts[i] as number) - mean) * weight) / wholePart
    for (let k = 0; k < sum.length; k += 1) {
      sum[k] = (sum[k] as number) + more * (vector[k] as number)
    }
  }
}

type Named = { readonly text: string; readonly ids: readonly number[] }

type Words = { readonly known: readonly Named[]; readonly unknown: readonly string[] }

/** The words of a query that can be cut, and the others, each once. */
function wordsOf({ vocabulary }: StaticModel, pieces: Pieces, query: string): Words {
  const found = new Map<string, Named>()
  const unknown = new Set<string>()
  for (const text of query.slice(0, textMaxChars).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
    let count = 0
    pieces.eachWord(text, (all, pieceCount) => {
      const ids = Array.from(all.subarray(0, pieceCount))
      count += 1
      const said = saysItself(text) ? text : (vocabulary[ids[0] as number] ?? text)
      if (!found.has(ids.join())) found.set(ids.join(), { text: said, ids })
    })
    if (count === 0) unknown.add(text)
  }
  return { known: [...found.values()], unknown: [...unknown] }
}

/** Not a run of letters in which words are not told apart. */
function saysItself(text: string): boolean {
  return !/[\u0e00-\u0eff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff]/u.test(text)
}
