import type { ColumnKind } from '../../base/column-profile.ts'

/** A value of a table: what it is, as a text, and what its size is compared by. */
export type Value = { kind: ColumnKind; text: string; bound: number | string | null }

const [hyphen, zero] = [0x2d, 0x30]
const digitsMax = 15
const dayChars = 10
/** How numbers and truth values begin, where not with a digit: most words do in another way. */
const starts: ReadonlySet<number> = new Set(Array.from('+-.tTfF', (start) => start.charCodeAt(0)))
const boolean = /^(true|false)$/i
/** How whatever is looked at below begins. */
const numberLike = /^[-+]?\.?\d/
/** Digits after a leading zero are a code, not a number: postal codes, telephone numbers. */
const integer = /^[-+]?(0|[1-9]\d{0,14})$/
const decimal = /^[-+]?(0|[1-9]\d{0,14})?\.\d{1,20}([eE][-+]?\d{1,3})?$/
const exponential = /^[-+]?\d{1,15}[eE][-+]?\d{1,3}$/
/** As it is written in most of Europe: 1.234,50. */
const decimalComma = /^[-+]?(\d{1,3}(\.\d{3})+|\d{1,15}),\d{1,15}$/
const isoDay = /^\d{4}-\d{2}-\d{2}$/
const isoTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[-+]\d{2}:?\d{2})?$/
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const dottedDay = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/

/** Undefined for nothing: null, an empty text, white space. */
export function readValue(raw: unknown): Value | undefined {
  if (raw === null || raw === undefined) return undefined
  if (typeof raw === 'string') return ofText(raw.trim())
  if (typeof raw === 'number') return numeric(raw, String(raw))
  if (typeof raw === 'boolean') return { kind: 'boolean', text: String(raw), bound: null }
  const kind = Array.isArray(raw) ? 'list' : 'object'
  return { kind, text: JSON.stringify(raw) ?? '', bound: null }
}

function ofText(text: string): Value | undefined {
  if (text === '') return undefined
  const first = text.charCodeAt(0)
  if (isDigit(first)) return countOf(text) ?? ofNumberLike(text)
  if (!starts.has(first)) return { kind: 'text', text, bound: null }
  if (boolean.test(text)) return { kind: 'boolean', text, bound: null }
  return numberLike.test(text) ? ofNumberLike(text) : { kind: 'text', text, bound: null }
}

/** A whole number of digits alone, which most numbers are. */
function countOf(text: string): Value | undefined {
  const { length } = text
  if (length > digitsMax || (length > 1 && text.charCodeAt(0) === zero)) return undefined
  let bound = 0
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    if (!isDigit(code)) return undefined
    bound = bound * 10 + code - zero
  }
  return { kind: 'integer', text, bound }
}

function isDigit(code: number): boolean {
  return code >= zero && code <= zero + 9
}

function ofNumberLike(text: string): Value {
  // No number has one there that a day could be taken for.
  const isLikeDay = text.length >= dayChars && text.charCodeAt(4) === hyphen
  const early = isLikeDay ? dayOf(text) : undefined
  if (early !== undefined) return { kind: 'date', text, bound: early }
  if (integer.test(text) || decimal.test(text) || exponential.test(text))
    return numeric(Number(text), text)
  if (decimalComma.test(text)) {
    return numeric(Number(text.replaceAll('.', '').replace(',', '.')), text)
  }
  const day = dayOf(text)
  return day === undefined
    ? { kind: 'text', text, bound: null }
    : { kind: 'date', text, bound: day }
}

function numeric(value: number, text: string): Value {
  if (!Number.isFinite(value)) return { kind: 'text', text, bound: null }
  return { kind: Number.isInteger(value) ? 'integer' : 'number', text, bound: value }
}

/** The day of a date or time as `2026-11-20`; undefined for what is none. */
function dayOf(text: string): string | undefined {
  const [, dotted, month, year] = dottedDay.exec(text) ?? []
  const day =
    dotted === undefined
      ? isoDay.test(text) || isoTime.test(text)
        ? text.slice(0, 10)
        : undefined
      : `${year}-${month?.padStart(2, '0')}-${dotted.padStart(2, '0')}`
  if (day === undefined) return undefined
  return isInCalendar(day) ? day : undefined
}

function isInCalendar(day: string): boolean {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0)
  const date = Number(day.slice(8))
  return date >= 1 && date <= days
}
