import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** Built-in number formats that show a date or a time (ECMA-376, part 1, 18.8.30). */
const builtIn = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

/** A sheet has the same days again and again. */
const keptMax = 16_384
/** `T13:30:00.000Z` */
const isoTimeChars = 14
const dayDigitsMax = 6
const codeOf0 = 0x30

/** Which cells show a number as a date, and what they show. */
export class CellDates {
  private readonly styles: readonly boolean[]
  private readonly epoch: Epoch
  private readonly kept = new Map<string | number, string>()

  constructor(styles: readonly boolean[], epoch: Epoch) {
    this.styles = styles
    this.epoch = epoch
  }

  /** Whether a style of cells shows a number as a date. */
  areShown(style: number): boolean {
    return this.styles[style] ?? false
  }

  textOf(serial: string): string {
    const key = dayIn(serial) ?? serial
    const known = this.kept.get(key)
    if (known !== undefined) return known
    const text = dateOfSerial(Number(serial), this.epoch)
    if (this.kept.size < keptMax) this.kept.set(key, text)
    return text
  }
}

type Epoch = { epoch1904: boolean }

export async function cellDates(zip: Zip, epoch: Epoch): Promise<CellDates> {
  return new CellDates(await dateStyles(zip), epoch)
}

async function dateStyles(zip: Zip): Promise<boolean[]> {
  const own = new Set<number>()
  const styles: boolean[] = []
  let inCells = false
  await readXml(zip.textOf('xl/styles.xml'), {
    open(tag, attributes) {
      if (tag === 'cellXfs') inCells = true
      if (tag !== 'numFmt' && tag !== 'xf') return
      const format = Number(attributes.get('numFmtId') ?? '')
      if (tag === 'numFmt' && isDateFormat(attributes.get('formatCode') ?? '')) own.add(format)
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

/** Most are a number of a few digits, which is found faster than a text. */
function dayIn(serial: string): number | undefined {
  if (serial.length > dayDigitsMax) return undefined
  let day = 0
  for (let i = 0; i < serial.length; i++) {
    const digit = serial.charCodeAt(i) - codeOf0
    if (!(digit >= 0 && digit <= 9)) return undefined
    day = day * 10 + digit
  }
  return day
}

/**
 * A day number of a workbook as `2024-05-01`, `2024-05-01 13:30` or `13:30`. Days count from
 * 1899-12-30 (so that 1900 may keep its 29th of February), or from 1904-01-01.
 */
function dateOfSerial(serial: number, { epoch1904 }: Epoch): string {
  const epochMs = epoch1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const date = new Date(epochMs + Math.round(serial * 86_400) * 1_000)
  if (!Number.isFinite(serial) || Number.isNaN(date.getTime())) return String(serial)
  const iso = date.toISOString()
  const [day, time] = [iso.slice(0, -isoTimeChars), iso.slice(1 - isoTimeChars)]
  const minutes = time.startsWith('00:00:00') ? '' : time.slice(0, 5)
  if (serial < 1 && !epoch1904) return minutes || '00:00'
  return minutes ? `${day} ${minutes}` : day
}
