import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import * as z from 'zod'
import { type AnyRoute, route } from '../route.ts'

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
  return route({
    id,
    path,
    summary,
    method: 'get',
    tag: 'Documentation',
    access: 'none',
    status: 200,
    reply: z.string(),
    errors: [],
    raw: true,
    run({ http: { ctx, baseUrl } }) {
      const html = documentOf({ title, content: content({ baseUrl }), home: homeOf(baseUrl) })
      sendHtml(ctx, { html, policy })
    },
  }) as AnyRoute
}

export function sendHtml(ctx: Context, { html, policy }: { html: string; policy: string }): void {
  ctx.type = 'text/html; charset=utf-8'
  ctx.set('Content-Security-Policy', policy)
  ctx.set('Cache-Control', 'no-cache')
  ctx.body = html
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

function homeOf(baseUrl: string): string {
  return `${prefixOf(baseUrl)}/docs`
}

type Parts = { title: string; content: string; home: string }

function documentOf({ title, content, home }: Parts): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
<p><a href="${home}">Documentation</a></p>
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
