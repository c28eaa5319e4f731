import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { openColumnStats } from './column-stats.ts'
import { findDelimiter, isHeader, likeliestDelimiter } from './csv-shape.ts'
import { namedCells, renderRow } from './render-row.ts'

const shapeChars = 64 * 1024
const recordBytesMax = 1024 * 1024

/** A table: every row becomes one record that names its columns. */
export async function* readCsv(request: ReadRequest): AsyncGenerator<Block> {
  const columns = openColumnStats()
  let header: string[] | undefined
  let rows = 0
  try {
    for await (const cells of rowsOf(request)) {
      if (!header && isHeader(cells) && !cells[0]?.startsWith('#')) {
        header = cells
        continue
      }
      // Notes above the table, as some programs write them.
      if (!cells[0]?.startsWith('#')) {
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

function rowsOf({ source, charset }: ReadRequest): AsyncIterable<string[]> {
  const pieces = decodePieces(source, charset)
  const first = pieces.next().value ?? ''
  const shape = first.slice(0, shapeChars)
  const parser = parse({
    delimiter: findDelimiter(shape) ?? likeliestDelimiter(shape),
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
