import type { TermCursor } from '../keyword/keyword-index.ts'

export type FuzzyTerm = { readonly term: string; readonly edits: number }

/**
 * Every word of an alphabetical list that at most `distance` (0 to 2) edits make of another one:
 * a letter more, a letter less, another letter, two that changed places, also with a letter
 * between them (Damerau-Levenshtein, not its restricted form).
 *
 * The list is walked like a tree. The matrix of distances has one row for each letter of the word
 * at hand, and the rows of what it has in common with the word before stay:
 *
 *              b  o  i  l  e  r
 *           0  1  2  .  .  .  .        only the diagonal band of width
 *       b   1  0  1  2  .  .  .        2 · distance + 1 can matter
 *       o   2  1  0  1  2  .  .
 *       y   .  2  1  1  2  3  .
 *
 * Once every value of a row is too large, no word with this beginning can be near, and the walk
 * goes on behind all of them.
 */
export function fuzzyTerms(
  cursor: TermCursor,
  { term, distance }: { term: string; distance: number },
): FuzzyTerm[] {
  const found: FuzzyTerm[] = []
  const matrix = openMatrix(term, distance)
  let before = ''
  let word = cursor.term()
  while (word !== undefined) {
    const common = commonLength(before, word)
    const tooFar = matrix.fill(word, common)
    before = word
    if (tooFar > 0) {
      cursor.skip(word.slice(0, tooFar))
    } else {
      const edits = matrix.last(word.length)
      if (edits <= distance) found.push({ term: word, edits })
      cursor.next()
    }
    word = cursor.term()
  }
  return found
}

/** Rows of the matrix up to the longest word that can matter. */
function openMatrix(term: string, distance: number) {
  const width = term.length + 1
  const far = distance + 1
  const rows: Uint8Array[] = [Uint8Array.from({ length: width }, (_, j) => Math.min(j, far))]
  let filled = 0

  function cell(word: string, { i, j }: { i: number; j: number }): number {
    const above = rows[i - 1] as Uint8Array
    const row = rows[i] as Uint8Array
    const same = word[i - 1] === term[j - 1]
    let value = Math.min(
      (above[j] as number) + 1,
      (row[j - 1] as number) + 1,
      (above[j - 1] as number) + (same ? 0 : 1),
    )
    if (same || i < 2 || j < 2) return value
    // Two letters that changed places: side by side, or with one more between them on either side.
    const two = rows[i - 2] as Uint8Array
    const here = word[i - 1] === term[j - 2]
    if (here && word[i - 2] === term[j - 1]) value = Math.min(value, (two[j - 2] as number) + 1)
    if (i > 2 && here && word[i - 3] === term[j - 1]) {
      value = Math.min(value, ((rows[i - 3] as Uint8Array)[j - 2] as number) + 2)
    }
    if (j > 2 && word[i - 1] === term[j - 3] && word[i - 2] === term[j - 1]) {
      value = Math.min(value, (two[j - 3] as number) + 2)
    }
    return value
  }

  function fillRow(word: string, i: number): number {
    rows[i] ??= new Uint8Array(width)
    const row = (rows[i] as Uint8Array).fill(far)
    let least = far
    if (i <= distance) least = row[0] = i
    for (let j = Math.max(1, i - distance); j < width && j <= i + distance; j++) {
      const value = Math.min(far, cell(word, { i, j }))
      row[j] = value
      least = Math.min(least, value)
    }
    return least
  }

  return {
    /** Gives the length of the beginning that no word near can have, or 0. */
    fill(word: string, common: number): number {
      for (let i = Math.min(common, filled) + 1; i <= word.length; i++) {
        filled = i
        if (fillRow(word, i) > distance) return i
      }
      filled = word.length
      return 0
    },
    last: (length: number) => rows[length]?.[term.length] ?? far,
  }
}

function commonLength(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}
