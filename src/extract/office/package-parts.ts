import { posix } from 'node:path'
import { cleanLine } from '../../base/clean-text.ts'
import type { Found } from '../formats/reader.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** Where it is said what a part refers to. */
export function relationsPart(part: string): string {
  return `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`
}

/** The parts that a part of an Office package refers to: relation id → name in the archive. */
export async function relationsOf(
  zip: Zip,
  part: string,
): Promise<Map<string, { name: string; type: string }>> {
  const folder = posix.dirname(part)
  const relations = new Map<string, { name: string; type: string }>()
  const list = relationsPart(part)
  if (!zip.has(list)) return relations
  await readXml(zip.textOf(list), {
    open(tag, attributes) {
      if (tag !== 'Relationship' || attributes.get('TargetMode') === 'External') return
      const [id, target] = [attributes.get('Id'), attributes.get('Target')]
      if (!id || !target) return
      const name = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      relations.set(id, {
        name,
        type: posix.basename(attributes.get('Type') ?? ''),
      })
    },
  })
  return relations
}

/** The document's title by its properties (Dublin Core, in all these formats). */
export async function noteTitle(found: Found, zip: Zip, part: string): Promise<void> {
  let inside = false
  let title = ''
  await readXml(zip.textOf(part), {
    open: (tag) => {
      inside = tag === 'dc:title'
    },
    close: () => {
      inside = false
    },
    text: (text) => {
      if (inside && title.length < 1000) title += text
    },
  })
  found.title ??= cleanLine(title) || null
}
