// Makes the pages of data/manual: when the single file is made, and from the sources when the first
// of them is asked for.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildSync } from 'esbuild'
import { getDefaults, lexer, Parser, Renderer, type Token, type Tokens } from 'marked'
import type { Manual } from '../../src/base/assets.ts'
import { anchorOf } from './anchors.ts'
import type { Section } from './find.ts'
import type { Leaf } from './leaf.ts'
import { order } from './order.ts'
import { addressFrom, documentOf, escaped, upFrom } from './template.ts'

const folder = resolve(import.meta.dirname, '../../data/manual')

export function renderManual(): Manual {
  const leaves = order.flatMap(({ pages }) => pages).map(leafOf)
  assertComplete(leaves)
  const pages = leaves.map((leaf) => {
    const content = Parser.parse(leaf.tokens, {
      ...getDefaults(),
      renderer: new PageRenderer(leaf),
    })
    const name = leaf.name === 'index' ? '' : leaf.name
    return [name, documentOf({ leaf, leaves, content })] as const
  })
  return {
    pages: Object.fromEntries(pages),
    missing: documentOf({ leaf: missing, leaves, content: missingText }),
    files: {
      'manual.css': readFileSync(join(import.meta.dirname, 'manual.css'), 'utf8'),
      'manual.js': script(),
      'manual-index.json': JSON.stringify(leaves.flatMap(sectionsOf)),
    },
  }
}

/** The search box and what it searches with, as one file for a browser. */
function script(): string {
  const entryPoints = [join(import.meta.dirname, 'box.js')]
  const options = { bundle: true, minify: true, write: false, format: 'esm' } as const
  const { outputFiles } = buildSync({ ...options, entryPoints, target: 'es2022', charset: 'utf8' })
  return outputFiles.map(({ text }) => text).join('')
}

function leafOf(name: string): Leaf {
  const tokens = lexer(readFileSync(join(folder, `${name}.md`), 'utf8'))
  const [first, ...headings] = tokens.flatMap((token) => {
    if (token.type !== 'heading') return []
    const { depth, tokens: words } = token as Tokens.Heading
    const title = inlineText(words)
    return [{ depth, title, anchor: anchorOf(title) }]
  })
  if (first?.depth !== 1) throw new Error(`data/manual/${name}.md does not begin with its title`)
  return { name, title: first.title, tokens, headings }
}

function assertComplete(leaves: readonly Leaf[]): void {
  const names = readdirSync(folder).filter((file) => file !== 'pictures')
  const files = names.map((file) => file.replace(/\.md$/, ''))
  const strays = files.filter((file) => !leaves.some(({ name }) => name === file))
  if (strays.length > 0) throw new Error(`not in the order of the manual: ${strays.join(', ')}`)
}

const missing: Leaf = { name: '', title: 'There is no such page', tokens: [], headings: [] }

const missingText = `<h1>${missing.title}</h1>
<p>The manual has no page of this name. Search for what you want to know, or take a page of the
list.</p>
`

/** What every server shows besides, by its path: `/docs/search` in a text becomes a link. */
const served =
  /^\/(docs(\/(management|wallets|search))?|llms\.txt|openapi\/[abc]\.json|mcp\/tools\.json)$/

class PageRenderer extends Renderer {
  readonly leaf: Leaf

  constructor(leaf: Leaf) {
    super()
    this.leaf = leaf
  }

  override heading({ tokens, depth }: Tokens.Heading): string {
    const text = this.parser.parseInline(tokens)
    if (depth === 1) return `<h1>${text}</h1>\n`
    const anchor = anchorOf(inlineText(tokens))
    const link = `<a class="anchor" href="#${anchor}" aria-label="Link to this heading">#</a>`
    return `<h${depth} id="${anchor}">${text} ${link}</h${depth}>\n`
  }

  override code({ text, lang = '' }: Tokens.Code): string {
    return `<pre class="${escaped(lang)}" tabindex="0"><code>${escaped(text)}</code></pre>\n`
  }

  override codespan({ text }: Tokens.Codespan): string {
    const code = `<code>${escaped(text)}</code>`
    return served.test(text) ? `<a href="${upFrom(this.leaf)}..${text}">${code}</a>` : code
  }

  override link({ href, tokens }: Tokens.Link): string {
    const text = this.parser.parseInline(tokens)
    const [, page, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
    const to = page === undefined ? href : `${addressFrom(this.leaf, { to: page })}${anchor}`
    return `<a href="${escaped(to)}">${text}</a>`
  }

  /** Those of `data/manual/pictures`: the server has them beside what the pages load. */
  override image({ href, text }: Tokens.Image): string {
    const [, name] = /^pictures\/([\w-]+\.(?:webp|svg))$/.exec(href) ?? []
    if (name === undefined) throw new Error(`${href} is no picture of the manual`)
    const src = `${upFrom(this.leaf)}assets/${name}`
    return `<img src="${src}" alt="${escaped(text)}" loading="lazy">`
  }

  /** Wide ones move in a place of their own, which keys reach. */
  override table(token: Tokens.Table): string {
    return `<div class="table" tabindex="0">\n${super.table(token)}</div>\n`
  }
}

/** What a page says below each of its headings; what commands print says nothing of its own. */
function sectionsOf({ name, title, tokens }: Leaf): Section[] {
  const page = name === 'index' ? '' : name
  const sections: Section[] = [{ page, title, heading: title, anchor: '', text: '' }]
  for (const [n, token] of tokens.entries()) {
    if (token.type === 'heading') {
      const { depth, tokens: words } = token as Tokens.Heading
      const heading = inlineText(words)
      if (depth > 1) sections.push({ page, title, heading, anchor: anchorOf(heading), text: '' })
    } else if (!isOutput(token, tokens.slice(0, n))) {
      const section = sections.at(-1) as Section
      section.text = `${section.text} ${blockText(token)}`.trim()
    }
  }
  return sections
}

function isOutput(token: Token, before: readonly Token[]): boolean {
  const last = before.findLast(({ type }) => type !== 'space')
  const isBelow = last?.type === 'code' && (last as Tokens.Code).lang === 'sh'
  return isBelow && token.type === 'code' && (token as Tokens.Code).lang !== 'sh'
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}

function inlineText(tokens: Token[]): string {
  return textOf(Parser.parseInline(tokens, getDefaults()))
}

function blockText(token: Token): string {
  return textOf(Parser.parse([token], getDefaults()))
}

/** The words that a reader sees. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, (tag) => (/^<.?(code|em|strong|a)\b/.test(tag) ? '' : ' '))
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}
