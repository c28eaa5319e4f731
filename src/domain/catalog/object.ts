import { type Modality, modalities, type Source, sources } from '../../base/media.ts'
import type { objects } from './tables.ts'

export { type Modality, modalities, type Source, sources }

// Spec 2.2, Object, and 3, Object flow. `initiated`, `rejected` and `expired` are our choice.
export const objectStatuses = [
  'initiated',
  'staged',
  'active',
  'rejected',
  'expired',
  'deleted',
] as const
export const reviewStates = ['pending', 'approved', 'rejected', 'expired'] as const
export const indexStates = ['none', 'queued', 'indexed', 'failed', 'removing'] as const

export type ObjectStatus = (typeof objectStatuses)[number]
export type ReviewState = (typeof reviewStates)[number]
export type IndexState = (typeof indexStates)[number]

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
