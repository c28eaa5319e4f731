import type { PdfiumEngine } from './pdfium-engine.ts'

export type PdfiumDocument = { engine: PdfiumEngine; handle: number }

const bytesMax = 64 * 1024

/**
 * A text that the engine writes as UTF-16 with a zero at its end, where it is asked to; empty where
 * there is none, or one too long. `name` is a word of the format, for what is asked by one.
 */
export function wideString(
  engine: PdfiumEngine,
  { name = '' }: { name?: string },
  write: (place: { name: number; at: number; size: number }) => number,
): string {
  const word = Buffer.from(`${name}\0`)
  const wordAt = engine.malloc(word.length)
  if (wordAt === 0) return ''
  let at = 0
  try {
    engine.bytes().set(word, wordAt)
    const size = write({ name: wordAt, at: 0, size: 0 })
    if (size <= 2 || size > bytesMax) return ''
    at = engine.malloc(size)
    if (at === 0 || write({ name: wordAt, at, size }) !== size) return ''
    return engine
      .bytes()
      .toString('utf16le', at, at + size - 2)
      .toWellFormed()
  } catch {
    return ''
  } finally {
    if (at !== 0) engine.free(at)
    engine.free(wordAt)
  }
}
