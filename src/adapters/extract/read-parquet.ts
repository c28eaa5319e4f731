import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from './format.ts'
import { renderRow } from './render-row.ts'

const rowsAtOnce = 2_000

/** A table in columns: every row becomes one record that names its columns. */
export async function* readParquet({ source }: ReadRequest): AsyncGenerator<Block> {
  const file = {
    byteLength: source.sizeBytes,
    slice: async (start: number, end = source.sizeBytes) => {
      const bytes = source.slice({ at: start, length: end - start })
      return new Uint8Array(bytes).buffer
    },
  }
  try {
    const metadata = await parquetMetadataAsync(file)
    const rowCount = Number(metadata.num_rows)
    for (let rowStart = 0; rowStart < rowCount; rowStart += rowsAtOnce) {
      const rowEnd = Math.min(rowStart + rowsAtOnce, rowCount)
      const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors })
      for (const row of rows) yield recordOf(row)
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : undefined
    throw new ExtractFailed({ code: 'corrupt', detail }, { cause: error })
  }
}

function recordOf(row: Record<string, unknown>): Block {
  const cells = Object.values(row).map(textOf)
  return { kind: 'record', text: renderRow({ header: Object.keys(row), cells }) }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '')
  if (value instanceof Uint8Array) return ''
  if (typeof value === 'object') return JSON.stringify(value, bigintAsText)
  return String(value)
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
