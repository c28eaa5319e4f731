import type { EventType, KontorEvent, OffMarket } from '../events/index.ts'
import type { Letter } from './ports.ts'
import { type Locale, wordsIn } from './texts/locales.ts'

type To = { readonly to: string; readonly locale: Locale }
type CodeLetter = To & {
  readonly code: string
  readonly url: string
  readonly expiresAtMs: number
}

export function invitationLetter(letter: CodeLetter & { readonly house: string }): Letter {
  const { subject, text } = wordsIn[letter.locale].invitation(cleanName(letter.house))
  return withCode(letter, { subject, text })
}

export function resetLetter(letter: CodeLetter): Letter {
  return withCode(letter, wordsIn[letter.locale].reset)
}

export function verificationLetter(letter: CodeLetter): Letter {
  return withCode(letter, wordsIn[letter.locale].verification)
}

/** Whether letters arrive. */
export function testLetter(letter: PlainLetter): Letter {
  const { subject, text } = wordsIn[letter.locale].test
  return plain(letter, subject, [text])
}

/** That an address is an account's no more: which one took its place is not said. */
export function movedLetter(letter: PlainLetter): Letter {
  const { subject, text } = wordsIn[letter.locale].moved
  return plain(letter, subject, [text])
}

/** What befell one of their things, and where it is shown. */
export type OffMarketItem = {
  readonly type: OffMarket
  readonly name: string
  readonly reason?: string | undefined
  readonly url: string
}

/** What befell which of their things, why, and what can be done about it. */
export function offMarketLetter({ to, locale, ...item }: To & OffMarketItem): Letter {
  const { events } = wordsIn[locale]
  const texts = [...saidOf(item, locale), ...nextStep([item], locale)]
  return plain({ to, locale, url: item.url }, events[item.type], texts)
}

type Gathered = To & {
  readonly items: readonly [OffMarketItem, ...OffMarketItem[]]
  /** That there are besides, and do not stand in it. */
  readonly more: number
  readonly baseUrl: string
}

/** The same of several files at once. */
export function gatheredLetter({ to, locale, items, more, baseUrl: url }: Gathered): Letter {
  const words = wordsIn[locale]
  if (items.length === 1) return offMarketLetter({ to, locale, ...items[0] })
  const each = items.flatMap((item) => [...saidOf(item, locale), item.url])
  const rest = more > 0 ? [words.more(more)] : []
  const subject = words.filesOffMarket(items.length + more)
  return plain({ to, locale, url }, subject, [...each, ...rest, ...nextStep(items, locale)])
}

function saidOf({ type, name, reason }: OffMarketItem, locale: Locale): string[] {
  const words = wordsIn[locale]
  const why = reason === undefined ? [] : [`${words.reason}: ${onOneLine(reason)}`]
  return [words.offMarket[type](cleanName(name)), ...why]
}

/** What is back is contested by nobody. */
function nextStep(items: readonly OffMarketItem[], locale: Locale): string[] {
  const isOff = items.some(({ type }) => !/(restored|resumed)$/.test(type))
  return isOff ? [wordsIn[locale].contest] : []
}

type PlainLetter = To & { readonly url: string }

function plain(
  { to, locale, url }: PlainLetter,
  subject: string,
  texts: readonly string[],
): Letter {
  const parts = [wordsIn[locale].greeting, ...texts, url]
  const html = page(parts.map(paragraph), locale)
  return { to, subject, text: [...parts, ''].join('\n\n'), html }
}

function withCode(
  { to, locale, code, url, expiresAtMs }: CodeLetter,
  { subject, text }: { subject: string; text: string },
): Letter {
  const words = wordsIn[locale]
  const until = words.validUntil(timeText(expiresAtMs, locale))
  const lines = [words.greeting, text, `${words.link}: ${url}`, `${words.code}: ${code}`, until]
  const link = `<a href="${escaped(url)}">${escaped(url)}</a>`
  const html = [
    ...[words.greeting, text].map(paragraph),
    `<p>${escaped(words.link)}: ${link}</p>`,
    `<p>${escaped(words.code)}: <code>${escaped(code)}</code></p>`,
    ...[until, words.ignore].map(paragraph),
  ]
  return { to, subject, text: [...lines, words.ignore, ''].join('\n\n'), html: page(html, locale) }
}

type NewsLetter = To & {
  readonly events: readonly KontorEvent[]
  /** That there are besides, and do not stand in it. */
  readonly more: number
  readonly isDaily: boolean
  readonly baseUrl: string
  readonly unsubscribeUrl: string
}

export function newsLetter(letter: NewsLetter): Letter {
  const { to, locale, events, more, isDaily, baseUrl, unsubscribeUrl } = letter
  const words = wordsIn[locale]
  const [first] = events
  const only = first && events.length === 1 && more === 0 ? words.events[first.type] : undefined
  const subject = isDaily ? words.daily : (only ?? words.news(events.length + more))
  const rest = more > 0 ? [words.more(more)] : []
  const lines = events.map((event) => lineOf(event, locale))
  const text = [...lines, ...rest, '', baseUrl, '', `${words.stop}: ${unsubscribeUrl}`, '']
  const html = [
    `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`,
    ...rest.map(paragraph),
    `<p><a href="${escaped(baseUrl)}">${escaped(baseUrl)}</a></p>`,
    `<p><small><a href="${escaped(unsubscribeUrl)}">${escaped(words.stop)}</a></small></p>`,
  ]
  return { to, subject, text: text.join('\n'), html: page(html, locale), unsubscribeUrl }
}

/** Ids, names and amounts, as the event has them. */
function lineOf({ type, atMs, data }: KontorEvent, locale: Locale): string {
  const facts = Object.values(data as Record<string, unknown>)
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => cleanName(String(value)))
  const what = wordsIn[locale].events[type as EventType]
  return `${timeText(atMs, locale)} – ${what} (${facts.join(', ')})`
}

function timeText(ms: number, locale: Locale): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(locale, style).format(ms)} UTC`
}

const nameMax = 80

/**
 * What somebody wrote goes into a letter that we send: on one line, not for long, and as nothing
 * that a mail program makes a link of.
 */
function cleanName(text: string): string {
  return onOneLine(text).slice(0, nameMax).trim()
}

function onOneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replace(/\s+/g, ' ')
  return line.replace(/:\/\//g, ' ').replace(/www\./gi, 'www ').trim()
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`
}

function page(parts: readonly string[], locale: Locale): string {
  const body = parts.join('\n')
  return `<!doctype html>\n<html lang="${locale}"><meta charset="utf-8">\n${body}\n</html>\n`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
