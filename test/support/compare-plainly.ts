import * as assert from 'uvu/assert'
import { blobSource } from '../../src/extract/blob-source.ts'
import { openByPdfium } from '../../src/extract/pdf/pdf-by-pdfium.ts'
import { openPlainPdf } from '../../src/extract/plain-pdf/open-plain-pdf.ts'

type Texts = (string | undefined)[]

export function readPlainly(bytes: Buffer): Texts | undefined {
  const plain = openPlainPdf(bytes)
  return plain && Array.from({ length: plain.pageCount }, (_, i) => plain.textOf(i))
}

async function readByEngine(bytes: Buffer): Promise<Texts> {
  const { pageCount, textOf } = await openByPdfium(blobSource(bytes))
  const texts: Texts = []
  for (let i = 0; i < pageCount; i++) texts.push(await textOf(i))
  return texts
}

/** What is read plainly is what the engine reads; how many pages that are. */
export async function comparePlainly(bytes: Buffer): Promise<{ pages: number; plain: number }> {
  const ours = readPlainly(bytes)
  if (!ours?.some((text) => text !== undefined)) return { pages: ours?.length ?? 1, plain: 0 }
  const theirs = await readByEngine(bytes)
  assert.is(ours.length, theirs.length)
  for (const [i, text] of ours.entries()) if (text !== undefined) assert.is(text, theirs[i])
  return { pages: ours.length, plain: ours.filter((text) => text !== undefined).length }
}
