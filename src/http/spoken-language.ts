import type { Context } from 'koa'
import { type Locale, locales } from '../domain/mail/index.ts'

/** The best of Accept-Language that people are written to in; English for who names none. */
export function spokenLanguage(ctx: Context): Locale {
  return (ctx.acceptsLanguages([...locales]) || 'en') as Locale
}
