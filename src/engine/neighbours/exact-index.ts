import { openBest } from './best-of.ts'
import { openDistinct } from './distinct.ts'
import { growTo, openKernel } from './kernel.ts'
import type { NearNodes, VectorIndex } from './vector-index.ts'

export type ExactVectors = VectorIndex & {
  /** All vectors one after the other, for a snapshot; good until the next one is added. */
  bytes(): Uint8Array
  /** Takes in what `bytes` gave, into an index without vectors. */
  load(bytes: Uint8Array): void
}

/** Where things lie in the program's memory: the query, a block of a list, its results, vectors. */
const listAt = 16_384
const outAt = 32_768
const vectorsAt = 65_536
const blockMax = (outAt - listAt) / Int32Array.BYTES_PER_ELEMENT
/** The program takes 32 numbers a turn; shorter vectors are filled up with zeros. */
const numbersPerTurn = 32
/** The part of 1 that a number counts is 1/32767, and so of a product of two: */
const one = 32_767 ** 2

/**
 * Compares a query with every vector it may find: 2 ms for 100,000 of 256 numbers. Exact, so what
 * others have changes nothing; equal vectors are kept once.
 */
export function openExactVectors({ dimensions }: { dimensions: number }): ExactVectors {
  const kernel = openKernel()
  const width = Math.ceil(dimensions / numbersPerTurn) * numbersPerTurn
  const stride = width * Int16Array.BYTES_PER_ELEMENT
  const numbers = (at: number) => new Int16Array(kernel.memory.buffer, at, width)
  const vectorOf = (node: number) => numbers(vectorsAt + node * stride)
  const wordsAt = (at: number) =>
    new Int32Array(kernel.memory.buffer, at, stride / Int32Array.BYTES_PER_ELEMENT)
  let size = 0
  const distinct = openDistinct((node) => wordsAt(vectorsAt + node * stride))

  function append(vector: Int16Array): number {
    growTo(kernel, vectorsAt + (size + 1) * stride)
    vectorOf(size).set(vector)
    size += 1
    return size - 1
  }

  /** Products of the query and each node, a block at a time: good until the next one. */
  function* products(query: Int16Array, nodes: Int32Array) {
    numbers(0).set(query)
    for (let from = 0; from < nodes.length; from += blockMax) {
      const block = nodes.subarray(from, from + blockMax)
      new Int32Array(kernel.memory.buffer, listAt, block.length).set(block)
      const { length: count } = block
      kernel.dots({ list: listAt, count, base: vectorsAt, stride, query: 0, out: outAt })
      yield { from, block, dots: new Int32Array(kernel.memory.buffer, outAt, block.length) }
    }
  }

  return {
    dimensions,
    size: () => size,
    vectorOf: (node) => vectorOf(node).slice(0, dimensions),
    add(vector) {
      numbers(0).set(vector)
      return distinct.find(wordsAt(0)) ?? distinct.remember(append(vector))
    },
    cosines(query, nodes) {
      const found = new Float64Array(nodes.length)
      for (const { from, dots } of products(query, nodes)) {
        for (let i = 0; i < dots.length; i++) found[from + i] = (dots[i] as number) / one
      }
      return found
    },
    nearest(query, { allowed, limit, cutoff }): NearNodes {
      const best = openBest({ limit, cutoff })
      let lowest = dotBelow(best.lowest())
      for (const { block, dots } of products(query, allowed.list)) {
        for (let i = 0; i < dots.length; i++) {
          const dot = dots[i] as number
          if (dot < lowest) continue
          best.take({ node: block[i] as number, cosine: dot / one })
          lowest = dotBelow(best.lowest())
        }
      }
      return best.best()
    },
    bytes: () => new Uint8Array(kernel.memory.buffer, vectorsAt, size * stride),
    load(bytes) {
      growTo(kernel, vectorsAt + bytes.length)
      new Uint8Array(kernel.memory.buffer, vectorsAt, bytes.length).set(bytes)
      const count = bytes.length / stride
      distinct.makeRoom(count)
      while (size < count) size = distinct.remember(size) + 1
    },
  }
}

/** No product that is worth this cosine is less: rounding is left to who compares cosines. */
function dotBelow(cosine: number): number {
  return Math.floor(cosine * one) - 1
}
