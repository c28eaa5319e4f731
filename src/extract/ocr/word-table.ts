/** A word, where it is in dots from the left and the top, and how sure Tesseract is, in percent. */
export type ReadWord = {
  word: string
  left: number
  top: number
  width: number
  height: number
  confidence: number
}

export type WordTable = { width: number; height: number; words: ReadWord[] }

const pageLevel = 1
const wordLevel = 5

/**
 * Tesseract's table: level, page, block, paragraph, line, word, left, top, width, height,
 * confidence, text. What it takes for a drawing is a word of blanks there, and is left out.
 */
export function readWordTable(table: string): WordTable {
  const words: ReadWord[] = []
  let size = { width: 0, height: 0 }
  for (const line of table.split('\n')) {
    const cells = line.split('\t')
    const numbers = cells.slice(6, 11).map(Number)
    const [left = 0, top = 0, width = 0, height = 0, confidence = 0] = numbers
    if (Number(cells[0]) === pageLevel) size = { width, height }
    const word = (cells[11] ?? '').trim()
    if (Number(cells[0]) !== wordLevel || word === '') continue
    words.push({ word, left, top, width, height, confidence })
  }
  return { ...size, words }
}

/** How sure it is of its words, in percent; 0 where there are none. */
export function confidenceOf({ words }: WordTable): number {
  const sum = words.reduce((total, { confidence }) => total + confidence, 0)
  return words.length === 0 ? 0 : sum / words.length
}
