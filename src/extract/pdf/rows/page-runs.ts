import type { PageWord } from './page-words.ts'

/** Words that stand beside each other, drawn one after the other. */
export type Run = Omit<PageWord, 'baseline'> & { y: number; words: PageWord[] }

/** In heights of the font. */
export const sameLine = 0.5
const cellGap = 0.75

/** What goes before its text at any distance: signs and numbers of lists and headings. */
const bullet = /^[•‣▪■□●○◦·⁃❖➢➤✓✔§¶\p{Co}]$/u
const listNumber =
  /^(?:[-*+–—o]|\(?\d{1,3}[.)]|\(?[a-z][.)]|\([ivx]+\)|\d{1,2}(?:\.\d{1,2}){1,3}\.?)$/iu

/** The words of a page in the order in which they are drawn, parted where something is apart. */
export function runsOf(words: readonly PageWord[], text: string): Run[] {
  const runs: Run[] = []
  let last: Run | undefined
  for (const word of words) {
    if (last && goesOn(last, word, { before: runs.at(-2), text })) addWord(last, word)
    else {
      last = runOf(word)
      runs.push(last)
    }
  }
  return runs
}

export function runOf(word: PageWord): Run {
  const { from, to, left, right, baseline: y, height } = word
  return { from, to, left, right, y, height, words: [word] }
}

export function addWord(run: Run, word: PageWord): void {
  run.words.push(word)
  run.to = word.to
  run.right = Math.max(run.right, word.right)
  run.height = Math.max(run.height, word.height)
}

export function areLevel(one: { y: number; height: number }, other: typeof one): boolean {
  return Math.abs(one.y - other.y) <= sameLine * Math.max(one.height, other.height)
}

function goesOn(
  run: Run,
  { left, baseline: y, height }: PageWord,
  { before, text }: { before: Run | undefined; text: string },
): boolean {
  const least = Math.min(run.height, height)
  const gap = left - run.right
  if (!areLevel(run, { y, height }) || gap < -least) return false
  if (gap <= cellGap * least) return true
  const sign = text.slice(run.from, run.to)
  if (bullet.test(sign)) return true
  return listNumber.test(sign) && !(before && areLevel(before, run))
}
