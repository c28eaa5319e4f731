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
    const scale = scaleOf(element)
    if (scale === undefined) continue
    delete element.converted_type
    delete element.logical_type
    exact.set(element.name, (cell) => decimalOf(cell, scale))
  }
  return exact
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
