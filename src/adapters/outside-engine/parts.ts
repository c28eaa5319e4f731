/** What stands for 1 in a vector as it is kept. */
const wholePart = 32_767

/** As engines of others want vectors. */
export function scaled(vector: Int16Array): number[] {
  return Array.from(vector, (part) => part / wholePart)
}

/** A list in parts: what one statement may name. */
export function partsOf<T>(all: readonly T[], max: number): (readonly T[])[] {
  const count = Math.ceil(all.length / max)
  return Array.from({ length: count }, (_, i) => all.slice(i * max, (i + 1) * max))
}
