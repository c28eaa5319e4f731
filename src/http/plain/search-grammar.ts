import { type GrammarSection, grammar, refusedExamples } from '../../domain/search/index.ts'
import { escaped, page } from '../docs/page.ts'

/** The grammar of queries for people, made from the examples that the tests read. */
export const searchGrammar = page({
  id: 'searchGrammar',
  path: '/docs/search',
  title: 'How to write a query',
  summary: 'The grammar of queries, in examples',
  content: () => `${grammar.map(sectionHtml).join('\n')}
<h2>What is refused</h2>
<p>A query that cannot be read answers 400 with the place, counted in characters from 1. Longer
than 2,048 characters is refused, too.</p>
<table>${refusedExamples.map(row).join('\n')}</table>`,
})

function sectionHtml({ title, text, examples }: GrammarSection): string {
  return `<h2>${escaped(title)}</h2>
${text.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n')}
<table>${examples.map(row).join('\n')}</table>`
}

function row({ q, says }: { q: string; says: string }): string {
  return `<tr><td><code>${escaped(q)}</code></td><td>${escaped(says)}</td></tr>`
}
