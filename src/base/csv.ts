/** A field of a table as text: nothing for null. */
export type CsvValue = string | number | null | undefined

/** One record of RFC 4180, with the line break at its end. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}

/**
 * What a spreadsheet would take for a formula gets an apostrophe before it: names and notes come
 * from strangers. Numbers are ours.
 */
function csvField(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
