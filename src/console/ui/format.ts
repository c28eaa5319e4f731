import { computed } from '@preact/signals'
import { locale, t } from '../i18n/index.ts'

/**
 * How the reader writes times: as in the place that the browser names for the language, or else
 * with the clock, of twelve hours or of twenty-four, of the place that it does name.
 */
export const region = computed(() => {
  const { languages, language } = navigator
  const own = languages.find((tag) => tag.startsWith(locale.value))
  if (own) return own
  const { hourCycle } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions()
  return `${locale.value}-u-hc-${hourCycle}`
})

/** Made once for each language: making one costs more than using it a thousand times. */
const formats = computed(() => ({
  number: new Intl.NumberFormat(locale.value),
  money: new Intl.NumberFormat(locale.value, { style: 'currency', currency: 'EUR' }),
  date: new Intl.DateTimeFormat(region.value, { dateStyle: 'medium' }),
  calendar: new Intl.DateTimeFormat(region.value, { dateStyle: 'medium', timeZone: 'UTC' }),
  moment: new Intl.DateTimeFormat(region.value, { dateStyle: 'medium', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat(region.value, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(region.value, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  relative: new Intl.RelativeTimeFormat(locale.value, { numeric: 'always', style: 'short' }),
  language: new Intl.DisplayNames(locale.value, { type: 'language', fallback: 'code' }),
  list: new Intl.ListFormat(locale.value),
}))

export function number(value: number): string {
  return formats.value.number.format(value)
}

/** A sentence that counts, as the language does: none is one in French. */
export function counted(say: (n: number, shown: string) => string, n: number): string {
  return say(n, number(n))
}

/** Credits are euro cents. */
export function money(credits: number): string {
  return formats.value.money.format(credits / 100)
}

/** What something costs: nothing is said in a word. */
export function price(credits: number): string {
  return credits === 0 ? t().free : money(credits)
}

export function date(iso: string): string {
  return formats.value.date.format(new Date(iso))
}

/** The same of the server's calendar, which is UTC's: where a month of it begins and ends. */
export function calendarDate(iso: string): string {
  return formats.value.calendar.format(new Date(iso))
}

export function moment(iso: string): string {
  return formats.value.moment.format(new Date(iso))
}

/** A day of the server's calendar, which is UTC's. */
export function day(iso: string): string {
  return formats.value.day.format(new Date(iso))
}

/** A month of the same calendar. */
export function month(iso: string): string {
  return formats.value.month.format(new Date(iso))
}

/** `und` has no name. */
export function language(code: string): string {
  return formats.value.language.of(code) ?? code
}

export function list(words: readonly string[]): string {
  return formats.value.list.format(words)
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "in 2 days", "3 hr. ago". */
export function until(iso: string, nowMs: number): string {
  const leftMs = Date.parse(iso) - nowMs
  const [unit, ms] = steps.find(([, size]) => Math.abs(leftMs) >= size) ?? ['minute', 60_000]
  return formats.value.relative.format(Math.trunc(leftMs / ms), unit)
}

const units = ['', 'k', 'M', 'G', 'T']

/** A byte is an octet in French, and is written as one. */
export function bytes(count: number): string {
  const power = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3))
  const digits = power === 0 || count / 1000 ** power >= 100 ? 0 : 1
  const format = new Intl.NumberFormat(locale.value, { maximumFractionDigits: digits })
  const unit = locale.value === 'fr' ? 'o' : 'B'
  return `${format.format(count / 1000 ** power)} ${units[power]}${unit}`
}

/** 83,000 ms as 1:23. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const rest = `${Math.floor(seconds / 60) % 60}:${String(seconds % 60).padStart(2, '0')}`
  return seconds < 3600 ? rest : `${Math.floor(seconds / 3600)}:${rest.padStart(5, '0')}`
}
