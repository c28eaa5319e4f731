import { isType, type PlainFile } from './file.ts'
import { type Dict, Ref, Stream, type Value } from './objects.ts'
import { depthMax, pagesMax } from './plain-limits.ts'
import { unplain } from './unplain.ts'

/** ISO 32000-1, 7.7.3. */
export type PlainPage = { dict: Dict; inherited: Dict }

const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

/** The leaves of the page tree, of which there must be as many as it says. */
export function listPages(file: PlainFile): PlainPage[] {
  const pages: PlainPage[] = []
  const seen = new Set<number>()

  function walk(node: Value, inherited: Dict, depth: number): void {
    if (depth > depthMax || !(node instanceof Ref) || seen.has(node.id)) unplain('page tree')
    seen.add((node as Ref).id)
    const dict = file.dict(node)
    const handedOn: Dict = new Map(inherited)
    for (const key of inheritable) {
      const value = dict.get(key)
      if (value !== undefined) handedOn.set(key, value)
    }
    if (isType(dict, 'Page')) {
      if (dict.has('Kids') || pages.push({ dict, inherited: handedOn }) > pagesMax) unplain('pages')
      return
    }
    const kids = file.look(dict.get('Kids'))
    if (!isType(dict, 'Pages') || !Array.isArray(kids)) unplain('page tree')
    const before = pages.length
    for (const kid of kids) walk(kid, handedOn, depth + 1)
    if (file.look(dict.get('Count')) !== pages.length - before) unplain('count of pages')
  }

  const catalog = file.dict(file.trailer.get('Root'))
  if (!isType(catalog, 'Catalog')) unplain('catalog')
  walk(catalog.get('Pages') ?? null, new Map(), 0)
  return pages.length > 0 ? pages : unplain('no pages')
}

export type Sheet = { content: Buffer; resources: Dict; width: number; height: number }

/** What is drawn on a page that stands upright: 7.7.3.3 and 7.8.2. */
export function openSheet(file: PlainFile, { dict, inherited }: PlainPage): Sheet {
  const isUsual = (file.look(dict.get('UserUnit')) ?? 1) === 1
  if (!isUsual || (file.look(inherited.get('Rotate')) ?? 0) !== 0) unplain('turned')
  const media = boxOf(file, inherited.get('MediaBox'))
  const crop = inherited.has('CropBox') ? boxOf(file, inherited.get('CropBox')) : media
  const left = Math.max(media[0], crop[0])
  const bottom = Math.max(media[1], crop[1])
  const width = Math.min(media[2], crop[2]) - left
  const height = Math.min(media[3], crop[3]) - bottom
  if (!(width > 50 && height > 50 && width < 20_000 && height < 20_000)) unplain('size of a page')
  const resources = file.dict(inherited.get('Resources'))
  return { content: contentOf(file, dict.get('Contents')), resources, width, height }
}

function boxOf(file: PlainFile, value: Value | undefined): [number, number, number, number] {
  const box = file.look(value)
  if (!Array.isArray(box) || box.length !== 4) return unplain('box')
  const [x1, y1, x2, y2] = box.map((side) => file.look(side))
  if (typeof x1 !== 'number' || typeof y1 !== 'number') return unplain('box')
  if (typeof x2 !== 'number' || typeof y2 !== 'number') return unplain('box')
  return x1 < x2 && y1 < y2 ? [x1, y1, x2, y2] : unplain('box')
}

const space = Buffer.from(' ')

/** Several streams are one, and no word goes on in the next. */
function contentOf(file: PlainFile, value: Value | undefined): Buffer {
  const found = file.look(value)
  if (found === null) return Buffer.alloc(0)
  if (found instanceof Stream) return file.unfold(found)
  if (!Array.isArray(found) || found.length > 1_000) return unplain('content')
  const parts: Buffer[] = []
  for (const part of found) {
    const stream = file.look(part)
    parts.push(stream instanceof Stream ? file.unfold(stream) : unplain('content'), space)
  }
  return Buffer.concat(parts)
}
