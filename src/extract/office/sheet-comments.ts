import type { BlockList } from './block-list.ts'
import { unescaped } from './escaped-text.ts'
import { relationsOf } from './package-parts.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** What older programs are shown in the place of a thread has an author of this kind. */
const standsForThread = /^tc=/

/** What was remarked about cells of a sheet, each with its place: `B3: Ask Ilse.` */
export async function addSheetComments(list: BlockList, zip: Zip, sheet: string): Promise<void> {
  for (const { type, name } of (await relationsOf(zip, sheet)).values()) {
    if (type === 'comments') await addNotes(list, zip, name)
    else if (type === 'threadedComment') await addThreads(list, zip, name)
  }
}

async function addNotes(list: BlockList, zip: Zip, part: string): Promise<void> {
  const authors: string[] = []
  let inAuthor = false
  let inText = false
  let isKept = false
  let words = ''
  await readXml(zip.textOf(part), {
    open(name, { ref, authorId }) {
      inAuthor = name === 'author'
      if (inAuthor) authors.push('')
      if (name === 'comment') {
        isKept = !standsForThread.test(authors[Number(authorId)] ?? '')
        words = placed(ref)
      }
      inText = name === 't' && isKept
    },
    close(name) {
      inAuthor = false
      inText = false
      if (name !== 'comment' || !isKept) return
      list.text(unescaped(words))
      list.endParagraph()
    },
    text(text) {
      if (inAuthor) authors[authors.length - 1] += text
      if (inText) words += text
    },
  })
}

async function addThreads(list: BlockList, zip: Zip, part: string): Promise<void> {
  let inText = false
  let words = ''
  await readXml(zip.textOf(part), {
    open(name, { ref }) {
      inText = name === 'text'
      if (name === 'threadedComment') words = placed(ref)
    },
    close(name) {
      inText = false
      if (name !== 'threadedComment') return
      list.text(unescaped(words))
      list.endParagraph()
    },
    text(text) {
      if (inText) words += text
    },
  })
}

function placed(ref: string | undefined): string {
  return ref ? `${ref}: ` : ''
}
