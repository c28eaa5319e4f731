import { createHash } from 'node:crypto'
import * as z from 'zod'
import { type GrammarSection, grammar, refusedExamples } from '../../domain/search/index.ts'
import { route } from '../route.ts'

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
code { font: 14px/1.4 ui-monospace, monospace; background: #f2f2ef; padding: .1rem .3rem }
td { padding: .3rem 1.5rem .3rem 0; vertical-align: top } td:first-child { white-space: nowrap }
@media (prefers-color-scheme: dark) {
  body { background: #1b1b1a; color: #e8e6e1 } code { background: #2c2c2a } }
`
const styleHash = createHash('sha256').update(style).digest('base64')
/** Nothing is loaded, run, sent or framed; the one style is known by its hash. */
const policy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; ` +
  "form-action 'none'; frame-ancestors 'none'"

/** The grammar of queries for people, made from the examples that the tests read. */
export const searchGrammar = route({
  id: 'searchGrammar',
  method: 'get',
  path: '/docs/search',
  summary: 'The grammar of queries, in examples',
  tag: 'Service',
  access: 'none',
  status: 200,
  reply: z.string(),
  errors: [],
  raw: true,
  run({ http: { ctx } }) {
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('Content-Security-Policy', policy)
    ctx.body = page()
  },
})

function page(): string {
  const refused = refusedExamples.map(({ q, says }) => row(q, says))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>How to write a query</title>
<style>${style}</style>
<h1>How to write a query</h1>
${grammar.map(sectionHtml).join('\n')}
<h2>What is refused</h2>
<p>A query that cannot be read answers 400 with the place, counted in characters from 1. Longer
than 2,048 characters is refused, too.</p>
<table>${refused.join('\n')}</table>
</html>
`
}

function sectionHtml({ title, text, examples }: GrammarSection): string {
  return `<h2>${escaped(title)}</h2>
${text.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
<table>${examples.map(({ q, says }) => row(q, says)).join('\n')}</table>`
}

function row(...[q, says]: [q: string, says: string]): string {
  return `<tr><td><code>${escaped(q)}</code></td><td>${escaped(says)}</td></tr>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
}
