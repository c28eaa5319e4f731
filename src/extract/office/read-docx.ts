import type { Block } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { BlockList } from './block-list.ts'
import { noteTitle } from './package-parts.ts'
import { openSkip } from './skip.ts'
import { type Attributes, readXml, walkXml, type XmlEvents } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

/** Removed text, comments' anchors, and the second telling of a drawing. */
const skipped = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:instrText', 'w:pPrChange'])
const notes = ['word/footnotes.xml', 'word/endnotes.xml']

/** A Word document: paragraphs, headings, rows of tables, then foot- and endnotes. */
export async function* readDocx({ source, found }: ReadRequest): AsyncGenerator<Block[]> {
  const zip = await openZip(source)
  zip.ahead(['docProps/core.xml', 'word/styles.xml', ...notes])
  await noteTitle(found, zip, 'docProps/core.xml')
  const headings = await headingStyles(zip)
  for (const part of ['word/document.xml', ...notes]) {
    const list = new BlockList()
    yield* walkXml(zip.textOf(part), { ...documentEvents(list, headings), take: () => list.take() })
  }
}

/** Ids of the styles that are headings. Their names are English in every language of Word. */
async function headingStyles(zip: Zip): Promise<Set<string>> {
  const headings = new Set<string>()
  let style = ''
  await readXml(zip.textOf('word/styles.xml'), {
    open(tag, attributes) {
      if (tag === 'w:style') style = attributes.get('w:styleId') ?? ''
      const name = tag === 'w:name' ? (attributes.get('w:val') ?? '') : ''
      if (/^(heading \d|title|subtitle)$/i.test(name)) headings.add(style)
    },
  })
  return headings
}

function documentEvents(list: BlockList, headings: Set<string>): XmlEvents {
  const skip = openSkip(skipped)
  let inText = false
  let isHeading = false
  const opening: Record<string, (attributes: Attributes) => void> = {
    'w:t': () => {
      inText = true
    },
    'w:tab': () => list.text('\t'),
    'w:br': () => list.text('\n'),
    'w:cr': () => list.text('\n'),
    'w:noBreakHyphen': () => list.text('-'),
    'w:pStyle': (attributes) => {
      isHeading = headings.has(attributes.get('w:val') ?? '')
    },
    'w:tbl': () => list.openTable(),
    'w:tr': () => list.openRow(),
    'w:tc': () => list.openCell(),
  }
  const closing: Record<string, () => void> = {
    'w:t': () => {
      inText = false
    },
    'w:p': () => {
      list.endParagraph(isHeading ? 'heading' : 'prose')
      isHeading = false
    },
    'w:tc': () => list.closeCell(),
    'w:tr': () => list.closeRow(),
    'w:tbl': () => list.closeTable(),
  }
  return {
    open(name, attributes) {
      if (!skip.open(name)) opening[name]?.(attributes)
    },
    close(name) {
      if (!skip.close(name)) closing[name]?.()
    },
    text(text) {
      if (inText && !skip.active()) list.text(text)
    },
  }
}
