import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

/** What `eld` keeps of its statistics: points by the number of a language, by their letters. */
type Rows = Readonly<Record<string, Readonly<Record<string, number>>>>
export type Statistics = { ngrams: Rows; [of: string]: unknown }

/**
 * The statistics by which languages are told apart are a literal of 81,000 objects: each thread
 * that meets a text made them all, a third of a second of a processor and 100 MB. In a bundle they
 * are one text, of which a row becomes an object when somebody asks for it.
 */
export const languageRows: Plugin = {
  name: 'language rows',
  setup({ onLoad }) {
    onLoad({ filter: /\/eld\/src\/ngrams\/small\.js$/ }, async ({ path }) => {
      const { ngramsData } = (await import(pathToFileURL(path).href)) as { ngramsData: Statistics }
      return { contents: rowsWhenAsked(ngramsData), loader: 'js' }
    })
  },
}

/** Rows that begin with the same two letters are a line, which is cut when one of them is asked. */
const headLength = 2

/** A module that exports the same statistics. */
export function rowsWhenAsked({ ngrams, ...rest }: Statistics): string {
  const lines = new Map<string, string>()
  for (const [letters, points] of Object.entries(ngrams)) {
    if (/[\t\n]/.test(letters))
      throw new Error(`letters that part rows: ${JSON.stringify(letters)}`)
    const head = letters.slice(0, headLength)
    const row = Object.entries(points).map((pair) => pair.join(','))
    const cells = `${letters.slice(headLength)}\t${row.join(';')}`
    lines.set(head, `${lines.get(head) ?? head}\t${cells}`)
  }
  return `
const text = ${JSON.stringify([...lines.values()].join('\n'))}
const lines = new Map(text.split('\\n').map((line) => [line.slice(0, line.indexOf('\\t')), line]))
const groups = new Map()
function rowsFor(head) {
  const line = lines.get(head)
  if (line === undefined) return undefined
  const cells = line.split('\\t')
  const rows = new Map()
  for (let at = 1; at < cells.length; at += 2) rows.set(cells[at], cells[at + 1])
  groups.set(head, rows)
  return rows
}
function rowOf(letters) {
  const head = letters.slice(0, ${headLength})
  const rows = groups.get(head) ?? rowsFor(head)
  const row = rows?.get(letters.slice(${headLength}))
  if (typeof row !== 'string') return row
  const points = Object.fromEntries(row.split(';').map((pair) => pair.split(',').map(Number)))
  rows.set(letters.slice(${headLength}), points)
  return points
}
const ngrams = new Proxy({}, { get: (_, letters) => rowOf(letters) })
export const ngramsData = { ...${JSON.stringify(rest)}, ngrams }
`
}
