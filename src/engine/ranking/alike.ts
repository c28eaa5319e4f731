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

const stemsMax = 2 ** 16
const tfWeights = Float64Array.from({ length: 256 }, (_, tf) => 1 + Math.log(tf))

/**
 * Products by (1 + ln tf) * idf, as idf goes among these passages. A stem of one passage alone
 * counts in its square, and of each other one those that had it before are walked through.
 */
function openProducts() {
  /** How many have a stem, and one more than the entry of the last that does; 0 between calls. */
  const frequencies = new Uint8Array(stemsMax)
  const last = new Int32Array(stemsMax)
  /** Of each entry the one before it of the same stem, the passage and its weight. */
  let [before, of, weights] = [new Int32Array(0), new Uint8Array(0), new Float64Array(0)]

  function countStems(all: readonly StemTfs[]): void {
    for (const { numbers } of all) {
      for (let at = 0; at < numbers.length; at++) {
        const stem = numbers[at] as number
        frequencies[stem] = (frequencies[stem] as number) + 1
      }
    }
  }

  function forget(all: readonly StemTfs[]): void {
    for (const { numbers } of all) {
      for (let at = 0; at < numbers.length; at++) {
        const stem = numbers[at] as number
        frequencies[stem] = 0
        last[stem] = 0
      }
    }
  }

  return (stems: readonly Stems[]): Products => {
    const all = stems.map((some) => some ?? none)
    const count = all.length
    const total = all.reduce((sum, { numbers }) => sum + numbers.length, 0)
    if (before.length < total) {
      before = new Int32Array(2 * total)
      of = new Uint8Array(2 * total)
      weights = new Float64Array(2 * total)
    }
    countStems(all)
    const idfs = idfsAmong(count)
    const products = new Float64Array(count * count)
    const squares = new Float64Array(count)
    let used = 0
    for (let i = 0; i < count; i++) {
      const { numbers, tfs } = all[i] as StemTfs
      const row = i * count
      let square = 0
      for (let at = 0; at < numbers.length; at++) {
        const stem = numbers[at] as number
        const df = frequencies[stem] as number
        const weight = (tfWeights[tfs[at] as number] as number) * (idfs[df] as number)
        square += weight * weight
        if (df === 1) continue
        const latest = last[stem] as number
        for (let entry = latest; entry > 0; entry = before[entry - 1] as number) {
          const place = row + (of[entry - 1] as number)
          products[place] = (products[place] as number) + weight * (weights[entry - 1] as number)
        }
        before[used] = latest
        of[used] = i
        weights[used] = weight
        used += 1
        last[stem] = used
      }
      squares[i] = square
    }
    forget(all)
    return { products, squares }
  }
}

const none: StemTfs = { numbers: new Uint16Array(0), tfs: new Uint8Array(0) }

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
