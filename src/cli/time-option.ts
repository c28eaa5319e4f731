import { UsageError, type Values } from './command.ts'

const dayMs = 24 * 60 * 60 * 1000
const dateForm = /^\d{4}-\d{2}-\d{2}$/
const timeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * The time in an option, if it is given: a date, of which `from` is the start and `to` the end, or
 * a time with its zone. Throws UsageError.
 */
export function timeOption(values: Values, name: 'from' | 'to'): number | undefined {
  const text = values[name]
  if (typeof text !== 'string') return undefined
  const isDate = dateForm.test(text)
  const ms = isDate || timeForm.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse would take 2027-02-31 for the 3rd of March.
  const isReal = !Number.isNaN(ms) && (!isDate || new Date(ms).toISOString().startsWith(text))
  if (isReal) return ms + (isDate && name === 'to' ? dayMs : 0)
  throw new UsageError(`--${name} must be a date or a time such as 2027-01-31T12:00:00Z.`)
}
