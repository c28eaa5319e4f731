import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import { DomainError } from '../../base/errors.ts'
import { OAuthRefused } from '../../domain/identity/index.ts'
import type { Locale } from '../../domain/mail/index.ts'
import { escaped, prefixOf, sendHtml } from '../docs/page.ts'
import { spokenLanguage } from '../spoken-language.ts'
import { type RefusalWords, type RefusedWish, refusalWordsIn } from './refusal-words.ts'

/** What a person sees on the way in, or instead of a page: no script, nothing from elsewhere. */

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem }
@media (prefers-color-scheme: dark) {
  body { background: #1b1b1a; color: #e8e6e1 } a { color: #9cc3ff }
}
`
const styleHash = createHash('sha256').update(style).digest('base64')
const policy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; ` +
  "form-action 'none'; frame-ancestors 'none'"

/** Whether somebody looks at it: browsers ask for HTML first, programs for nothing of the kind. */
export function wantsPage(ctx: Context): boolean {
  return ctx.accepts('json', 'html') === 'html'
}

/**
 * Goes on to a path of this server by itself. Not by a redirect: a browser that comes from another
 * site keeps a Strict cookie back for as long as it is redirected, and a page of ours is not.
 */
export function sendOnwardPage(ctx: Context, { path }: { path: string }): void {
  const content = `<p>You are logged in. <a href="${escaped(path)}">Continue</a></p>`
  sendPage(ctx, { title: 'Logged in', content, goesTo: path })
}

/** The same for who has yet to show a second factor: what comes after # stays in the browser. */
export function sendFactorPage(
  ctx: Context,
  { path, challengeId }: { path: string; challengeId: string },
): void {
  const goesTo = `${path.replace(/#.*$/s, '')}#second_factor=${challengeId}`
  const content = `<p>Now show your second factor. <a href="${escaped(goesTo)}">Continue</a></p>`
  sendPage(ctx, { title: 'Almost logged in', content, goesTo })
}

type Refused = {
  wish: RefusedWish
  error: unknown
  baseUrl: string
  /** What whoever is logged in has chosen. */
  chosen: Locale | undefined
}

export function sendRefusalPage(ctx: Context, { wish, error, baseUrl, chosen }: Refused): void {
  const locale = chosen ?? spokenLanguage(ctx)
  const words = refusalWordsIn[locale]
  const home = `${prefixOf(baseUrl)}/`
  const requestId = escaped(String(ctx.state.requestId))
  const content = `${reasonOf({ wish, error, words })}
<p><a href="${home}">${words.home}</a></p>
<p><small>${requestId}</small></p>`
  ctx.vary('Accept-Language')
  sendPage(ctx, { title: words.headings[wish], content, locale })
}

function reasonOf({
  wish,
  error,
  words,
}: Pick<Refused, 'wish' | 'error'> & { words: RefusalWords }) {
  const text = error instanceof DomainError ? error.message : 'Something went wrong here.'
  const inEnglish = `<p lang="en">${escaped(text)}</p>`
  if (wish !== 'connect') return inEnglish
  const isUnknown = error instanceof OAuthRefused && error.error === 'invalid_client'
  if (isUnknown) return `<p>${words.unknownProgram}</p>`
  return `<p>${words.wrongProgram}</p>\n${inEnglish}`
}

type Shown = { title: string; content: string; goesTo?: string; locale?: Locale }

function sendPage(ctx: Context, { title, content, goesTo, locale = 'en' }: Shown): void {
  const onward =
    goesTo === undefined ? '' : `<meta http-equiv="refresh" content="0;url=${escaped(goesTo)}">\n`
  const html = `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${onward}<title>${title}</title>
<style>${style}</style>
<h1>${title}</h1>
${content}
</html>
`
  sendHtml(ctx, { html, policy })
  ctx.set('Cache-Control', 'no-store')
}
