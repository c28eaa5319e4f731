import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Words } from './words.ts'

export const locales = ['en', 'de', 'es', 'fr'] as const
export type Locale = (typeof locales)[number]

export const wordsIn: Readonly<Record<Locale, Words>> = { en, de, es, fr }
