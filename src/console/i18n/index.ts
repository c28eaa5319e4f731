import { batch, signal } from '@preact/signals'
import { en } from './en.ts'

/** Languages by their own names. English is in the program, others are fetched when spoken. */
export const locales = { en: 'English', de: 'Deutsch' } as const
export type Locale = keyof typeof locales
type Other = Exclude<Locale, 'en'>

const key = 'kontor.locale'
export const locale = signal<Locale>('en')

type Catalogue = { fetch(wanted: Locale): Promise<unknown>; use(wanted: Locale): void }
const catalogues: Catalogue[] = []

/**
 * The sentences of a screen. English is their type: where another language has not the same ones,
 * the compiler says so.
 */
export function spoken<T extends object>(
  english: T,
  others: Readonly<Record<Other, () => Promise<T>>>,
): () => T {
  const current = signal(english)
  const fetched: Partial<Record<Locale, T>> = { en: english }
  catalogues.push({
    async fetch(wanted) {
      if (wanted !== 'en') fetched[wanted] ??= await others[wanted]()
    },
    use(wanted) {
      current.value = fetched[wanted] ?? english
    },
  })
  return () => current.value
}

/** Sentences that every screen may need: names of places, buttons, what is wrong. */
export const t = spoken(en, { de: async () => (await import('./de.ts')).de })

/** Fetches what the chosen language lacks: after a screen has come, before it is drawn. */
export async function speak(wanted: Locale = locale.peek()): Promise<void> {
  await Promise.all(catalogues.map(({ fetch }) => fetch(wanted)))
  batch(() => {
    for (const { use } of catalogues) use(wanted)
    locale.value = wanted
  })
  document.documentElement.lang = wanted
}

export function setLocale(wanted: Locale): void {
  localStorage.setItem(key, wanted)
  void speak(wanted)
}

/** The one that was chosen here, or else the first of the browser's that is spoken. */
export function preferredLocale(): Locale {
  const wanted = [localStorage.getItem(key), ...navigator.languages]
  const found = wanted.map((tag) => tag?.slice(0, 2)).find((tag) => tag && tag in locales)
  return (found ?? 'en') as Locale
}
