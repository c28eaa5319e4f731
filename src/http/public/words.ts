import type { PublicOffer } from '../../domain/catalog/index.ts'

/** Sizes and counts in plain words. */
export function countOf(n: number, one: string, more = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : more}`
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function sizeOf(bytes: number): string {
  let [size, at] = [bytes, 0]
  while (size >= 1000 && at < units.length - 1) {
    size /= 1000
    at += 1
  }
  return `${size.toLocaleString('en', { maximumFractionDigits: at === 0 ? 0 : 1 })} ${units[at]}`
}

const english = new Intl.DisplayNames('en', { type: 'language' })

export function languagesOf({ languages }: PublicOffer): string {
  return languages.map((lang) => english.of(lang.replace('_', '-')) ?? lang).join(', ')
}

export function contentsOf({ objectCount, modalities }: PublicOffer): string {
  const kinds = Object.entries(modalities).map(([kind, n]) => `${n} ${kind}`)
  const files = countOf(objectCount, 'file')
  return kinds.length < 2 ? files : `${files} (${kinds.join(', ')})`
}
