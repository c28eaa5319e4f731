// The typed client has a row for each of the server's operations; a browser is given those that the
// console calls.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { PluginBuild } from 'esbuild'

/** An entry of a generated table: in one line, or up to the bracket that closes it. */
const entry = /^ {2}\w+: \{(?:[^\n]*\},|[\s\S]*?^ {2}\},)\n/gm
/** Whoever checks receipts asks for it by its own name, so that nobody else loads it. */
const alone = /^export \{[^}]*\} from '\.\/verify-receipt\.ts'\n/m

/** A call as the console writes it, also over two lines; and what would hide one. */
const call = /\bkontor\s*\.\s*(\w+)/g
const hidden = /\bkontor\[|\} = kontor\b/

/** Of the client what is called in these texts. */
export function clientCalledIn(texts: readonly string[]) {
  const isHidden = texts.some((text) => hidden.test(text))
  if (isHidden) throw new Error('An operation is called as kontor.name(): others are not found')
  const called = new Set(texts.flatMap((text) => [...text.matchAll(call)].map(([, id]) => id)))
  return {
    name: 'client-called',
    setup({ onLoad }: PluginBuild) {
      onLoad({ filter: /src\/client\/generated\/\w+\.ts$/ }, ({ path }) => {
        const contents = tableOf(readFileSync(path, 'utf8'), (id) => called.has(id))
        if (contents === undefined) throw new Error(`${basename(path)} has no table that is known`)
        return { contents, loader: 'ts' }
      })
      onLoad({ filter: /src\/client\/index\.ts$/ }, ({ path }) => {
        return { contents: readFileSync(path, 'utf8').replace(alone, ''), loader: 'ts' }
      })
    },
  }
}

function tableOf(source: string, isKept: (id: string) => boolean): string | undefined {
  const start = source.lastIndexOf('export const ')
  if (start < 0) return undefined
  const table = source.slice(start)
  const kept = table.replace(entry, (row) => (isKept(row.match(/\w+/)?.[0] ?? '') ? row : ''))
  return source.slice(0, start) + kept
}
