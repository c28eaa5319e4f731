import type { Block } from '../../../domain/ingest/ports.ts'
import type { ReadRequest } from '../reader.ts'
import { BlockList } from './block-list.ts'
import { noteTitle, relationsOf } from './package-parts.ts'
import { type Attributes, readXml, walkXml, type XmlEvents } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

const presentation = 'ppt/presentation.xml'

/** Slides in the order of the presentation, each a page, its notes after it. */
export async function* readPptx(request: ReadRequest): AsyncGenerator<Block[]> {
  const { source, found, limits } = request
  const zip = await openZip(source)
  await noteTitle(found, zip, 'docProps/core.xml')
  const slides = await slidesOf(zip)
  found.pageCount = slides.length
  request.noted?.()
  for (const [i, slide] of slides.slice(0, limits.readPagesMax).entries()) {
    const list = new BlockList()
    list.page = i + 1
    const notes = [...(await relationsOf(zip, slide)).values()].find(isNotes)
    for (const part of notes ? [slide, notes.name] : [slide]) {
      yield* walkXml(zip.textOf(part), { ...slideEvents(list), take: () => list.take() })
    }
  }
}

function isNotes({ type }: { type: string }): boolean {
  return type === 'notesSlide'
}

async function slidesOf(zip: Zip): Promise<string[]> {
  const relations = await relationsOf(zip, presentation)
  const slides: string[] = []
  await readXml(zip.textOf(presentation), {
    open(tag, attributes) {
      const slide = tag === 'p:sldId' ? relations.get(attributes.get('r:id') ?? '') : undefined
      if (slide && zip.has(slide.name)) slides.push(slide.name)
    },
  })
  return slides
}

/** Numbers, dates and footers that every slide repeats are left out. */
const repeated = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg'])

function slideEvents(list: BlockList): XmlEvents {
  let inText = false
  let placeholder = ''
  const opening: Record<string, (attributes: Attributes) => void> = {
    'p:sp': () => {
      placeholder = ''
    },
    'p:ph': (attributes) => {
      placeholder = attributes.get('type') ?? 'body'
    },
    'a:t': () => {
      inText = !repeated.has(placeholder)
    },
    'a:br': () => list.text('\n'),
    'a:tbl': () => list.openTable(),
    'a:tr': () => list.openRow(),
    'a:tc': () => list.openCell(),
  }
  const closing: Record<string, () => void> = {
    'a:t': () => {
      inText = false
    },
    'a:p': () => list.endParagraph(/title/i.test(placeholder) ? 'heading' : 'prose'),
    'a:tc': () => list.closeCell(),
    'a:tr': () => list.closeRow(),
    'a:tbl': () => list.closeTable(),
  }
  return {
    open: (name, attributes) => opening[name]?.(attributes),
    close: (name) => closing[name]?.(),
    text: (text) => {
      if (inText) list.text(text)
    },
  }
}
