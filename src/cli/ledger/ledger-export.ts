import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ExportFormat, exportFormats, isPeriod } from '../../domain/ledger/index.ts'
import { type FolderCommand, requireOption, UsageError } from '../command.ts'

/** Writes a month of transfers to a new file. */
export const ledgerExport: FolderCommand = {
  name: 'ledger export',
  needsFolder: true,
  summary: 'write a month of transfers to a file',
  examples: ['kontor ledger export --period 2026-10 --out ledger.csv'],
  options: {
    period: { type: 'string', help: 'a UTC month', value: '<month>' },
    format: { type: 'string', help: 'csv or jsonl (csv)', value: '<format>' },
    out: { type: 'string', help: 'a file that is not there yet', value: '<file>' },
  },
  async act(app, values) {
    const period = requireOption(values, 'period')
    if (!isPeriod(period)) throw new UsageError('--period must be a month such as 2026-10.')
    const format = formatOf(values.format ?? 'csv')
    const file = requireOption(values, 'out')
    const text = app.rooms.ledger.exportLedgerAsOperator({ period, format })
    try {
      await pipeline(Readable.from(text), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    } catch (error) {
      throw new UsageError(`--out ${file} cannot be written: ${(error as Error).message}`)
    }
    return { lines: [`The transfers of ${period} are in ${file}.`], data: { period, format, file } }
  },
}

function formatOf(text: string | boolean): ExportFormat {
  const format = exportFormats.find((known) => known === text)
  if (format) return format
  throw new UsageError(`--format must be one of ${exportFormats.join(', ')}.`)
}
