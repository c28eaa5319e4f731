import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { openColumnStats } from './column-stats.ts'
import { exactNumbers, exactTimes } from './parquet-numbers.ts'
import { slicesOf } from './parquet-slices.ts'
import { renderRow } from './render-row.ts'

const reading = { compressors, parsers: exactTimes }

/** A table in columns: every row becomes one record that names its columns. */
export async function* readParquet({ source, found }: ReadRequest): AsyncGenerator<Block> {
  const file = {
    byteLength: source.sizeBytes,
    slice: async (start: number, end = source.sizeBytes) => {
      const bytes = source.slice({ at: start, length: Math.min(end, source.sizeBytes) - start })
      return new Uint8Array(bytes).buffer
    },
  }
  try {
    const metadata = await parquetMetadataAsync(file)
    const exact = exactNumbers(metadata)
    const columns = openColumnStats()
    for (const slice of slicesOf(metadata)) {
      const rows = await parquetReadObjects({ file, metadata, ...slice, ...reading })
      for (const row of rows) {
        for (const [name, exactly] of exact) row[name] = exactly(row[name])
        columns.add(Object.entries(row).map(([name, value]) => [name, plainOf(value)] as const))
        yield recordOf(row)
      }
    }
    found.columns = columns.end()
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : undefined
    throw new ExtractFailed({ code: 'corrupt', detail }, { cause: error })
  }
}

function recordOf(row: Record<string, unknown>): Block {
  const cells = Object.values(row).map(textOf)
  return { kind: 'record', text: renderRow({ header: Object.keys(row), cells }) }
}

/** As JSON has it, for the columns. Whole numbers of 64 bits mostly fit; what does not is text. */
function plainOf(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (value instanceof Date || value instanceof Uint8Array) return textOf(value)
  if (typeof value === 'object' && value !== null) {
    return JSON.parse(JSON.stringify(value, bigintAsText))
  }
  return value
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dayOrTime(value.toISOString())
  if (value instanceof Uint8Array) return ''
  if (typeof value === 'object') return JSON.stringify(value, exactly)
  return String(value)
}

/** Of the language since 2025, which the types do not know yet. */
const { rawJSON: rawJson } = JSON as JSON & { rawJSON(text: string): unknown }

function dayOrTime(written: string): string {
  return written.replace(/T00:00:00\.000Z$/, '')
}

/** As in the cells: whole numbers with their digits, days without a time. */
function exactly(this: unknown, key: string, value: unknown): unknown {
  const own = (this as Record<string, unknown>)[key]
  if (own instanceof Date && typeof value === 'string') return dayOrTime(value)
  if (value instanceof Uint8Array) return undefined
  return typeof value === 'bigint' ? rawJson(String(value)) : value
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
