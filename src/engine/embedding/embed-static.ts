import { readStaticModel } from './embed-static-files.ts'
import { openPieces } from './embed-static-pieces.ts'
import { openWordReader } from './embed-static-words.ts'
import type { Embedder, TermComparer } from './embedder.ts'
import { scriptsOfPieces } from './scripts.ts'

/** Rows that are added at once: each number of the sum is then written a quarter as often. */
const rowsAtOnce = 4
/** A word that stands twice does not say twice as much. The training has the same. */
const repeatPower = 0.75
const powers = Float64Array.from({ length: 64 }, (_, count) => count ** repeatPower)

type SyncEmbedder = Omit<Embedder, 'embedQuery' | 'embedPassages'> & {
  embedQuery(text: string): Float32Array
  embedPassages(texts: readonly string[]): Float32Array[]
  compareTerms(query: string): TermComparer
}

/**
 * Texts as vectors without any library: a text is the sum of the rows of its pieces, each weighed
 * by how often it stands there to a power below 1, and brought to length 1. How much a piece says
 * is part of its row. A text that cannot be cut into pieces gives zeros, and so does a query of
 * which only crumbs are known: made-up words would be near to something by chance. NaN cannot come
 * out, because what is read is checked. `folder`: as scripts/train-embedder makes it.
 */
export function openEmbedStatic(folder: string): SyncEmbedder {
  const read = readStaticModel(folder)
  const { model, name, dimensions, cutoff, vocabulary, rows, scales } = read
  const { table } = rows
  const pieces = openPieces(vocabulary)
  const counts = new Uint32Array(scales.length)
  const found = new Int32Array(scales.length)
  const weights = new Float64Array(scales.length + rowsAtOnce)
  const starts = new Int32Array(scales.length + rowsAtOnce)
  const sum = new Float64Array(dimensions)
  const readWords = openWordReader(read, pieces)
  const zeros = () => new Float32Array(dimensions)
  let scripts: readonly string[] | undefined

  /** Fills `weights` and `starts`; says how many rows are to be added. */
  function gather(text: string): number {
    let distinct = 0
    pieces.each(text, (id) => {
      if (counts[id] === 0) {
        found[distinct] = id
        distinct += 1
      }
      counts[id] = (counts[id] as number) + 1
    })
    for (let i = 0; i < distinct; i += 1) {
      const id = found[i] as number
      weights[i] = repeated(counts[id] as number) * (scales[id] as number)
      starts[i] = rows.startOf(id)
      counts[id] = 0
    }
    weights.fill(0, distinct, distinct + rowsAtOnce)
    starts.fill(0, distinct, distinct + rowsAtOnce)
    return distinct
  }

  function embed(text: string, change?: (sum: Float64Array) => void): Float32Array {
    const distinct = gather(text)
    sum.fill(0)
    for (let i = 0; i < distinct; i += rowsAtOnce) addRows(i)
    change?.(sum)
    return unit(sum)
  }

  function addRows(first: number): void {
    const [a, b] = [weights[first] as number, weights[first + 1] as number]
    const [c, d] = [weights[first + 2] as number, weights[first + 3] as number]
    const [rowA, rowB] = [starts[first] as number, starts[first + 1] as number]
    const [rowC, rowD] = [starts[first + 2] as number, starts[first + 3] as number]
    for (let k = 0; k < dimensions; k += 1) {
      sum[k] =
        (sum[k] as number) +
        a * (table[rowA + k] as number) +
        b * (table[rowB + k] as number) +
        c * (table[rowC + k] as number) +
        d * (table[rowD + k] as number)
    }
  }

  return {
    model,
    name,
    dimensions,
    cutoff,
    // Whoever only embeds passages never asks: it is a tenth of opening a model.
    get scripts() {
      scripts ??= scriptsOfPieces(vocabulary)
      return scripts
    },
    embedQuery: (text) => (pieces.knowsOne(text) ? embed(text) : zeros()),
    embedPassages: (texts) => texts.map((text) => embed(text)),
    compareTerms(query) {
      const { stress, ...reader } = readWords(query)
      const boosted = (boosts: readonly number[]) =>
        pieces.knowsOne(query) ? embed(query, (all) => stress(all, boosts)) : zeros()
      return { ...reader, boosted }
    },
  }
}

/** `count` to the power; most are small. */
function repeated(count: number): number {
  return count < powers.length ? (powers[count] as number) : count ** repeatPower
}

function unit(sum: Float64Array): Float32Array {
  let squares = 0
  for (let k = 0; k < sum.length; k += 1) squares += (sum[k] as number) ** 2
  const vector = new Float32Array(sum.length)
  if (squares === 0) return vector
  const shrink = 1 / Math.sqrt(squares)
  for (let k = 0; k < sum.length; k += 1) vector[k] = (sum[k] as number) * shrink
  return vector
}
