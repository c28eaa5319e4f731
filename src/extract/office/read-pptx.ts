import type { Block } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { BlockList } from './block-list.ts'
import { noteTitle, relationsOf, relationsPart } from './package-parts.ts'
import { type Attributes, readXml, type XmlEvents } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

const presentation = 'ppt/presentation.xml'
const firstParts = ['docProps/core.xml', relationsPart(presentation), presentation]
const slidesAtOnce = 32

/** Slides in the order of the presentation, each a page, its notes after it. */
export async function* readPptx(request: ReadRequest): AsyncGenerator<Block[]> {
  const { source, found, limits } = request
  const zip = await openZip(source)
  zip.ahead(firstParts)
  await noteTitle(found, zip, 'docProps/core.xml')
  const slides = await slidesOf(zip)
  found.pageCount = slides.length
  request.noted?.()
  const read = slides.slice(0, limits.readPagesMax)
  for (let at = 0; at < read.length; at += slidesAtOnce) {
    const some = read.slice(at, at + slidesAtOnce)
    for (const [i, { slide, notes }] of (await withNotes(zip, some)).entries()) {
      const list = new BlockList()
      list.page = at + i + 1
      for (const part of [slide, ...notes()]) {
        await readXml(zip.textOf(part), slideEvents(list))
      }
      yield list.take()
    }
  }
}

/** All of them are small parts, each with small parts of its own. */
async function withNotes(zip: Zip, slides: readonly string[]) {
  zip.ahead(slides.flatMap((slide) => [slide, relationsPart(slide)]))
  const found = await Promise.allSettled(slides.map((slide) => notesOf(zip, slide)))
  zip.ahead(found.flatMap((notes) => (notes.status === 'fulfilled' ? notes.value : [])))
  return slides.map((slide, i) => {
    const notes = found[i] as (typeof found)[number]
    return {
      slide,
      /** Throws when it is known that they cannot be read: what comes before them is read first. */
      notes() {
        if (notes.status === 'rejected') throw notes.reason
        return notes.value
      },
    }
  })
}

async function notesOf(zip: Zip, slide: string): Promise<string[]> {
  const notes = [...(await relationsOf(zip, slide)).values()].find(isNotes)
  return notes ? [notes.name] : []
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
