import type { Block } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { BlockList, type Merged } from './block-list.ts'
import { addDrawnTexts } from './drawn-texts.ts'
import { noteTitle, relationsOf } from './package-parts.ts'
import { openSkip } from './skip.ts'
import { type Attributes, readXml, type XmlEvents } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

const presentation = 'ppt/presentation.xml'
/** Placeholders of numbers, dates and footers, which every slide repeats. */
const repeated = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg'])
/** The second telling of what older programs cannot show. */
const skipped = new Set(['mc:Fallback'])
/** What stands on a slide; each may be a placeholder. */
const shapes = new Set(['p:sp', 'p:graphicFrame', 'p:pic', 'p:cxnSp'])

/** Slides in the order of the presentation, each a page, its notes and all comments after it. */
export async function* readPptx(request: ReadRequest): AsyncGenerator<Block[]> {
  const { source, found, limits } = request
  const zip = await openZip(source)
  await noteTitle(found, zip, 'docProps/core.xml')
  const slides = await slidesOf(zip)
  found.pageCount = slides.length
  request.noted?.()
  let hidden = 0
  for (const [i, slide] of slides.slice(0, limits.readPagesMax).entries()) {
    const list = new BlockList()
    list.page = i + 1
    const { isHidden } = await readSlide(list, zip, slide)
    if (isHidden) {
      hidden += 1
      continue
    }
    await addDrawnTexts(list, zip, slide)
    for (const part of await partsBeside(zip, slide)) {
      await readXml(zip.textOf(part), slideEvents(list))
    }
    yield list.take()
  }
  if (hidden > 0) found.warnings.push(`Slides that are hidden, and were not read: ${hidden}.`)
}

/** `isHidden`: it is not shown, and whoever hid it does not offer it. */
async function readSlide(list: BlockList, zip: Zip, slide: string): Promise<{ isHidden: boolean }> {
  const events = slideEvents(list)
  let isHidden = false
  await readXml(zip.textOf(slide), {
    ...events,
    open(name, attributes) {
      if (name === 'p:sld') isHidden = /^(0|false)$/.test(attributes.show ?? '')
      events.open?.(name, attributes)
    },
  })
  return { isHidden }
}

async function slidesOf(zip: Zip): Promise<string[]> {
  const relations = await relationsOf(zip, presentation)
  const slides: string[] = []
  await readXml(zip.textOf(presentation), {
    open(tag, attributes) {
      const slide = tag === 'p:sldId' ? relations.get(attributes['r:id'] ?? '') : undefined
      if (slide && zip.has(slide.name)) slides.push(slide.name)
    },
  })
  return slides
}

async function partsBeside(zip: Zip, slide: string): Promise<string[]> {
  const beside = [...(await relationsOf(zip, slide)).values()]
  const notes = beside.find(({ type }) => type === 'notesSlide')
  const ofNotes = notes ? [...(await relationsOf(zip, notes.name)).values()] : []
  const comments = [...beside, ...ofNotes].filter(({ type }) => type === 'comments')
  return [...(notes ? [notes] : []), ...comments].map(({ name }) => name)
}

function slideEvents(list: BlockList): XmlEvents {
  const skip = openSkip(skipped)
  let inText = false
  let placeholder = ''
  let isFirstRow = false
  let cell: Merged | undefined
  return {
    open(name, attributes) {
      if (skip.open(name)) return
      if (shapes.has(name)) placeholder = ''
      else if (name === 'p:ph') placeholder = attributes.type ?? 'body'
      else if (name === 'a:t' || name === 'm:t') inText = !repeated.has(placeholder)
      else if (name === 'p:text') inText = true
      else if (name === 'a:br') list.text('\n')
      else if (name === 'a:tbl') list.openTable()
      else if (name === 'a:tblPr') isFirstRow = isOn(attributes.firstRow)
      else if (name === 'a:tr') list.openRow()
      else if (name === 'a:tc') {
        cell = mergedOf(attributes)
        if (cell) list.openCell()
      }
    },
    close(name) {
      if (skip.close(name)) return
      if (name === 'a:t' || name === 'm:t' || name === 'p:text') inText = false
      if (name === 'p:text') list.endParagraph()
      else if (name === 'a:p') list.endParagraph(/title/i.test(placeholder) ? 'heading' : 'prose')
      else if (name === 'a:tc') {
        if (cell) list.closeMerged(cell)
      } else if (name === 'a:tr') {
        list.closeRow(isFirstRow ? 'seen' : 'none')
        isFirstRow = false
      } else if (name === 'a:tbl') list.closeTable()
    },
    text(text) {
      if (inText && !skip.active()) list.text(text)
    },
  }
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

/** Undefined where the cell on its left reaches over it. */
function mergedOf({ gridSpan, hMerge, vMerge }: Attributes): Merged | undefined {
  if (isOn(hMerge)) return undefined
  return { columns: Number(gridSpan) || 1, isContinued: isOn(vMerge) }
}
