import { growTo, type Kernel, openKernel } from './kernel.ts'

/** Where things lie in a program's memory: the query, a block of a list, its results, vectors. */
const listAt = 16_384
const outAt = 32_768
const vectorsAt = 65_536
const blockMax = (outAt - listAt) / Int32Array.BYTES_PER_ELEMENT
/** A program addresses 4 GiB; half of that is still one buffer for whoever writes it down. */
const segmentBytesMax = 2 ** 31

/** The products of the query and some nodes in a row of a list, `from` its place in the list. */
export type Products = { from: number; block: Int32Array; dots: Int32Array }

type SegmentOptions = {
  /** How many numbers a vector is. */
  width: number
  /** So much lies in one memory at most. */
  segmentBytes?: number | undefined
}

/**
 * Vectors one after the other in segments, each a memory of its own with its program, so that there
 * is no end but that of the machine.
 */
export function openSegments({ width, segmentBytes = segmentBytesMax }: SegmentOptions) {
  const stride = width * Int16Array.BYTES_PER_ELEMENT
  const perSegment = Math.floor((segmentBytes - vectorsAt) / stride)
  const segments = [openKernel()]
  const segmentOf = (node: number) => segments[Math.floor(node / perSegment)] as Kernel
  const bufferOf = (node: number) => segmentOf(node).memory.buffer
  const placeOf = (node: number) => vectorsAt + (node % perSegment) * stride

  /** Writes the beginning of a list into a program's memory, as far as it is of this segment. */
  function listIn(buffer: ArrayBuffer, nodes: Int32Array, first: number): number {
    const list = new Int32Array(buffer, listAt, nodes.length)
    if (segments.length === 1) {
      list.set(nodes)
      return nodes.length
    }
    let count = 0
    for (; count < nodes.length; count++) {
      const place = (nodes[count] as number) - first
      if (place < 0 || place >= perSegment) break
      list[count] = place
    }
    return count
  }

  return {
    stride,
    numbersOf: (node: number) => new Int16Array(bufferOf(node), placeOf(node), width),
    wordsOf: (node: number) => new Int32Array(bufferOf(node), placeOf(node), width / 2),
    /** Room behind so many bytes for so many more, or for what of them one segment takes. */
    roomFor({ bytes, behind }: { bytes: number; behind: number }): Uint8Array {
      const number = Math.floor(behind / (perSegment * stride))
      const at = behind % (perSegment * stride)
      segments[number] ??= openKernel()
      const segment = segments[number]
      const length = Math.min(bytes, perSegment * stride - at)
      growTo(segment, vectorsAt + at + length)
      return new Uint8Array(segment.memory.buffer, vectorsAt + at, length)
    },
    /**
     * Products of the query and each node, a block at a time: good until the next one. A block is
     * of one segment, so lists in ascending order make the fewest.
     */
    *products(query: Int16Array, nodes: Int32Array): Generator<Products> {
      for (let from = 0; from < nodes.length; ) {
        const node = nodes[from] as number
        const segment = segmentOf(node)
        const { buffer } = segment.memory
        new Int16Array(buffer, 0, width).set(query)
        const first = node - (node % perSegment)
        const count = listIn(buffer, nodes.subarray(from, from + blockMax), first)
        segment.dots({ list: listAt, count, base: vectorsAt, stride, query: 0, out: outAt })
        const block = nodes.subarray(from, from + count)
        yield { from, block, dots: new Int32Array(buffer, outAt, count) }
        from += count
      }
    },
    /** What each segment holds of the first so many. */
    parts: (size: number) =>
      segments.map(({ memory }, number) => {
        const count = Math.min(perSegment, size - number * perSegment)
        return new Uint8Array(memory.buffer, vectorsAt, count * stride)
      }),
  }
}
