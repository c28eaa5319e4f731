import { posix } from 'node:path'
import { cleanLine } from '../../base/clean-text.ts'
import type { Found } from '../formats/reader.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** The parts that a part of an Office package refers to: relation id → name in the archive. */
export async function relationsOf(
  zip: Zip,
  part: string,
): Promise<Map<string, { name: string; type: string }>> {
  const folder = posix.dirname(part)
  const relations = new Map<string, { name: string; type: string }>()
  await readXml(zip.textOf(`${folder}/_rels/${posix.basename(part)}.rels`), {
    open(tag, { Id, Target, TargetMode, Type = '' }) {
      if (tag !== 'Relationship' || TargetMode === 'External' || !Id || !Target) return
      const name = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target)
      relations.set(Id, { name, type: posix.basename(Type) })
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
