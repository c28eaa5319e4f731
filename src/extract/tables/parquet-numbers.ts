import { type FileMetaData, parquetSchema } from 'hyparquet'

type Element = FileMetaData['schema'][number]

/** Of the widest decimal numbers that are written. */
const [decimalBytesMax, scaleMax] = [32, 76]
const bitsAByte = 8
/** As many digits tell all numbers of 32 bits from each other; fewer often do. */
const floatDigits = { min: 6, max: 9 }

/**
 * What makes numbers of a column what they are in the file, by its name. The library multiplies
 * doubles for decimal numbers (0.57 comes as 0.5700000000000001), so these columns are declared as
 * the whole numbers that are stored; numbers of 32 bits come with digits that they never had.
 * Columns within columns stay as they come.
 */
export function exactNumbers(metadata: FileMetaData): Map<string, (cell: unknown) => unknown> {
  const exact = new Map<string, (cell: unknown) => unknown>()
  for (const { element, children } of parquetSchema(metadata).children) {
    if (children.length > 0 || element.repetition_type === 'REPEATED') continue
    if (element.type === 'FLOAT') exact.set(element.name, shortest)
    const told = toldAsBytes(element)
    if (told) exact.set(element.name, told)
    const unit = unitOfTime(element)
    if (unit !== undefined) exact.set(element.name, (cell) => timeOf(cell, unit))
    const scale = scaleOf(element)
    if (scale === undefined) continue
    delete element.converted_type
    delete element.logical_type
    exact.set(element.name, (cell) => decimalOf(cell, scale))
  }
  // Within other columns nothing is made of them, but the others are read.
  for (const element of metadata.schema) toldAsBytes(element)
  return exact
}

/**
 * What the library refuses, so that nothing of the file is read: spans of time, and objects of
 * MongoDB. The former are declared as the bytes that are stored, the latter are left out.
 */
function toldAsBytes(element: Element): ((cell: unknown) => unknown) | undefined {
  const { converted_type } = element
  if (converted_type !== 'INTERVAL' && converted_type !== 'BSON') return undefined
  delete element.converted_type
  return converted_type === 'INTERVAL' ? spanOf : () => null
}

const intervalBytes = 12

/** Months, days and milliseconds, as ISO 8601 writes them: `P14M2DT3.5S`. */
function spanOf(cell: unknown): unknown {
  if (!(cell instanceof Uint8Array) || cell.length !== intervalBytes) return null
  const view = new DataView(cell.buffer, cell.byteOffset)
  const [months, days, ms] = [0, 4, 8].map((at) => view.getUint32(at, true))
  const parts = [months && `${months}M`, days && `${days}D`, ms && `T${ms / 1000}S`]
  return `P${parts.filter(Boolean).join('') || '0D'}`
}

/** How many of them a second has. */
function unitOfTime({ converted_type, logical_type }: Element): number | undefined {
  if (converted_type === 'TIME_MILLIS') return 1e3
  if (converted_type === 'TIME_MICROS') return 1e6
  if (logical_type?.type !== 'TIME') return undefined
  return { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 }[logical_type.unit]
}

/** Of a count since midnight `13:30:15`, with as many parts of a second as there are. */
function timeOf(cell: unknown, unit: number): unknown {
  if (typeof cell !== 'number' && typeof cell !== 'bigint') return cell
  const seconds = Number(BigInt(cell) / BigInt(unit))
  const part = String(BigInt(cell) % BigInt(unit)).padStart(String(unit).length - 1, '0')
  const clock = [seconds / 3_600, (seconds / 60) % 60, seconds % 60]
  const time = clock.map((count) => String(Math.floor(count)).padStart(2, '0')).join(':')
  const fraction = part.replace(/0+$/, '')
  return fraction === '' ? time : `${time}.${fraction}`
}

/** The time of a count of microseconds or nanoseconds since 1970, of which a Date has no more. */
export const exactTimes = {
  timestampFromMicroseconds: (count: bigint) => momentOf({ count, unit: 1_000n }),
  timestampFromNanoseconds: (count: bigint) => momentOf({ count, unit: 1_000_000n }),
}

/** `unit` is how many of them a millisecond has. A Date where that is all. */
function momentOf({ count, unit }: { count: bigint; unit: bigint }): Date | string {
  const part = ((count % unit) + unit) % unit
  const date = new Date(Number((count - part) / unit))
  if (part === 0n || Number.isNaN(date.getTime())) return date
  const digits = String(part)
    .padStart(String(unit).length - 1, '0')
    .replace(/0+$/, '')
  return date.toISOString().replace('Z', `${digits}Z`)
}

/** Undefined for what is no decimal number, or none that anybody writes. */
function scaleOf({ converted_type, logical_type, ...element }: Element): number | undefined {
  const ofLogical = logical_type?.type === 'DECIMAL' ? logical_type.scale : undefined
  if (converted_type !== 'DECIMAL' && ofLogical === undefined) return undefined
  const { type, type_length = 0, scale = ofLogical ?? 0 } = element
  const isWhole = type === 'INT32' || type === 'INT64'
  const isBytes = type === 'FIXED_LEN_BYTE_ARRAY' && type_length <= decimalBytesMax
  return (isWhole || isBytes) && scale >= 0 && scale <= scaleMax ? scale : undefined
}

function decimalOf(cell: unknown, scale: number): unknown {
  const whole = wholeOf(cell)
  if (whole === undefined) return cell
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0')
  const point = digits.length - scale
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return whole < 0n ? `-${text}` : text
}

function wholeOf(cell: unknown): bigint | undefined {
  if (typeof cell === 'number' || typeof cell === 'bigint') return BigInt(cell)
  if (!(cell instanceof Uint8Array) || cell.length === 0) return undefined
  const unsigned = BigInt(`0x${Buffer.from(cell).toString('hex')}`)
  return BigInt.asIntN(cell.length * bitsAByte, unsigned)
}

function shortest(cell: unknown): unknown {
  if (typeof cell !== 'number' || Number.isSafeInteger(cell)) return cell
  for (let digits = floatDigits.min; digits < floatDigits.max; digits++) {
    const short = Number(cell.toPrecision(digits))
    if (Math.fround(short) === cell) return short
  }
  return Number(cell.toPrecision(floatDigits.max))
}
