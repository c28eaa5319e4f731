import { batch, signal } from '@preact/signals'
import { en } from './en.ts'

/** Languages by their own names. English is in the program, others are fetched when spoken. */
export const locales = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const
export type Offered = keyof typeof locales
/** Arabic is offered to nobody: `kontor.locale` = `ar` shows what a mirrored page looks like. */
export type Locale = Offered | 'ar'

const key = 'kontor.locale'
export const locale = signal<Locale>('en')

type Catalogue = { fetch(wanted: Locale): Promise<unknown>; use(wanted: Locale): void }
const catalogues: Catalogue[] = []

type Others<T> = Readonly<Record<Exclude<Offered, 'en'>, () => Promise<T>>> & {
  readonly ar?: () => Promise<T>
}

/**
 * The sentences of a screen. English is their type: where another language has not the same ones,
 * the compiler says so.
 */
export function spoken<T extends object>(english: T, others: Others<T>): () => T {
  const current = signal(english)
  const fetched: Partial<Record<Locale, T>> = { en: english }
  catalogues.push({
    async fetch(wanted) {
      if (wanted !== 'en') fetched[wanted] ??= (await others[wanted]?.()) ?? english
    },
    use(wanted) {
      current.value = fetched[wanted] ?? english
    },
  })
  return () => current.value
}

/** Sentences that every screen may need: names of places, buttons, what is wrong. */
export const t = spoken(en, {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  ar: async () => (await import('./ar.ts')).ar,
})

let asked: Locale = 'en'

/** Fetches what the chosen language lacks: after a screen has come, before it is drawn. */
export async function speak(wanted: Locale = asked): Promise<void> {
  asked = wanted
  await Promise.all(catalogues.map(({ fetch }) => fetch(wanted)))
  // Who chose another one meanwhile gets that one.
  if (asked !== wanted) return
  batch(() => {
    for (const { use } of catalogues) use(wanted)
    locale.value = wanted
  })
  document.documentElement.lang = wanted
  document.documentElement.dir = wanted === 'ar' ? 'rtl' : 'ltr'
}

export async function setLocale(wanted: Offered): Promise<void> {
  await speak(wanted)
  localStorage.setItem(key, wanted)
}

/** The one chosen in this browser, or else of the account, or else the first of the browser's. */
export function preferredLocale(ofAccount?: string): Locale {
  const chosen = localStorage.getItem(key)
  if (chosen === 'ar') return chosen
  const wanted = [chosen, ofAccount, ...navigator.languages]
  const found = wanted.map((tag) => tag?.slice(0, 2)).find((tag) => tag && tag in locales)
  return (found ?? 'en') as Offered
}
