import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { openColumnStats } from './column-stats.ts'
import { findDelimiter, isHeader, likeliestDelimiter } from './csv-shape.ts'
import { namedCells, renderRow } from './render-row.ts'

const shapeChars = 64 * 1024
/** A line above the table that tells Excel what parts the columns. */
const toldDelimiter = /^\ufeff?"?sep=([^"\r\n])"?\r?\n/i
const recordBytesMax = 1024 * 1024

/** A table: every row becomes one record that names its columns. */
export async function* readCsv(request: ReadRequest): AsyncGenerator<Block> {
  const columns = openColumnStats()
  let header: string[] | undefined
  let rows = 0
  try {
    for await (const cells of rowsOf(request)) {
      const isAbove = !header && isNote(cells)
      if (!header && !isAbove && isHeader(cells)) {
        header = cells
        continue
      }
      if (!isAbove) {
        header ??= []
        columns.add(namedCells(header, cells))
      }
      rows++
      yield { kind: 'record', text: renderRow({ header: header ?? [], cells }) }
    }
    request.found.columns = columns.end()
    if (header && rows === 0) yield { kind: 'record', text: header.join('; ') }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ExtractFailed({
      code: 'corrupt',
      detail: `line ${error.lines ?? '?'} of the table`,
    })
  }
}

/** Above the table, as some programs write them; a column may be called #. */
function isNote(cells: string[]): boolean {
  const first = cells[0] ?? ''
  return first.startsWith('#') && !(cells.length > 1 && first.trim() === '#')
}

function rowsOf({ source, charset }: ReadRequest): AsyncIterable<string[]> {
  const pieces = decodePieces(source, charset)
  const first = pieces.next().value ?? ''
  const shape = first.slice(0, shapeChars)
  const told = toldDelimiter.exec(shape)?.[1]
  const parser = parse({
    delimiter: told ?? findDelimiter(shape) ?? likeliestDelimiter(shape),
    from_line: told ? 2 : 1,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: recordBytesMax,
  })
  const input = Readable.from(chain(first, pieces))
  input.on('error', (error) => parser.destroy(error))
  return input.pipe(parser)
}

function* chain(first: string, rest: Iterable<string>): Generator<string> {
  yield first
  yield* rest
}
