import { number } from '../../../ui/format.ts'
import { w } from './words.ts'

/** The two largest units of a time: "3 d 4 h", "12 min". */
export function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const [days, hours, rest] = [
    Math.floor(minutes / 1_440),
    Math.floor(minutes / 60) % 24,
    minutes % 60,
  ]
  const { units } = w()
  if (days > 0) return `${units.days(number(days))} ${units.hours(number(hours))}`
  if (hours > 0) return `${units.hours(number(hours))} ${units.minutes(number(rest))}`
  return units.minutes(number(rest))
}
