import type { CellDates } from './cell-dates.ts'
import type { SharedStrings } from './shared-strings.ts'

/** Beyond this number a column is a mistake. */
export const sheetColumnsMax = 16_384

export type CellReading = { strings: SharedStrings; dates: CellDates }

type Cell = { value: string; type: string | undefined; style: number }

/** What a cell of a workbook reads as, by what is written in it. */
export function cellText({ value, type, style }: Cell, { strings, dates }: CellReading): string {
  if (type === 's') return strings.at(Number(value))
  if (type === 'b') return value === '1' ? 'true' : 'false'
  if (type === 'e') return ''
  const isNumber = (type === undefined || type === 'n') && value !== ''
  return isNumber && dates.areShown(style) ? dates.textOf(value) : value
}
