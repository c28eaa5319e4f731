import { deflateRawSync } from 'node:zlib'
import type { PageWords } from '../../../domain/ingest/ports.ts'

/** Of a page; a newspaper has less. */
const wordsMax = 5_000
const wordCharsMax = 100
const pageLevel = 1
const wordLevel = 5

/**
 * The words of a page and where they are, out of Tesseract's table: level, page, block, paragraph,
 * line, word, left, top, width, height, confidence, text.
 */
export function wordBoxes(table: string): PageWords | undefined {
  const words: [string, number, number, number, number][] = []
  let size = { width: 0, height: 0 }
  for (const line of table.split('\n')) {
    const cells = line.split('\t')
    const [left = 0, top = 0, width = 0, height = 0] = cells.slice(6, 10).map(Number)
    if (Number(cells[0]) === pageLevel) size = { width, height }
    const word = (cells[11] ?? '').trim().slice(0, wordCharsMax).toWellFormed()
    if (Number(cells[0]) !== wordLevel || word === '' || words.length === wordsMax) continue
    words.push([word, left, top, width, height])
  }
  if (words.length === 0 || !(size.width > 0 && size.height > 0)) return undefined
  return { ...size, words: deflateRawSync(JSON.stringify(words)).toString('base64') }
}
