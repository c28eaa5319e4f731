import { spoken } from '../../i18n/index.ts'
import { en } from './en.ts'

export const w = spoken(en, {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
})
