import type { BlockKind } from '../../domain/ingest/ports.ts'
import { isOff } from './word-attributes.ts'
import { numberIn, type WordNumbering } from './word-numbering.ts'
import type { Attributes } from './xml.ts'

type Paragraph = {
  style: string | undefined
  list: string | undefined
  level: number | undefined
  /** Its end is hidden or was removed: it has no number of its own. */
  isGone: boolean
  /** What stands before its first word. */
  label: string
}

/** Paragraphs of a Word document: each is a heading or none, and may have a number. */
export function openWordParagraphs(told: {
  headings: ReadonlySet<string>
  numbering: WordNumbering
}) {
  const { headings, numbering } = told
  /** Those that are open, each in a text box of the one before it. */
  const open: Paragraph[] = []
  let inProperties = false
  const tell = (paragraph: Paragraph, name: string, attributes: Attributes) => {
    const value = attributes['w:val']
    if (name === 'w:pStyle') paragraph.style = value
    else if (name === 'w:numId') paragraph.list = value
    else if (name === 'w:ilvl') paragraph.level = numberIn(value)
    else if (name === 'w:vanish') paragraph.isGone ||= !isOff(attributes)
  }
  return {
    open(name: string, attributes: Attributes) {
      const paragraph = open.at(-1)
      if (name === 'w:p') open.push({ ...unsaid })
      else if (name === 'w:pPr') inProperties = true
      else if (paragraph && inProperties) tell(paragraph, name, attributes)
    },
    /** Of what is passed over, a mark may say that the end of the paragraph was removed. */
    passOver(name: string) {
      const paragraph = open.at(-1)
      if (!paragraph || !inProperties) return
      if (name === 'w:del' || name === 'w:moveFrom') paragraph.isGone = true
    },
    close(name: string) {
      const paragraph = open.at(-1)
      if (name === 'w:p') open.pop()
      else if (name === 'w:pPr' && paragraph) {
        inProperties = false
        if (!paragraph.isGone) paragraph.label = numbering.label(paragraph)
      }
    },
    kind: (): BlockKind => (headings.has(open.at(-1)?.style ?? '') ? 'heading' : 'prose'),
    /** The number of the open paragraph, once, where these are its first words. */
    before: (text: string) => (text.trim() === '' ? '' : takeLabel(open.at(-1))),
    /** The same of one without words, which says something in a cell. */
    alone: () => takeLabel(open.at(-1)),
  }
}

const unsaid: Paragraph = {
  style: undefined,
  list: undefined,
  level: undefined,
  isGone: false,
  label: '',
}

function takeLabel(paragraph: Paragraph | undefined): string {
  const label = paragraph?.label ?? ''
  if (paragraph) paragraph.label = ''
  return label
}
