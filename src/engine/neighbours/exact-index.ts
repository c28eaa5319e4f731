import { openBest } from './best-of.ts'
import { openDistinct } from './distinct.ts'
import { openSegments } from './segments.ts'
import type { NearNodes, VectorIndex } from './vector-index.ts'

export type ExactVectors = VectorIndex & {
  /** All vectors one after the other, in parts, for a snapshot; good until the next is added. */
  parts(): Uint8Array[]
  /** Takes in what `parts` gave, cut wherever it may be, into an index without vectors. */
  load(parts: readonly Uint8Array[]): void
}

export type ExactOptions = {
  dimensions: number
  /** So much lies in one memory at most. */
  segmentBytes?: number | undefined
}

/** The program takes 32 numbers a turn; shorter vectors are filled up with zeros. */
const numbersPerTurn = 32
/** The part of 1 that a number counts is 1/32767, and so of a product of two: */
const one = 32_767 ** 2

/**
 * Compares a query with every vector it may find: 2 ms for 100,000 of 256 numbers. Exact, so what
 * others have changes nothing; equal vectors are kept once.
 */
export function openExactVectors({ dimensions, segmentBytes }: ExactOptions): ExactVectors {
  const width = Math.ceil(dimensions / numbersPerTurn) * numbersPerTurn
  const segments = openSegments({ width, segmentBytes })
  const { stride, numbersOf, roomFor, products } = segments
  const distinct = openDistinct(segments.wordsOf)
  const looked = new Int16Array(width)
  const lookedWords = new Int32Array(looked.buffer)
  let size = 0

  function append(vector: Int16Array): number {
    roomFor({ bytes: stride, behind: size * stride })
    numbersOf(size).set(vector)
    size += 1
    return size - 1
  }

  return {
    dimensions,
    size: () => size,
    vectorOf: (node) => numbersOf(node).slice(0, dimensions),
    add(vector) {
      looked.set(vector)
      return distinct.find(lookedWords) ?? distinct.remember(append(vector))
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
    parts: () => segments.parts(size),
    load(parts) {
      let bytes = 0
      for (const part of parts) {
        for (let at = 0; at < part.length; ) {
          const room = roomFor({ bytes: part.length - at, behind: bytes })
          room.set(part.subarray(at, at + room.length))
          at += room.length
          bytes += room.length
        }
      }
      const count = bytes / stride
      distinct.makeRoom(count)
      while (size < count) size = distinct.remember(size) + 1
    },
  }
}

/** No product that is worth this cosine is less: rounding is left to who compares cosines. */
function dotBelow(cosine: number): number {
  return Math.floor(cosine * one) - 1
}
