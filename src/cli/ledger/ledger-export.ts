import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ExportFormat, exportFormats, isPeriod } from '../../domain/ledger/index.ts'
import { type FolderCommand, type Outcome, requireOption, UsageError } from '../command.ts'
import { giveAgain } from '../stop.ts'

/** Writes a month of transfers to a new file. */
export const ledgerExport: FolderCommand = {
  name: 'ledger export',
  use: 'read',
  summary: 'write a month of transfers to a file',
  examples: ['kontor ledger export --period 2026-10 --out ledger.csv'],
  stops: true,
  operand: 'period',
  options: {
    period: { type: 'string', help: 'a UTC month', value: '<month>' },
    format: { type: 'string', help: 'csv or jsonl (csv)', value: '<format>' },
    out: { type: 'string', help: 'a file that is not there yet', value: '<file>' },
  },
  async act(app, values, { signal } = {}) {
    const period = requireOption(values, 'period')
    if (!isPeriod(period)) throw new UsageError('--period must be a month such as 2026-10.')
    const format = formatOf(values.format ?? 'csv')
    const file = requireOption(values, 'out')
    const text = app.rooms.ledger.exportLedgerAsOperator({ period, format })
    const cannot = (error: Error) => {
      throw new UsageError(`--out ${file} cannot be written: ${error.message}`)
    }
    const target = await open(file, 'wx', 0o600).catch(cannot)
    try {
      await pipeline(Readable.from(text), target.createWriteStream(), { signal })
    } catch (error) {
      // Half a month is worse than none.
      await rm(file, { force: true })
      return signal?.aborted ? nothingOf(file) : cannot(error as Error)
    }
    return { lines: [`The transfers of ${period} are in ${file}.`], data: { period, format, file } }
  },
}

function nothingOf(file: string): Outcome {
  return { lines: [], data: { stopped: true }, stopped: `${file} was not written. ${giveAgain}` }
}

function formatOf(text: string | boolean): ExportFormat {
  const format = exportFormats.find((known) => known === text)
  if (format) return format
  throw new UsageError(`--format must be one of ${exportFormats.join(', ')}.`)
}
