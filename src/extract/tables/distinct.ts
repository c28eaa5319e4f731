const keptMax = 512
const hashSpace = 2 ** 52
/** A power of two. */
const recentMax = 1_024
const copiedChars = { min: 24, max: 1_000 }
const copy = new Int32Array(copiedChars.max / 2)
const copyBytes = Buffer.from(copy.buffer)

/**
 * How many different texts there are, without keeping them: of their hashes, which lie evenly, the
 * smallest are kept, and how far these reach tells how many there must be. Exact up to 512 texts,
 * then within some 5 % in most cases.
 */
export function openDistinct() {
  /** The smallest in order, behind them what came since: sorting now and then is least work. */
  const hashes = new Float64Array(2 * keptMax)
  let count = 0
  /** The last one of each slot: most columns say the same again and again. */
  const recent = new Float64Array(recentMax)
  /** Of as many as are kept, the largest. */
  let limit = Number.POSITIVE_INFINITY
  const sift = () => {
    count = sortedOnce(hashes.subarray(0, count))
    if (count < keptMax) return
    count = keptMax
    limit = hashes[keptMax - 1] as number
  }
  return {
    add(text: string): void {
      const hash = hashOf(text)
      if (hash >= limit) return
      const slot = hash & (recentMax - 1)
      if (recent[slot] === hash) return
      recent[slot] = hash
      hashes[count++] = hash
      if (count === hashes.length) sift()
    },
    estimate(): number {
      sift()
      return count < keptMax ? count : Math.round(((keptMax - 1) * hashSpace) / limit)
    },
  }
}

/** Sorts them, each once, and tells how many that are. */
function sortedOnce(numbers: Float64Array): number {
  numbers.sort()
  let count = 0
  for (const number of numbers) {
    if (count === 0 || number !== numbers[count - 1]) numbers[count++] = number
  }
  return count
}

/** Two FNV-1a hashes with other starts, mixed once more, as one number of 52 bits. */
function hashOf(text: string): number {
  const isCopied = text.length >= copiedChars.min && text.length <= copiedChars.max
  const count = isCopied ? copied(text) : text.length
  let one = 0x811c9dc5 ^ text.length
  let other = 0x9747b28c
  for (let i = 0; i < count; i++) {
    const code = isCopied ? (copy[i] as number) : text.charCodeAt(i)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x01000193) ^ (one >>> 15)
  }
  return (mixed(one) & 0xfffff) * 2 ** 32 + mixed(other)
}

/** How many numbers its characters fill, two in each: to ask a text for each takes far longer. */
function copied(text: string): number {
  const count = (text.length + 1) >> 1
  copy[count - 1] = 0
  copyBytes.write(text, 'utf16le')
  return count
}

/** The last step of MurmurHash3: every bit of the outcome hangs on every bit before. */
function mixed(hash: number): number {
  let mix = hash ^ (hash >>> 16)
  mix = Math.imul(mix, 0x85ebca6b)
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35)
  return (mix ^ (mix >>> 16)) >>> 0
}
