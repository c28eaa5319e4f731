import type { TermCursor } from './keyword-index.ts'

/** All words once, in alphabetical order when somebody asks. */
export type TermArray = {
  add(words: Iterable<string>): void
  /** From the first word on; words that are added meanwhile are not seen. */
  cursor(): TermCursor
  /** The first of the longer words that begin so. */
  beginning(beginning: string, options: { limit: number }): string[]
  size(): number
}

/** Behind every letter that a word can go on with, in the order of the array. */
const behindAll = '\uffff'

/** So many gather before they join the others. */
const addedMax = 20_000

export function openTermArray(): TermArray {
  let sorted: readonly string[] = []
  // Not among the others yet: a set of all of them would take more memory than their array.
  let added = new Set<string>()

  function inOrder(): readonly string[] {
    if (added.size > 0) sorted = merge(sorted, [...added].sort())
    if (added.size > 0) added = new Set()
    return sorted
  }

  return {
    add(words) {
      for (const word of words) if (!has(sorted, word) && !added.has(word)) added.add(copyOf(word))
      if (added.size >= addedMax) inOrder()
    },
    cursor: () => cursorOn(inOrder()),
    beginning: (beginning, { limit }) => wordsBeginning(inOrder(), { beginning, limit }),
    size: () => sorted.length + added.size,
  }
}

/** Whoever adds them in their order, as when all of them are read, asks the last one alone. */
function has(sorted: readonly string[], word: string): boolean {
  const last = sorted.at(-1)
  if (last === undefined || last < word) return false
  return sorted[behindOf(sorted, word) - 1] === word
}

/** How many are not behind this one. */
function behindOf(sorted: readonly string[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as string) > word) high = middle
    else low = middle + 1
  }
  return low
}

/** A piece cut from a text keeps the whole text in memory; its copy does not. */
function copyOf(word: string): string {
  return Buffer.from(word, 'utf16le').toString('utf16le')
}

function merge(a: readonly string[], b: readonly string[]): readonly string[] {
  const merged: string[] = []
  let next = 0
  for (const word of a) {
    while (next < b.length && (b[next] as string) < word) merged.push(b[next++] as string)
    merged.push(word)
  }
  return [...merged, ...b.slice(next)]
}

function cursorOn(sorted: readonly string[]): TermCursor {
  let at = 0
  return {
    term: () => sorted[at],
    next() {
      at += 1
    },
    skip(beginning) {
      at = firstBehind(sorted, { beginning, from: at })
    },
  }
}

function wordsBeginning(
  sorted: readonly string[],
  { beginning, limit }: { beginning: string; limit: number },
): string[] {
  const low = behindOf(sorted, beginning)
  let end = low
  while (end < low + limit && sorted[end]?.startsWith(beginning)) end += 1
  return sorted.slice(low, end)
}

/** In growing steps first: what is skipped is mostly little. */
function firstBehind(
  sorted: readonly string[],
  { beginning, from }: { beginning: string; from: number },
): number {
  const end = beginning + behindAll
  const isBehind = (at: number) => at >= sorted.length || (sorted[at] as string) > end
  let step = 1
  while (!isBehind(from + step)) step *= 2
  let low = from
  let high = Math.min(from + step, sorted.length)
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBehind(middle)) high = middle
    else low = middle + 1
  }
  return low
}
