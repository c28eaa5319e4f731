import { amountOf, type Cents, currency } from '../../base/money.ts'
import type { PublicOffer } from '../../domain/catalog/index.ts'
import type { PublicEntry } from '../../domain/search/index.ts'
import type { Speech } from './speech/speech.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** Sizes and counts in plain words. */
export function sizeOf({ locale }: Speech, bytes: number): string {
  let [size, at] = [bytes, 0]
  while (size >= 1000 && at < units.length - 1) {
    size /= 1000
    at += 1
  }
  const unit = units[at] as string
  const unitDisplay = at === 0 ? 'long' : 'short'
  const digits = at === 0 ? 0 : 1
  const form = { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(locale, form).format(size)
}

export function languagesOf({ locale }: Speech, { languages }: PublicOffer): string {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return languages.map((lang) => names.of(lang.replace('_', '-')) ?? lang).join(', ')
}

export function contentsOf({ words }: Speech, { objectCount, modalities }: PublicOffer): string {
  const kinds = Object.entries(modalities).map(([kind, n]) => {
    return words.kinds[kind as keyof typeof modalities](n)
  })
  const files = words.files(objectCount)
  return kinds.length < 2 ? files : `${files} (${kinds.join(', ')})`
}

export function dayOf({ locale }: Speech, ms: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(ms)
}

/** Time takes off from the price of a file, and demand puts on: what is said holds in any case. */
export function pricesOf({ locale, words }: Speech, { dataset, prices }: PublicEntry): string {
  const form = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const money = (price: Cents) => form.format(amountOf(price))
  const exactly = (price: string) => price
  const said = { fixed: exactly, demand_curve: words.from, time_decay: words.atMost }
  const file = said[dataset.pricingModel](money(prices.downloadCents))
  return words.prices({ passage: money(prices.retrievalCents), file })
}
