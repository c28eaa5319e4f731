import type { ColumnKind } from '../../base/column-profile.ts'

/** A value of a table: what it is, as a text, and what its size is compared by. */
export type Value = { kind: ColumnKind; text: string; bound: number | string | null }

const boolean = /^(true|false)$/i
/** How whatever is looked at below begins. */
const numberLike = /^[-+]?\.?\d/
/** Digits after a leading zero are a code, not a number: postal codes, telephone numbers. */
const integer = /^[-+]?(0|[1-9]\d{0,14})$/
const decimal = /^[-+]?(0|[1-9]\d{0,14})?\.\d{1,15}([eE][-+]?\d{1,3})?$/
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
  if (boolean.test(text)) return { kind: 'boolean', text, bound: null }
  if (!numberLike.test(text)) return { kind: 'text', text, bound: null }
  if (integer.test(text) || decimal.test(text)) return numeric(Number(text), text)
  if (decimalComma.test(text)) {
    return numeric(Number(text.replaceAll('.', '').replace(',', '.')), text)
  }
  const day = dayOf(text)
  return day === undefined
    ? { kind: 'text', text, bound: null }
    : { kind: 'date', text, bound: day }
}

function numeric(...[value, text]: [number, string]): Value {
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
