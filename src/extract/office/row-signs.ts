import type { NamesSign } from './block-list.ts'
import type { Attributes } from './xml.ts'

const worded = new Set(['text:p', 'text:h', 'text:span'])

/**
 * What in an open document speaks for the rows of a table that name its columns: they are repeated
 * on each page, are bold or written as headings all along, or the first one has a style.
 */
export function openRowSigns() {
  /** Names of styles that are bold, or those of headings of tables. */
  const strong = new Set(['Table_20_Heading'])
  let style = ''
  let tables = 0
  let inHeaderRows = false
  let isStyled = false
  let isStrong = true
  /** Of the paragraphs and spans that are open, each within the one before it. */
  const words: boolean[] = []
  const openStyle = (name: string, attributes: Attributes) => {
    if (name === 'style:style') {
      style = attributes['style:name'] ?? ''
      if (strong.has(attributes['style:parent-style-name'] ?? '')) strong.add(style)
    } else if (attributes['fo:font-weight'] === 'bold') strong.add(style)
  }
  const openTable = (attributes: Attributes) => {
    tables++
    if (tables === 1) isStyled = attributes['table:use-first-row-styles'] === 'true'
  }
  return {
    open(name: string, attributes: Attributes) {
      if (name.startsWith('style:')) openStyle(name, attributes)
      else if (name === 'table:table') openTable(attributes)
      else if (worded.has(name)) {
        words.push(words.at(-1) || strong.has(attributes['text:style-name'] ?? ''))
      } else if (tables !== 1) return
      else if (name === 'table:table-header-rows') inHeaderRows = true
      else if (name === 'table:table-row') isStrong = true
    },
    close(name: string) {
      if (name === 'table:table') tables--
      else if (worded.has(name)) words.pop()
      else if (tables !== 1) return
      else if (name === 'table:table-header-rows') inHeaderRows = false
      else if (name === 'table:table-row') isStyled = false
    },
    text(text: string) {
      if (tables === 1 && !words.at(-1) && text.trim() !== '') isStrong = false
    },
    /** Asked before the end of the row is told. */
    sign(): NamesSign {
      if (inHeaderRows) return 'said'
      return isStyled || isStrong ? 'seen' : 'none'
    },
  }
}
