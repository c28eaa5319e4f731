import type { Leaf } from './leaf.ts'
import { order } from './order.ts'

type Parts = { leaf: Leaf; leaves: readonly Leaf[]; content: string }

/** A whole page: what stands around its text is the same everywhere. */
export function documentOf({ leaf, leaves, content }: Parts): string {
  const up = upFrom(leaf)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(leaf.name === 'index' ? leaf.title : `${leaf.title} · Kontor manual`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}assets/manual.css">
<script type="module" src="${up}assets/manual.js"></script>
<a class="skip" href="#page-text">To the text</a>
<header>
<a class="brand" href="${up}manual"><b>Kontor</b> manual</a>
<div class="search" role="search" hidden>
<input type="search" placeholder="Search the manual" aria-label="Search the manual"
  autocomplete="off" spellcheck="false">
<div class="found"><p role="status"></p><ol></ol></div>
</div>
<nav aria-label="Of this server">
<a class="narrow" href="#page-list">Pages</a> <a href="${up}../docs">Interface</a>
<a href="${up}search">Queries</a> <a class="wide" href="${up}../llms.txt">For agents</a>
</nav>
</header>
<div class="page">
${contentsOf(leaf)}<main id="page-text">
${content}${neighbours(leaf, leaves)}</main>
<nav class="pages" id="page-list" aria-label="Pages">
${order.map(({ group, pages }) => groupOf({ group, pages, leaf, leaves })).join('\n')}
</nav>
</div>
</html>
`
}

/** From a page to `/docs/`: links are relative, so that a proxy may show them below any path. */
export function upFrom({ name }: Pick<Leaf, 'name'>): string {
  return name === 'index' ? '' : '../'
}

/** From a page to another one. */
export function addressFrom(leaf: Pick<Leaf, 'name'>, { to }: { to: string }): string {
  return `${upFrom(leaf)}manual${to === 'index' ? '' : `/${to}`}`
}

function contentsOf({ headings }: Leaf): string {
  const main = headings.filter(({ depth }) => depth === 2)
  if (main.length < 2) return ''
  const items = main.map(({ title, anchor }) => `<li><a href="#${anchor}">${escaped(title)}</a>`)
  return `<nav class="contents" aria-label="On this page">
<details>
<summary>On this page</summary>
<ul>
${items.join('\n')}
</ul>
</details>
</nav>
`
}

type Group = { group: string; pages: readonly string[]; leaf: Leaf; leaves: readonly Leaf[] }

function groupOf({ group, pages, leaf, leaves }: Group): string {
  const items = leaves
    .filter(({ name }) => pages.includes(name))
    .map(({ name, title }) => {
      const here = name === leaf.name ? ' aria-current="page"' : ''
      return `<li><a href="${addressFrom(leaf, { to: name })}"${here}>${escaped(title)}</a>`
    })
  return `<h2>${group}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
}

/** The pages before and after, in the order of reading. */
function neighbours(leaf: Leaf, leaves: readonly Leaf[]): string {
  const at = leaves.indexOf(leaf)
  if (at < 0) return ''
  const link = (to: Leaf | undefined, rel: 'prev' | 'next') =>
    to === undefined
      ? ''
      : `<a rel="${rel}" href="${addressFrom(leaf, { to: to.name })}">${escaped(to.title)}</a>`
  const links = [link(leaves[at - 1], 'prev'), link(leaves[at + 1], 'next')]
  return `<p class="neighbours">${links.join(' ')}</p>\n`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
}
