import type { Attributes } from './xml.ts'

const stylesMax = 20_000
/** Fields and sections say so themselves, paragraphs and their parts by their style. */
const fields = new Set(['text:hidden-text', 'text:hidden-paragraph'])
const styled = new Set(['text:span', 'text:p', 'text:h'])

/** What an open document hides from its reader, told of all elements in their order. */
export function openHiddenTexts() {
  const hidden = new Set<string>()
  let style: { name: string; parent: string } | undefined
  let inside: { name: string; depth: number } | undefined

  const define = (name: string, attributes: Attributes) => {
    if (name === 'style:style') {
      const parent = attributes['style:parent-style-name'] ?? ''
      style = { name: attributes['style:name'] ?? '', parent }
      if (hidden.has(parent)) note(style.name)
    } else if (name === 'style:text-properties' && style) {
      if (attributes['text:display'] === 'none') note(style.name)
      else if (attributes['text:display'] === 'true') hidden.delete(style.name)
    }
  }
  const note = (name: string) => {
    if (hidden.size < stylesMax) hidden.add(name)
  }
  const isHidden = (name: string, attributes: Attributes): boolean => {
    if (fields.has(name)) return attributes['text:is-hidden'] !== 'false'
    if (styled.has(name)) return hidden.has(attributes['text:style-name'] ?? '')
    if (name !== 'text:section') return false
    const shown = attributes['text:display']
    return shown === 'none' || (shown === 'condition' && attributes['text:is-hidden'] === 'true')
  }
  return {
    active: () => inside !== undefined,
    /** True: this element is not shown. */
    open(name: string, attributes: Attributes): boolean {
      define(name, attributes)
      if (inside) {
        if (name === inside.name) inside.depth++
      } else if (isHidden(name, attributes)) inside = { name, depth: 1 }
      return inside !== undefined
    },
    close(name: string): boolean {
      if (name === 'style:style') style = undefined
      if (!inside) return false
      if (name === inside.name && --inside.depth === 0) inside = undefined
      return true
    },
  }
}
