import type { Token } from 'marked'

/** A page on its way: what its Markdown says. */
export type Leaf = {
  name: string
  title: string
  tokens: Token[]
  headings: { depth: number; title: string; anchor: string }[]
}
