// What browsers run: text stays text, and whatever is said is said in every language.
import { at, type Breach, dotted, isNode, type Node, nodesOf, type Source } from './source.ts'

const ofConsole = /^src\/console\//

/** The policy of the page refuses all of these; here they fail before a browser has seen them. */
const never =
  /(^|\.)(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|eval)$/

export function markupBreaches(source: Source): Breach[] {
  if (!ofConsole.test(source.path)) return []
  return nodesOf(source.program).flatMap((node) => {
    const name = node.type === 'JSXAttribute' ? attributeName(node) : (dotted(node) ?? '')
    if (never.test(name)) return [at(source, node, `${name} makes markup of a text`)]
    const isText = name === 'style' && (node.value as Node | null)?.type === 'StringLiteral'
    return isText ? [at(source, node, 'a style as text: write an object or a class')] : []
  })
}

/** Attributes that somebody reads or hears. */
const spoken = /^(aria-label|aria-description|aria-valuetext|alt|title|placeholder|label)$/
/** Names of the product, and of keys. */
const untranslated = /^(Kontor|Ctrl K)$/
const letters = /\p{L}{2}/u

export function sentenceBreaches(source: Source): Breach[] {
  if (!ofConsole.test(source.path) || !source.path.endsWith('.tsx')) return []
  return nodesOf(source.program).flatMap((node) => {
    const text = shownText(node)
    if (text === undefined || untranslated.test(text) || !letters.test(text)) return []
    return [at(source, node, `'${text}' is said in one language: put it among the sentences`)]
  })
}

function shownText(node: Node): string | undefined {
  if (node.type === 'JSXText') return (node.value as string).trim()
  if (node.type !== 'JSXAttribute' || !spoken.test(attributeName(node))) return undefined
  const value = node.value
  return isNode(value) && value.type === 'StringLiteral' ? (value.value as string) : undefined
}

function attributeName({ name }: Node): string {
  return isNode(name) && name.type === 'JSXIdentifier' ? (name.name as string) : ''
}

/** One origin: whatever the console loads or links to lies beside it. */
export function addressBreaches({ path, text }: { path: string; text: string }): Breach[] {
  if (!ofConsole.test(path)) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      /https?:\/\//.test(line) ? [{ path, line: index + 1, says: 'names an address' }] : [],
    )
}
