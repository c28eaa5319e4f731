import type { BlockList } from './block-list.ts'
import { relationsOf } from './package-parts.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** The words of the diagrams and charts that a part shows. */
export async function addDrawnTexts(list: BlockList, zip: Zip, part: string): Promise<void> {
  const parts = new Set<string>()
  for (const { type, name } of (await relationsOf(zip, part)).values()) {
    if (type === 'diagramData' || type === 'chart') parts.add(name)
  }
  for (const name of parts) await addDrawing(list, zip, name)
}

/** Titles and what stands in boxes; of a chart the names of series and categories, no numbers. */
async function addDrawing(list: BlockList, zip: Zip, part: string): Promise<void> {
  const names = new Set<string>()
  let name = ''
  let inNames = false
  let inTexts = false
  let at = ''
  await readXml(zip.textOf(part), {
    open(tag) {
      at = tag
      if (tag === 'c:tx' || tag === 'c:cat') inNames = true
      else if (tag === 'c:strCache') inTexts = true
      else if (tag === 'c:v') name = ''
    },
    close(tag) {
      at = ''
      if (tag === 'c:tx' || tag === 'c:cat') inNames = false
      else if (tag === 'c:strCache') inTexts = false
      else if (tag === 'c:v' && inNames && inTexts) names.add(name.trim())
      else if (tag === 'a:p') list.endParagraph()
    },
    text(text) {
      if (at === 'a:t') list.text(text)
      else if (at === 'c:v') name += text
    },
  })
  if (names.size > 0) list.add('record', [...names].join('; '))
}
