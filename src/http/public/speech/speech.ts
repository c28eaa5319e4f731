import * as z from 'zod'
import { type Locale, locales } from '../../../domain/mail/index.ts'
import { escaped, prefixOf } from '../../docs/page.ts'
import type { HttpFacts } from '../../route.ts'
import { spokenLanguage } from '../../spoken-language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

export type Words = typeof en

const wordsIn: Readonly<Record<Locale, Words>> = { en, de, es, fr }

/** What a language calls itself, for whoever reads no other. */
const ownNames: readonly (readonly [Locale, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
]

export const Lang = z.enum(locales).optional().meta({
  description: 'The language of the page; that of Accept-Language unless it is given',
})

/** How a page speaks, and to where it leads: what was chosen goes along. */
export type Speech = {
  readonly locale: Locale
  readonly words: Words
  /** The language where somebody chose it, and the browser did not. */
  readonly chosen: Locale | undefined
  /** An address of these pages, ready to stand in one. */
  to(path: string, query?: Readonly<Record<string, string>>): string
}

export function speechOf(
  { ctx, baseUrl }: Pick<HttpFacts, 'ctx' | 'baseUrl'>,
  chosen: Locale | undefined,
): Speech {
  const locale = chosen ?? spokenLanguage(ctx)
  const prefix = prefixOf(baseUrl)
  const to = (path: string, query: Readonly<Record<string, string>> = {}) => {
    const all = new URLSearchParams({ ...query, ...(chosen && { lang: chosen }) }).toString()
    return `${prefix}${escaped(all === '' ? path : `${path}?${all}`)}`
  }
  return { locale, words: wordsIn[locale], chosen, to }
}

/** The same page in each language: what it calls itself, and the address. */
export function inEachLanguage({ ctx, baseUrl }: Pick<HttpFacts, 'ctx' | 'baseUrl'>) {
  return ownNames.map(([locale, name]) => {
    const query = new URLSearchParams(ctx.querystring)
    query.set('lang', locale)
    return { locale, name, address: `${prefixOf(baseUrl)}${escaped(`${ctx.path}?${query}`)}` }
  })
}
