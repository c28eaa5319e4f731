import { posix } from 'node:path'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { readPage } from '../text/read-html.ts'
import { noteTitle } from './package-parts.ts'
import { readXml } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

/** The only encryption that leaves a book readable: of its fonts. */
const fontObfuscation = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/

/** A book: its chapters in the order of the spine, each a page. */
export async function* readEpub(request: ReadRequest): AsyncGenerator<Block> {
  const { source, found, limits } = request
  const zip = await openZip(source)
  await refuseProtected(zip)
  const packagePart = await packageOf(zip)
  await noteTitle(found, zip, packagePart)
  const chapters = await chaptersOf(zip, packagePart)
  found.pageCount = chapters.length
  request.noted?.()
  if (chapters.length === 0) throw new ExtractFailed({ code: 'corrupt', detail: 'no chapters' })
  for (const [i, chapter] of chapters.slice(0, limits.readPagesMax).entries()) {
    const text = (await Array.fromAsync(zip.textOf(chapter))).join('')
    const page = i + 1
    const blocks = readPage([text], { ...found }, { isXhtml: true })
    for (const block of blocks) yield { ...block, page }
  }
}

async function refuseProtected(zip: Zip): Promise<void> {
  await readXml(zip.textOf('META-INF/encryption.xml'), {
    open(tag, attributes) {
      if (!tag.endsWith('EncryptionMethod')) return
      if (fontObfuscation.test(attributes.Algorithm ?? '')) return
      throw new ExtractFailed({ code: 'encrypted' })
    },
  })
}

async function packageOf(zip: Zip): Promise<string> {
  let path: string | undefined
  await readXml(zip.textOf('META-INF/container.xml'), {
    open(tag, attributes) {
      if (tag === 'rootfile') path ??= attributes['full-path']
    },
  })
  if (path === undefined || !zip.has(path)) {
    throw new ExtractFailed({ code: 'corrupt', detail: 'the book has no package document' })
  }
  return path
}

async function chaptersOf(zip: Zip, packagePart: string): Promise<string[]> {
  const folder = posix.dirname(packagePart)
  const items = new Map<string, string>()
  const spine: string[] = []
  await readXml(zip.textOf(packagePart), {
    allowDoctype: true,
    open(tag, { id, href, idref }) {
      const name = tag.replace(/^opf:/, '')
      if (name === 'item' && id && href) items.set(id, posix.join(folder, decoded(href)))
      if (name === 'itemref' && idref) spine.push(idref)
    },
  })
  return spine.map((id) => items.get(id) ?? '').filter((name) => zip.has(name))
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href.split('#')[0] ?? '')
  } catch {
    return href
  }
}
