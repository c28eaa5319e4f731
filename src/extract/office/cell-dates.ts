import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** Built-in number formats that show a date or a time (ECMA-376, part 1, 18.8.30). */
const builtIn = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])
/** `T13:30:00.000Z` */
const isoTimeChars = 14

/** Whether a cell's style shows a number as a date, by the number of the style. */
export async function dateStyles(zip: Zip): Promise<boolean[]> {
  const own = new Set<number>()
  const styles: boolean[] = []
  let inCells = false
  await readXml(zip.textOf('xl/styles.xml'), {
    open(tag, attributes) {
      if (tag === 'cellXfs') inCells = true
      if (tag !== 'numFmt' && tag !== 'xf') return
      const format = Number(attributes.numFmtId ?? '')
      if (tag === 'numFmt' && isDateFormat(attributes.formatCode ?? '')) own.add(format)
      if (tag === 'xf' && inCells) styles.push(builtIn.has(format) || own.has(format))
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return styles
}

/** Words in quotes, colours and conditions in brackets say nothing about the kind of value. */
function isDateFormat(code: string): boolean {
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').replace(/general/i, ''))
}

/**
 * A day number of a workbook as `2024-05-01`, `2024-05-01 13:30` or `13:30`. Days count from
 * 1899-12-30 (so that 1900 may keep its 29th of February), or from 1904-01-01.
 */
export function dateOfSerial(serial: number, { epoch1904 }: { epoch1904: boolean }): string {
  const epochMs = epoch1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const date = new Date(epochMs + Math.round(serial * 86_400) * 1_000)
  if (!Number.isFinite(serial) || Number.isNaN(date.getTime())) return String(serial)
  const iso = date.toISOString()
  const [day, time] = [iso.slice(0, -isoTimeChars), iso.slice(1 - isoTimeChars)]
  const minutes = time.startsWith('00:00:00') ? '' : time.slice(0, 5)
  if (serial < 1 && !epoch1904) return minutes || '00:00'
  return minutes ? `${day} ${minutes}` : day
}
