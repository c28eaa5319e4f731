/** The last minute of that day, where whoever chose it is. */
export function endOf(lastDay: string): string {
  return new Date(`${lastDay}T23:59`).toISOString()
}

/** 2027-01-31, as fields for dates have it. */
export function localDay(of: Date): string {
  const [month, day] = [of.getMonth() + 1, of.getDate()].map((n) => String(n).padStart(2, '0'))
  return `${of.getFullYear()}-${month}-${day}`
}
