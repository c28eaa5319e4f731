/** The part of 1 that a number of a kept vector counts, the other way round. */
export const wholePart = 32_767

/**
 * A vector of length 1 as it is kept. Undefined for one without a direction: all zeros, or with
 * something in it that is no number.
 */
export function unitVector(vector: ArrayLike<number>): Int16Array | undefined {
  let squares = 0
  for (let i = 0; i < vector.length; i++) squares += (vector[i] as number) ** 2
  const length = Math.sqrt(squares)
  if (!(length > tiny && length < Number.POSITIVE_INFINITY)) return undefined
  const unit = new Int16Array(vector.length)
  for (let i = 0; i < vector.length; i++) {
    unit[i] = Math.round(((vector[i] as number) / length) * wholePart)
  }
  return unit
}

const tiny = 1e-12

/** As it lies in the database. */
export function bytesOf(vector: Int16Array | undefined): Uint8Array {
  if (!vector) return new Uint8Array(0)
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength).slice()
}

/** Undefined for a passage that gave none, and for one of another size than the model's. */
export function vectorIn(bytes: Uint8Array, dimensions: number): Int16Array | undefined {
  if (bytes.length !== dimensions * Int16Array.BYTES_PER_ELEMENT) return undefined
  return new Int16Array(bytes.slice().buffer)
}
