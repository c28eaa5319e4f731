import type { BlockList } from './block-list.ts'
import { relationsOf } from './package-parts.ts'
import { openSkip } from './skip.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** The words of the diagrams and charts that a part shows. */
export async function addDrawnTexts(list: BlockList, zip: Zip, part: string): Promise<void> {
  const parts = new Set<string>()
  for (const { type, name } of (await relationsOf(zip, part)).values()) {
    if (type === 'diagramData' || type === 'chart') parts.add(name)
  }
  for (const name of parts) await addDrawing(list, zip, { part: name, isNamed: true })
}

/**
 * What stands in the text boxes and shapes of a sheet, and the titles of its charts; the names in
 * these are those of its cells.
 */
export async function addSheetShapes(list: BlockList, zip: Zip, sheet: string): Promise<void> {
  const drawings = await partsOf(zip, { of: sheet, type: 'drawing' })
  for (const drawing of drawings) {
    await addDrawing(list, zip, { part: drawing, isNamed: false })
    for (const chart of await partsOf(zip, { of: drawing, type: 'chart' })) {
      await addDrawing(list, zip, { part: chart, isNamed: false })
    }
  }
}

async function partsOf(
  zip: Zip,
  { of: part, type: wanted }: { of: string; type: string },
): Promise<Set<string>> {
  const relations = [...(await relationsOf(zip, part)).values()]
  return new Set(relations.filter(({ type }) => type === wanted).map(({ name }) => name))
}

/** The second telling of what older programs cannot show. */
const skipped = new Set(['mc:Fallback'])

type Drawing = { part: string; isNamed: boolean }

/** Titles and what stands in boxes; of a chart the names of series and categories, no numbers. */
async function addDrawing(list: BlockList, zip: Zip, { part, isNamed }: Drawing): Promise<void> {
  const names = new Set<string>()
  let name = ''
  let inNames = false
  let inTexts = false
  let at = ''
  /** The text of a cell, shown once more. */
  let isLinked = false
  const skip = openSkip(skipped)
  await readXml(zip.textOf(part), {
    open(tag, { textlink = '' }) {
      if (skip.open(tag)) return
      at = tag
      if (tag === 'xdr:sp') isLinked = textlink !== ''
      else if (tag === 'a:br') list.text('\n')
      if (tag === 'c:tx' || tag === 'c:cat') inNames = true
      else if (tag === 'c:strCache') inTexts = true
      else if (tag === 'c:v') name = ''
    },
    close(tag) {
      if (skip.close(tag)) return
      at = ''
      if (tag === 'xdr:sp') isLinked = false
      if (tag === 'c:tx' || tag === 'c:cat') inNames = false
      else if (tag === 'c:strCache') inTexts = false
      else if (tag === 'c:v' && isNamed && inNames && inTexts) names.add(name.trim())
      else if (tag === 'a:p') list.endParagraph()
    },
    text(text) {
      if (skip.active()) return
      if (at === 'a:t' && !isLinked) list.text(text)
      else if (at === 'c:v') name += text
    },
  })
  if (names.size > 0) list.add('record', [...names].join('; '))
}
