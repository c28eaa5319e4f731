import type { Modality } from '../../base/media.ts'
import type { objects } from './tables.ts'

/** An object as it lies in the records: what Surface B shows is a part of it. */
export type ObjectRecord = typeof objects.$inferSelect

/** The first guess from the declared type; indexing replaces it by what the content is. */
export function modalityOf(contentType: string): Modality {
  const [type = ''] = contentType.toLowerCase().split('/')
  if (type === 'audio' || type === 'image' || type === 'video') return type
  const isPlain = /^text\/(plain|markdown|x-markdown)\b/i.test(contentType)
  return isPlain ? 'text' : 'document'
}

/** Approved and not told otherwise by the extraction: its passages are being made. */
export function awaitsIndexing(object: ObjectRecord): boolean {
  return object.status === 'active' && object.indexState === 'queued'
}
