import { setImmediate } from 'node:timers/promises'
import { type CsvValue, csvLine } from '../../../base/csv.ts'

export const exportFormats = ['csv', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Records of one shape, some at a time. */
export type Records = Iterable<readonly Readonly<Record<string, CsvValue>>[]>

/**
 * Records as text, slice by slice, letting other work run in between. CSV has the names first;
 * JSON Lines has one object in each line, and nothing for no records.
 */
export async function* exportText(
  columns: readonly string[],
  records: Records,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns)
  for (const slice of records) {
    const lines = slice.map((record) =>
      format === 'csv'
        ? csvLine(columns.map((column) => record[column]))
        : `${JSON.stringify(record)}\n`,
    )
    if (lines.length > 0) yield lines.join('')
    await setImmediate()
  }
}
