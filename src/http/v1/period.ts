import * as z from 'zod'
import { isoOf } from '../../base/clock.ts'

const dayMs = 24 * 60 * 60 * 1000
const dateOrTime = new RegExp(
  `${z.regexes.date.source}|${z.regexes.datetime({ offset: true }).source}`,
)
const example = '2027-01-31 or 2027-01-31T12:00:00Z'

/** A date or a time in a query string, as milliseconds. A date is its whole UTC day. */
export function moment(edge: 'start' | 'end', description: string) {
  return z
    .string()
    .regex(dateOrTime, `must be a date or a time such as ${example}`)
    .transform((text) => {
      const isDate = !text.includes('T')
      return Date.parse(text) + (isDate && edge === 'end' ? dayMs : 0)
    })
    .meta({ override: { type: 'string', description, examples: ['2027-01-31'] } })
}

/** `from` and `to` of reports and histories: `from` inclusive, `to` exclusive, a day whole. */
export const periodQuery = {
  from: moment('start', 'A date (from its start) or a time, inclusive').optional(),
  to: moment('end', 'A date (to its end) or a time, exclusive').optional(),
}

export function periodIn({ from, to }: { from?: number | undefined; to?: number | undefined }) {
  return { fromMs: from, toMs: to }
}

/** The period that a report covers, `to` exclusive. */
export function presentPeriod({ fromMs, toMs }: { fromMs: number; toMs: number }) {
  return { from: isoOf(fromMs), to: isoOf(toMs) }
}
