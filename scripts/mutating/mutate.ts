// All small changes to a source at once: each is behind a question of its own, `__mutant(7)`, so
// that one text, loaded once, is whichever mutant is asked for.
import ts from 'typescript-5'
import type { Change, Kind } from './change.ts'
import { changesOf } from './changes.ts'

export type Mutant = {
  file: string
  /** From 1 on. */
  line: number
  /** That line, without the space around it: whoever lists a mutant names it by this. */
  source: string
  kind: Kind
  from: string
  to: string
  /** Of those that are alike in all of the above, the how manieth. */
  nth: number
}

export type Mutated = { text: string; mutants: Mutant[] }
type Given = { file: string; text: string; first?: number }

/** The numbers of its mutants begin with `first`. */
export function mutate({ file, text, first = 1 }: Given): Mutated {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const seen = new Map<string, number>()
  const add = ({ kind, start, end, text: to }: Change): string => {
    const { line } = source.getLineAndCharacterOfPosition(start)
    const whole = text.split('\n')[line] ?? ''
    const named = { file, source: whole.trim(), kind, from: short(text.slice(start, end)) }
    const id = JSON.stringify([named, short(to)])
    const nth = (seen.get(id) ?? 0) + 1
    seen.set(id, nth)
    mutants.push({ ...named, line: line + 1, to: short(to), nth })
    return `__mutant(${first + mutants.length - 1})`
  }

  const written = (node: ts.Node): string => {
    const changes = changesOf(node, source)
    const asked = changes.map((change) => ({ is: add(change), other: withChange(node, change) }))
    const inner = ts.isTypeNode(node) ? text.slice(node.getFullStart(), node.end) : parts(node)
    if (asked.length === 0) return inner
    const lead = text.slice(node.getFullStart(), node.getStart(source))
    const own = inner.slice(lead.length)
    if (!ts.isExpressionStatement(node)) {
      const others = asked.map(({ is, other }) => `${is} ? (${other}) : `).join('')
      return `${lead}(${others}(${own}))`
    }
    const kept = `if (!${asked[0]?.is}) { ${own} }`
    return lead + (ts.isBlock(node.parent) ? `;${kept}` : `{ ${kept} }`)
  }

  const parts = (node: ts.Node): string => {
    let at = node.getFullStart()
    let whole = ''
    node.forEachChild((child) => {
      whole += text.slice(at, child.getFullStart()) + written(child)
      at = child.end
    })
    return whole + text.slice(at, node.end)
  }

  const withChange = (node: ts.Node, change: Change): string =>
    text.slice(node.getStart(source), change.start) + change.text + text.slice(change.end, node.end)

  return { text: parts(source) + text.slice(source.end), mutants }
}

/** How a mutant is called on one line, and in the list of those that change nothing. */
export function nameOf({ file, source, kind, from, to, nth }: Omit<Mutant, 'line'>): string {
  return [file, source, kind, from, to, nth].join(' · ')
}

/** What a person recognizes it by. */
function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= 60 ? line : `${line.slice(0, 42)}…${line.slice(-17)}`
}
