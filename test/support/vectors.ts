import type { NodeSet } from '../../src/engine/neighbours/vector-index.ts'

/** The same numbers from -0.5 to 0.5 in every run. */
export function openNoise(seed = 7): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return state / 0x8000_0000 - 0.5
  }
}

/** A vector of length 1 in 16-bit integers, as it is kept. */
export function unitOf(numbers: readonly number[]): Int16Array {
  const length = Math.hypot(...numbers)
  return Int16Array.from(numbers, (part) => Math.round((part / length) * 32_767))
}

/** So many vectors in clusters, as those of texts are. */
export function clustered(count: number, dimensions: number): Int16Array[] {
  const noise = openNoise(count)
  const random = () => Array.from({ length: dimensions }, noise)
  const centres = Array.from({ length: Math.ceil(count / 50) }, random)
  return Array.from({ length: count }, (_, i) => {
    const centre = centres[i % centres.length] as number[]
    return unitOf(centre.map((part) => part + noise() * 0.9))
  })
}

export function setOf(list: readonly number[], size: number): NodeSet {
  const marks = new Uint8Array(size)
  for (const node of list) marks[node] = 1
  return { list: Int32Array.from(list), marks }
}

export function cosineOf(a: Int16Array, b: Int16Array): number {
  return a.reduce((sum, part, i) => sum + part * (b[i] ?? 0), 0) / 32_767 ** 2
}

/** The nearest of some vectors, by comparing each in plain code. */
export function nearestBy(
  vectors: readonly Int16Array[],
  asked: { query: Int16Array; list: readonly number[]; limit: number },
): number[] {
  const { query, list, limit } = asked
  const cosines = new Map(list.map((node) => [node, cosineOf(query, vectors[node] as Int16Array)]))
  const order = (a: number, b: number) =>
    (cosines.get(b) as number) - (cosines.get(a) as number) || a - b
  return [...list].sort(order).slice(0, limit)
}

export function range(size: number): number[] {
  return Array.from({ length: size }, (_, i) => i)
}
