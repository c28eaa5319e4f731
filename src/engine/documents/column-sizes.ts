/**
 * How many tokens each column of the index (body, stem, tags) has of a passage, out of what FTS5
 * keeps: one variable-length number after the other, seven bits a byte, the highest first; the
 * eighth bit says that more follow.
 */
export function columnSizes(hex: string): number[] {
  const sizes: number[] = []
  let value = 0
  for (let at = 0; at < hex.length; at += 2) {
    const byte = Number.parseInt(hex.slice(at, at + 2), 16)
    value = value * 128 + (byte & 127)
    if (byte >= 128) continue
    sizes.push(value)
    value = 0
  }
  return sizes
}
