import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { countTexts, isHeader, toldApart } from './column-names.ts'
import { openColumnStats } from './column-stats.ts'
import {
  findDelimiter,
  isSingleQuoted,
  isSpaced,
  likeliestDelimiter,
  linesLooked,
  usualWidth,
} from './csv-shape.ts'
import { namedCells, renderRow } from './render-row.ts'

const shapeChars = 64 * 1024
/** A line above the table that tells Excel what parts the columns. */
const toldDelimiter = /^\ufeff?"?sep=([^"\r\n])"?\r?\n/i
const recordBytesMax = 1024 * 1024

/** A table: every row becomes one record that names its columns. */
export async function* readCsv(request: ReadRequest): AsyncGenerator<Block> {
  const columns = openColumnStats()
  const { rows, width } = openRows(request)
  let header: string[] | undefined
  let names: string[] = []
  let above = 0
  let unused: string[] | undefined
  try {
    for await (const cells of rows) {
      const isAbove = !header && (isNote(cells) || (above < linesLooked && isTitle(cells, width)))
      if (isAbove) above++
      else if (!header && isHeader(cells)) {
        header = cells
        names = toldApart(cells)
        unused = cells
        continue
      } else if (header && isSame(header, cells)) continue
      else {
        header ??= []
        unused = undefined
        columns.add(namedCells(names, cells))
      }
      yield { kind: 'record', text: renderRow({ header: header ?? [], cells }) }
    }
    request.found.columns = columns.end()
    if (unused) yield { kind: 'record', text: renderRow({ header: [], cells: unused }) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ExtractFailed({
      code: 'corrupt',
      detail: `line ${error.lines ?? '?'} of the table`,
    })
  }
}

/** Some programs write the names of the columns again on each page. */
function isSame(header: string[], cells: string[]): boolean {
  return header.length === cells.length && header.every((name, i) => name === cells[i])
}

/** Above the table, as some programs write them; a column may be called #. */
function isNote(cells: string[]): boolean {
  const first = cells[0] ?? ''
  return first.startsWith('#') && !(cells.length > 1 && first.trim() === '#')
}

/** A single text, or fewer than the columns of the table: it names none, and is no row of it. */
function isTitle(cells: string[], width: number): boolean {
  if (width === 1) return false
  return countTexts(cells) < 2 || cells.findLastIndex((cell) => cell.trim() !== '') + 1 < width
}

type Rows = { rows: AsyncIterable<string[]>; width: number }

function openRows({ source, charset }: ReadRequest): Rows {
  const pieces = decodePieces(source, charset)
  const first = pieces.next().value ?? ''
  const shape = first.slice(0, shapeChars)
  const [line = '', told] = toldDelimiter.exec(shape) ?? []
  const said = shape.slice(line.length)
  const isSingle = isSingleQuoted(said)
  const text = isSingle ? said.replaceAll("'", '"') : said
  const delimiter = told ?? findDelimiter(text) ?? likeliestDelimiter(text)
  const parser = parse({
    delimiter,
    ...(isEscaped(text) ? { escape: '\\' } : {}),
    ...(isSingle ? { quote: "'", escape: "'" } : {}),
    trim: delimiter !== '\t' && isSpaced(text),
    from_line: told ? 2 : 1,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: recordBytesMax,
  })
  const input = Readable.from(chain(first, pieces))
  input.on('error', (error) => parser.destroy(error))
  return { rows: input.pipe(parser), width: usualWidth({ text, delimiter }) }
}

/**
 * Whether a quote within a text is written behind a backslash, and not as two; one before the end
 * of a text may be that of a path.
 */
function isEscaped(text: string): boolean {
  return /[^\\]\\"[^,;|\s]/.test(text) && !/[^,;|\s]""/.test(text)
}

function* chain(first: string, rest: Iterable<string>): Generator<string> {
  yield first
  yield* rest
}
