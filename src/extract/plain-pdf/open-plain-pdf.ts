import { Content, type Resources } from './content.ts'
import { isType, openPlainFile, type PlainFile } from './file.ts'
import { type PlainFont, readFont } from './fonts.ts'
import { layOut } from './layout.ts'
import { type Dict, Name, Ref, Stream, type Value } from './objects.ts'
import { listPages, openSheet, type PlainPage } from './pages.ts'
import type { Canvas } from './show-text.ts'
import { Unplain, unplain } from './unplain.ts'

export type PlainPdf = {
  pageCount: number
  /** The text of a page as the engine gives it, or undefined where that is not certain. */
  textOf(index: number): string | undefined
}

/**
 * A reader for plain files: most programs write few of the many things that a PDF may have, and the
 * text of those is read here in a fraction of the time. What is unusual, unsound or too close to
 * call is for the engine: undefined for a file, or for a page.
 */
export function openPlainPdf(bytes: Buffer): PlainPdf | undefined {
  return certain(() => {
    const file = openPlainFile(bytes)
    const pages = listPages(file)
    const open: Open = { file, fonts: new Map(), forms: new Map(), canvas: openCanvas() }
    return {
      pageCount: pages.length,
      textOf: (index) => certain(() => textOfPage(open, pages[index] as PlainPage)),
    }
  })
}

function certain<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    // Out of range: numbers of a file that lead nowhere.
    if (error instanceof Unplain || error instanceof RangeError) return undefined
    throw error
  }
}

const formsMax = 8

type Open = {
  file: PlainFile
  /** Undefined for one that is not plain. */
  fonts: Map<number, PlainFont | undefined>
  /** Whether a form is known to show no text. */
  forms: Map<Stream, boolean>
  canvas: Canvas
}

function textOfPage(open: Open, page: PlainPage): string {
  const { content: bytes, resources, width, height } = openSheet(open.file, page)
  const { canvas } = open
  canvas.objects = []
  canvas.size = 0
  new Content({ bytes, resources: openResources(open, resources, formsMax), canvas }).run()
  return layOut(canvas.objects, canvas, { width, height })
}

function openCanvas(): Canvas {
  return { objects: [], units: new Uint16Array(4_096), size: 0, out: new Uint16Array(0) }
}

/** A form is read only to see that it shows no text, 8.10: that would have a place of its own. */
function refuseText(open: Open, form: Stream, usual: Dict, depth: number): void {
  const { file, forms } = open
  const known = forms.get(form)
  if (known === true) return
  if (known === false || depth === 0) unplain('form')
  forms.set(form, false)
  const resources = form.dict.has('Resources') ? file.dict(form.dict.get('Resources')) : usual
  const canvas = openCanvas()
  const bytes = file.unfold(form)
  new Content({ bytes, resources: openResources(open, resources, depth - 1), canvas }).run()
  if (canvas.objects.length > 0) unplain('text in a form')
  forms.set(form, true)
}

/** ISO 32000-1, 7.8.3. Fonts are read once for all pages. */
function openResources(open: Open, dict: Dict, depth: number): Resources {
  const { file, fonts } = open
  const named = new Map<string, PlainFont>()
  const entry = (...[kind, name]: [kind: string, name: string]): Value => {
    const entries = file.dict(dict.get(kind))
    return entries.get(name) ?? unplain(`no ${kind}`)
  }
  return {
    font(name) {
      const known = named.get(name)
      if (known) return known
      const value = entry('Font', name)
      const id = value instanceof Ref ? value.id : -1
      if (fonts.has(id) && !fonts.get(id)) unplain('font')
      if (id >= 0 && !fonts.has(id)) fonts.set(id, undefined)
      const font = fonts.get(id) ?? readFont(file, value)
      if (id >= 0) fonts.set(id, font)
      named.set(name, font)
      return font
    },
    draw(name) {
      const drawn = file.look(entry('XObject', name))
      if (!(drawn instanceof Stream)) return unplain('drawing')
      const subtype = file.look(drawn.dict.get('Subtype'))
      const kind = subtype instanceof Name ? subtype.text : ''
      if (kind === 'Form') refuseText(open, drawn, dict, depth)
      else if (kind !== 'Image') unplain('drawing')
    },
    setState(name) {
      if (file.dict(entry('ExtGState', name)).has('Font')) unplain('font of a state')
    },
    mark(name) {
      const properties = file.dict(entry('Properties', name))
      const isOptional = isType(properties, 'OCG') || isType(properties, 'OCMD')
      if (isOptional || properties.has('ActualText')) unplain('marked content')
    },
  }
}
