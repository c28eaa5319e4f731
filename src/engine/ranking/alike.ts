import type { StemTfs } from '../documents/stem-numbers.ts'

/**
 * What answers a query stands among other passages that do: each of the best gets a share of its
 * score from those of them that are like it by their words, the more the liker (DECISIONS 646; the
 * cluster hypothesis, van Rijsbergen 1979). How rare a word is is counted among them alone, so that
 * nothing is said of what a viewer does not see, and several indexes together come to the same.
 */

/** So many of the best are compared with one another. */
export const comparedMax = 50
/** Of two there is nothing to tell. */
export const comparedMin = 3
const share = 0.25
/** Added to how many have a word, so that one that two of fifty have is not everything. */
const smoothing = 5
/** Who says the same once more is no other witness. */
const copyFrom = 0.8

/** The stems of a passage; undefined: they are not known. */
export type Stems = StemTfs | undefined

export type Alike = {
  /** Of each of the best; the highest is what it was. */
  readonly scores: Float64Array
  /** What is left of the score of each that is behind them, so that it stays there. */
  readonly behind: number
}

/** `scores`: those of the best, the highest first. What is like none keeps its own. */
export type AmongAlike = (scores: Float64Array, stems: readonly Stems[]) => Alike

/** The memory that is counted in is used again by each search of a thread. */
export function openAmongAlike(): AmongAlike {
  const productsOf = openProducts()
  return (scores, stems) => {
    if (scores.length < comparedMin) return { scores, behind: 1 }
    const likeness = likenessOf(productsOf(stems))
    const mixed = scores.map((own, i) => {
      const others = meanOf(scores, likeness, i)
      return (1 - share) * own + share * (others ?? own)
    })
    const scale = highestOf(scores) / (highestOf(mixed) || 1)
    return { scores: mixed.map((score) => scale * score), behind: scale * (1 - share) }
  }
}

/** What those that are like one score; undefined: none is. */
function meanOf(scores: Float64Array, likeness: Float64Array, i: number): number | undefined {
  const { length } = scores
  let [sum, weights] = [0, 0]
  for (let j = 0; j < length; j++) {
    const weight = likeness[i * length + j] as number
    sum += weight * (scores[j] as number)
    weights += weight
  }
  return weights > 0 ? sum / weights : undefined
}

function highestOf(scores: Float64Array): number {
  return scores.reduce((most, score) => Math.max(most, score), 0)
}

type Products = {
  /** A matrix: of each passage with those before it. */
  readonly products: Float64Array
  /** Of each with itself. */
  readonly squares: Float64Array
}

/** How much each counts for each other: 0 for itself, and for a copy. In the given matrix. */
function likenessOf({ products, squares }: Products): Float64Array {
  const { length } = squares
  const norms = squares.map(Math.sqrt)
  for (let i = 0; i < length; i++) {
    for (let j = 0; j < i; j++) {
      const norm = (norms[i] as number) * (norms[j] as number)
      const cosine = norm > 0 ? (products[i * length + j] as number) / norm : 0
      const weight = cosine < copyFrom ? cosine * cosine : 0
      products[i * length + j] = weight
      products[j * length + i] = weight
    }
  }
  return products
}

const tfWeights = Float64Array.from({ length: 256 }, (_, tf) => 1 + Math.log(tf))

/** Stems of all passages, equal ones side by side and then in the order of the passages. */
type Entries = { readonly stems: Uint16Array; readonly of: Uint8Array; readonly tfs: Uint8Array }

const entriesFor = (count: number): Entries => ({
  stems: new Uint16Array(count),
  of: new Uint8Array(count),
  tfs: new Uint8Array(count),
})

/**
 * Products by (1 + ln tf) * idf, as idf goes among these passages. Equal stems are brought side by
 * side by their lower and then by their higher byte: all of it stays next to the processor.
 */
function openProducts() {
  let [given, sorted] = [entriesFor(0), entriesFor(0)]
  const places = new Int32Array(257)

  function sort(from: Entries, to: Entries, { count, shift }: { count: number; shift: number }) {
    places.fill(0)
    const byteOf = (at: number) => ((from.stems[at] as number) >> shift) & 0xff
    for (let at = 0; at < count; at++)
      places[byteOf(at) + 1] = (places[byteOf(at) + 1] as number) + 1
    for (let byte = 0; byte < 256; byte++) {
      places[byte + 1] = (places[byte + 1] as number) + (places[byte] as number)
    }
    for (let at = 0; at < count; at++) {
      const byte = byteOf(at)
      const place = places[byte] as number
      places[byte] = place + 1
      to.stems[place] = from.stems[at] as number
      to.of[place] = from.of[at] as number
      to.tfs[place] = from.tfs[at] as number
    }
  }

  /** How many there are, in `given`. */
  function sortedStems(all: readonly Stems[]): number {
    const count = all.reduce((sum, some) => sum + (some?.numbers.length ?? 0), 0)
    if (given.of.length < count) [given, sorted] = [entriesFor(2 * count), entriesFor(2 * count)]
    let at = 0
    for (const [i, some] of all.entries()) {
      if (!some) continue
      given.stems.set(some.numbers, at)
      given.tfs.set(some.tfs, at)
      given.of.fill(i, at, at + some.numbers.length)
      at += some.numbers.length
    }
    sort(given, sorted, { count, shift: 0 })
    sort(sorted, given, { count, shift: 8 })
    return count
  }

  return (all: readonly Stems[]): Products => {
    const { length } = all
    const idfs = idfsAmong(length)
    const products = new Float64Array(length * length)
    const squares = new Float64Array(length)
    const weights = new Float64Array(length)
    const count = sortedStems(all)
    const { stems, of, tfs } = given
    for (let from = 0, end = 0; from < count; from = end) {
      for (end = from + 1; end < count && stems[end] === stems[from]; ) end += 1
      const idf = idfs[end - from] as number
      for (let at = from; at < end; at++) {
        const i = of[at] as number
        const weight = (tfWeights[tfs[at] as number] as number) * idf
        weights[i] = weight
        squares[i] = (squares[i] as number) + weight * weight
        for (let before = from; before < at; before++) {
          const j = of[before] as number
          const place = i * length + j
          products[place] = (products[place] as number) + weight * (weights[j] as number)
        }
      }
    }
    return { products, squares }
  }
}

/** By how many of them have a stem. */
function idfsAmong(count: number): Float64Array {
  const known = idfsOf[count]
  if (known) return known
  const idfs = new Float64Array(count + 1)
  for (let df = 0; df <= count; df++) {
    idfs[df] = Math.log(1 + (count - df + 0.5) / (df + smoothing))
  }
  idfsOf[count] = idfs
  return idfs
}

const idfsOf: (Float64Array | undefined)[] = []
