import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import * as z from 'zod'
import { type AnyRoute, get } from '../route.ts'

/** A page of the documentation, as its author writes it. */
export type Page = {
  id: string
  path: `/docs/${string}`
  title: string
  /** One line, for the list of pages and the route table. */
  summary: string
  /** What stands below the heading: HTML, in which every text from elsewhere is `escaped`. */
  content(facts: { baseUrl: string }): string
}

/**
 * The route of a page that needs nothing but itself: no script, no picture, no other address. The
 * one style is known to the browser by its hash; everything else is refused by the policy.
 */
export function page({ id, path, title, summary, content }: Page): AnyRoute {
  return get(path, {
    id,
    summary,
    tag: 'Documentation',
    access: 'none',
    reply: z.string(),
    errors: [],
    raw: true,
    run({ http: { ctx, baseUrl } }) {
      const html = documentOf({ title, content: content({ baseUrl }), home: homeOf(baseUrl) })
      sendHtml(ctx, { html, policy })
    },
  }) as AnyRoute
}

/**
 * For pages that load what lies beside them: everything comes from this address, and nothing but
 * the files beside the page runs. Styles may be written into elements, as the reader of the
 * documents does while it draws; pictures are in its style sheet. It can ask this server alone, so
 * a key that is tried here goes nowhere else.
 */
export const ownFilesPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function sendHtml(ctx: Context, { html, policy }: { html: string; policy: string }): void {
  ctx.type = 'text/html; charset=utf-8'
  ctx.set('Content-Security-Policy', policy)
  ctx.set('Cache-Control', 'no-cache')
  ctx.body = html
}

/** What a browser may keep, as long as it asks whether it is still the same. */
export function tagOf(bytes: string | Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url')}"`
}

/** Says the tag; true where the caller has this very thing and is told so. */
export function isKept(ctx: Context, etag: string): boolean {
  ctx.status = 200
  ctx.set('ETag', etag)
  ctx.set('Cache-Control', 'no-cache')
  ctx.vary('Accept-Encoding')
  if (ctx.fresh) ctx.status = 304
  return ctx.status === 304
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
code, pre { font: 14px/1.4 ui-monospace, monospace; background: #f2f2ef }
code { padding: .1rem .3rem } pre { padding: .6rem .8rem; overflow: auto }
td, th { padding: .3rem 1.5rem .3rem 0; vertical-align: top; text-align: left }
td:first-child { white-space: nowrap }
@media (prefers-color-scheme: dark) {
  body { background: #1b1b1a; color: #e8e6e1 } code, pre { background: #2c2c2a }
  a { color: #9cc3ff }
}
`
const styleHash = createHash('sha256').update(style).digest('base64')
const policy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; ` +
  "form-action 'none'; frame-ancestors 'none'"

/** A proxy may show this server below a path of its own. */
export function prefixOf(baseUrl: string): string {
  return escaped(new URL(baseUrl).pathname.replace(/\/$/, ''))
}

export function homeOf(baseUrl: string): string {
  return `${prefixOf(baseUrl)}/docs`
}

type Parts = { title: string; content: string; home: string }

export function documentOf({ title, content, home }: Parts): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
<p><a href="${home}">Documentation</a> <a href="${home}/manual">Manual</a></p>
<h1>${escaped(title)}</h1>
${content}
</html>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Any text as text in HTML, also inside of an attribute in double quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
}
