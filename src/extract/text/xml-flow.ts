import type { XmlNode } from './xml-node.ts'

/** With less text in it, a list within a sentence is a part of that. */
const apartCharsMin = 100

/**
 * The words of an element in their order, without the elements around them; what is no part of a
 * sentence, such as a list in a paragraph, stands between them as it is.
 */
export function flowOf(node: XmlNode): (string | XmlNode)[] {
  const parts: (string | XmlNode)[] = []
  let words = ''
  /** Something without words stood here: what is on both sides are two words. */
  let isGap = false
  const say = (text: string) => {
    if (isGap && /[\p{L}\p{N}.,;:!?)]$/u.test(words) && /^[\p{L}\p{N}(]/u.test(text)) words += ' '
    isGap &&= text === ''
    words += text
  }
  const walk = (inner: XmlNode, spaced: boolean) => {
    for (const part of inner.content) {
      if (typeof part === 'string') say(part)
      else if (standsApart(part)) {
        parts.push(words, part)
        words = ''
      } else {
        const isParted = spaced || part.content.length === 0
        isGap ||= isParted || /\p{L}{2}[.!?…]$/u.test(words)
        walk(part, part.children > 1 && !part.hasText)
        isGap ||= isParted || /[.!?…]$/.test(words)
      }
    }
  }
  walk(node, node.children > 1 && !node.hasText)
  parts.push(words)
  return parts.filter((part) => typeof part !== 'string' || part.trim() !== '')
}

function standsApart({ hasText, children, length, content }: XmlNode): boolean {
  if (hasText || children < 2 || length < apartCharsMin) return false
  return content.some((part) => typeof part !== 'string' && part.children > 0)
}
