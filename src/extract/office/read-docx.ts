import type { Block } from '../../domain/ingest/ports.ts'
import { blobSource } from '../blob-source.ts'
import { type Found, leaveOutPage, type ReadRequest } from '../formats/reader.ts'
import { ocrBlocks, readPicture } from '../media/read-image.ts'
import type { Ocr } from '../ocr/open-ocr.ts'
import { BlockList, type Merged } from './block-list.ts'
import { addDrawnTexts } from './drawn-texts.ts'
import { openNameSigns, type TableStyles } from './name-signs.ts'
import { noteTitle, relationsOf } from './package-parts.ts'
import { openSkip } from './skip.ts'
import { isOff } from './word-attributes.ts'
import { openWordNumbering, type WordNumbering } from './word-numbering.ts'
import { openWordParagraphs } from './word-paragraphs.ts'
import { type Attributes, readXml, walkXml, type XmlEvents } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

const scansMax = 50
/** Removed text, former properties, the second telling of a drawing, how a sign is spoken. */
const skipped = new Set([
  'w:del',
  'w:moveFrom',
  'mc:Fallback',
  'w:instrText',
  'w:pPrChange',
  'w:rPrChange',
  'w:tcPrChange',
  'w:trPrChange',
  'w:rt',
])
const columnsMax = 200
const main = 'word/document.xml'
const parts = [main, 'word/footnotes.xml', 'word/endnotes.xml', 'word/comments.xml']

/**
 * A Word document: paragraphs, headings, rows of tables, then foot- and endnotes and comments. One
 * without text may be a scan: what is written in its pictures.
 */
export async function* readDocx({ source, found, ocr }: ReadRequest): AsyncGenerator<Block[]> {
  const zip = await openZip(source)
  await noteTitle(found, zip, 'docProps/core.xml')
  const styles = await stylesOf(zip)
  const numbering = await openWordNumbering(zip)
  let some = false
  for (const part of parts) {
    const list = new BlockList()
    const events = { ...documentEvents(list, { styles, numbering }), take: () => list.take() }
    for await (const blocks of walkXml(zip.textOf(part), events)) {
      some = true
      yield blocks
    }
    if (part === main) {
      await addDrawnTexts(list, zip, main)
      const blocks = list.take()
      some ||= blocks.length > 0
      yield blocks
    }
  }
  if (ocr && !some) yield* readScans({ zip, found, ocr })
}

type Scans = { zip: Zip; found: Found; ocr: Ocr }

async function* readScans({ zip, found, ocr }: Scans): AsyncGenerator<Block[]> {
  const relations = [...(await relationsOf(zip, main)).values()]
  const pictures = relations.filter(({ type, name }) => type === 'image' && zip.has(name))
  const problems = new Set<string>()
  for (const [i, { name }] of pictures.entries()) {
    if (i >= scansMax || ocr.isSpent()) {
      leaveOutPage(found, pictures.length)
      continue
    }
    const read = await readPicture(blobSource(await zip.bytesOf(name)), ocr)
    if (read.problem) problems.add(read.problem)
    yield [...ocrBlocks(read)]
  }
  found.warnings.push(...problems)
}

type Styles = TableStyles & { headings: ReadonlySet<string> }

/** Ids of the styles that say something. Their names are English in every language of Word. */
async function stylesOf(zip: Zip): Promise<Styles> {
  const headings = new Set<string>()
  const plain = new Set<string>()
  const heading = new Set<string>()
  let style = ''
  await readXml(zip.textOf('word/styles.xml'), {
    open(tag, attributes) {
      if (tag === 'w:style') style = attributes['w:styleId'] ?? ''
      const name = tag === 'w:name' ? (attributes['w:val'] ?? '') : ''
      if (/^(heading \d|title|subtitle)$/i.test(name)) headings.add(style)
      else if (/^(normal table|table grid( light)?|grid table light)$/i.test(name)) plain.add(style)
      else if (/^table heading$/i.test(name)) heading.add(style)
    },
  })
  return { headings, plain, heading }
}

type Told = { styles: Styles; numbering: WordNumbering }

function documentEvents(list: BlockList, { styles, numbering }: Told): XmlEvents {
  const signs = openNameSigns(styles)
  const skip = openSkip(skipped)
  const paragraphs = openWordParagraphs({ headings: styles.headings, numbering })
  let inText = false
  let inRun = false
  let isHidden = false
  /** Of paragraphs that go on after the text box that hangs on them. */
  const parted: string[] = []
  /** Of the open cells, each within the one before it. */
  const merged: Merged[] = []
  const say = (text: string) => {
    if (!isHidden) list.text(paragraphs.before(text) + text)
  }
  return {
    open(name, attributes) {
      if (skip.open(name)) return paragraphs.passOver(name)
      paragraphs.open(name, attributes)
      signs.open(name, attributes)
      if (name === 'w:t' || name === 'm:t') inText = true
      else if (name === 'w:r') inRun = true
      else if (name === 'w:vanish') isHidden = inRun && !isOff(attributes)
      else if (name === 'w:tab') say('\t')
      else if (name === 'w:br' || name === 'w:cr') say('\n')
      else if (name === 'w:noBreakHyphen') say('-')
      else if (name === 'w:tbl') list.openTable()
      else if (name === 'w:tr') list.openRow()
      else if (name === 'w:gridBefore') list.addCell('', columnsOf(attributes))
      else if (name === 'w:tc') {
        list.openCell()
        merged.push({ columns: 1, isContinued: false })
      } else if (name === 'w:txbxContent') {
        parted.push(list.setAside())
      } else merge(merged.at(-1), { name, attributes })
    },
    close(name) {
      if (skip.close(name)) return
      if (name === 'w:t' || name === 'm:t') inText = false
      else if (name === 'w:r') {
        inRun = false
        isHidden = false
      } else if (name === 'w:tc') list.closeMerged(merged.pop() as Merged)
      else if (name === 'w:tr') list.closeRow(signs.sign())
      else if (name === 'w:tbl') list.closeTable()
      else if (name === 'w:p') {
        if (merged.length > 0) list.text(paragraphs.alone())
        list.endParagraph(paragraphs.kind())
      } else if (name === 'w:txbxContent') list.text(parted.pop() ?? '')
      paragraphs.close(name)
      signs.close(name)
    },
    text(text) {
      if (!inText || skip.active()) return
      signs.text(text)
      say(text)
    },
  }
}

function merge(
  cell: Merged | undefined,
  { name, attributes }: { name: string; attributes: Attributes },
) {
  if (name === 'w:gridSpan' && cell) cell.columns = columnsOf(attributes)
  else if (name === 'w:vMerge' && cell) cell.isContinued = attributes['w:val'] !== 'restart'
}

function columnsOf(attributes: Attributes): number {
  return Math.min(Math.max(Number(attributes['w:val']) || 1, 1), columnsMax)
}
