import { type NumberStyle, numberStyleOf } from './cell-numbers.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/**
 * How a cell shows a number: as a date or time of day, as the month or the year of a date, or as
 * hours that were counted.
 */
export type DateStyle = 'date' | 'month' | 'year' | 'elapsed' | undefined
/** Or with digits and signs: a price, a percentage, the number of an article. */
export type CellStyle = DateStyle | NumberStyle

/** Built-in number formats that show a date or a time (ECMA-376, part 1, 18.8.30). */
const builtIn: readonly [from: number, to: number, style: DateStyle][] = [
  [14, 16, 'date'],
  [17, 17, 'month'],
  [18, 22, 'date'],
  [27, 36, 'date'],
  [45, 45, 'date'],
  [46, 46, 'elapsed'],
  [47, 47, 'date'],
  [50, 58, 'date'],
]
/** And those of numbers; what is shown as it is written is not among them. */
const builtInNumbers: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
}
/** `T13:30:00.000Z` */
const isoTimeChars = 14
const secondsADay = 86_400

/** How a cell's style shows a number, by the number of the style. */
export async function cellStyles(zip: Zip): Promise<CellStyle[]> {
  const own = new Map<number, CellStyle>()
  const styles: CellStyle[] = []
  let inCells = false
  await readXml(zip.textOf('xl/styles.xml'), {
    open(tag, attributes) {
      if (tag === 'cellXfs') inCells = true
      if (tag !== 'numFmt' && tag !== 'xf') return
      const format = Number(attributes.numFmtId ?? '')
      if (tag === 'numFmt') own.set(format, styleOf(attributes.formatCode ?? ''))
      if (tag === 'xf' && inCells) styles.push(own.get(format) ?? builtInStyle(format))
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return styles
}

function builtInStyle(format: number): CellStyle {
  const code = builtInNumbers[format]
  if (code !== undefined) return numberStyleOf(code)
  return builtIn.find(([from, to]) => format >= from && format <= to)?.[2]
}

/**
 * Words in quotes, characters that are shown or leave a space, colours and conditions in brackets
 * say nothing about the kind of value.
 */
function styleOf(code: string): CellStyle {
  const marks = code.replace(/"[^"]*"|[\\_*]./g, '')
  if (/\[(?:h+|m+|s+)\]/i.test(marks)) return 'elapsed'
  const plain = marks.replace(/\[[^\]]*\]/g, '').replace(/general/i, '')
  if (!/[ymdhs]/i.test(plain)) return numberStyleOf(code)
  if (/[dhs]/i.test(plain)) return 'date'
  if (!/y/i.test(plain)) return 'date'
  return /m/i.test(plain) ? 'month' : 'year'
}

/**
 * A day number of a workbook as `2024-05-01`, `2024-05-01 13:30`, `13:30` or, where hours were
 * counted, `37:30`; seconds follow where there are any. Days count from 1904-01-01, or from
 * 1899-12-31 up to the 29th of February that 1900 has there, and from the day before afterwards.
 */
export function dateOfSerial(
  serial: number,
  { style, epoch1904 }: { style: DateStyle; epoch1904: boolean },
): string {
  const seconds = Math.round(serial * secondsADay)
  if (style === 'elapsed' && Number.isSafeInteger(seconds)) return elapsed(seconds)
  const early = serial >= 1 && serial < 60 ? 31 : 30
  const epochMs = epoch1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, early)
  const date = new Date(epochMs + seconds * 1_000)
  if (!Number.isFinite(serial) || Number.isNaN(date.getTime())) return String(serial)
  const iso = date.toISOString()
  const [day, time] = [iso.slice(0, -isoTimeChars), iso.slice(1 - isoTimeChars, -5)]
  if (style === 'month' || style === 'year')
    return style === 'year' ? day.slice(0, -6) : day.slice(0, -3)
  const shown = time.endsWith(':00') ? time.slice(0, -3) : time
  if (serial >= 0 && serial < 1 && !(epoch1904 && serial === 0)) return shown
  return time === '00:00:00' ? day : `${day} ${shown}`
}

function elapsed(seconds: number): string {
  const size = Math.abs(seconds)
  const twoDigits = (count: number) => String(count).padStart(2, '0')
  const hours = `${seconds < 0 ? '-' : ''}${Math.floor(size / 3_600)}`
  const minutes = twoDigits(Math.floor(size / 60) % 60)
  return size % 60 === 0 ? `${hours}:${minutes}` : `${hours}:${minutes}:${twoDigits(size % 60)}`
}
