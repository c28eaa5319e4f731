import { type Cell, heightOf, type Piece, type Span } from './cells.ts'
import { addWord, type Run, runOf } from './page-runs.ts'

/** In heights of the font. */
const gutterMin = 0.25
const gapMin = 0.4
/** Of the rows: names over several columns reach over what is between them. */
const crossingMaxShare = 0.15

/** The columns of rows: between what hardly any of them reaches over. */
export function gutteredAt(rows: readonly Piece[]): Span[] {
  const most = Math.floor(rows.length * crossingMaxShare)
  const least = gutterMin * (rows[0] ? heightOf(rows[0]) : 0)
  const ends = rows
    .flatMap(({ cells }) => cells)
    .flatMap(({ left, right }) => [
      { x: left, by: 1 },
      { x: right, by: -1 },
    ])
    .sort((one, other) => one.x - other.x || other.by - one.by)
  const columns: Span[] = []
  let over = 0
  for (const { x, by } of ends) {
    const last = columns.at(-1)
    if (over <= most && over + by > most) {
      if (last && x - last.right < least) last.right = x
      else columns.push({ left: x, right: x })
    } else if (last && over > most && over + by <= most) last.right = x
    over += by
  }
  return columns
}

/** Whether a row has texts in two columns at least. */
export function standsApart(columns: readonly Span[], { cells }: Piece): boolean {
  const at = cells.map((cell) =>
    columns.findIndex((column) => column.left < cell.right && cell.left < column.right),
  )
  return new Set(at).size > 1
}

/** The cells of a row: what stands close together in two columns is two. */
export function partedAt(columns: readonly Span[], { cells }: Piece, text: string): Cell[] {
  return cells.flatMap((cell) => {
    const [run] = cell.runs
    if (!run || cell.runs.length > 1 || run.words.length < 2) return [cell]
    return wordsAt(columns, run, text).map((own) => ({
      left: own.left,
      right: own.right,
      runs: [own],
    }))
  })
}

const number = /^[-+±(]*[\d.,]*\d[\d.,%)*]*$/

function wordsAt(columns: readonly Span[], { words, height }: Run, text: string): Run[] {
  const parts: Run[] = []
  let at = -1
  for (const word of words) {
    const before = parts.at(-1)
    const was = at
    at = columns.findIndex(({ left, right }) => left <= word.right && word.left <= right)
    const isFar = before && word.left - before.right >= gapMin * height
    const isNumber = number.test(text.slice(word.from, word.to))
    if (before && (at === was || at < 0 || was < 0 || !(isFar || isNumber))) addWord(before, word)
    else parts.push(runOf(word))
  }
  return parts
}
