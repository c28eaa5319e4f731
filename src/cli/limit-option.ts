import { UsageError, type Values } from './command.ts'

/** Of tenants, people and keys. */
export const listLimits = { standard: 200, max: 100_000 }

/** How many lines a command shows. Throws UsageError for what is no number in the range. */
export function limitOption(
  { limit }: Values,
  { standard, max }: { standard: number; max: number },
) {
  if (limit === undefined) return standard
  const value = /^\d{1,6}$/.test(String(limit)) ? Number(limit) : 0
  if (value >= 1 && value <= max) return value
  throw new UsageError(`--limit must be a whole number from 1 to ${max}.`)
}

/** The line that says what was left out. */
export function moreLine({ shown, total }: { shown: number; total: number }): string[] {
  return total > shown ? [`… and ${total - shown} more (--limit)`] : []
}
