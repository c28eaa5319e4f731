import type { DatasetId, ObjectId, PassageId, TenantId } from '../../base/ids.ts'
import type { Modality, Source } from '../../base/media.ts'

/** Spec 2.1, SearchHit. */
export const passageKinds = [
  'transcript',
  'caption',
  'ocr',
  'doc_chunk',
  'user_text',
  'metadata',
] as const
export type PassageKind = (typeof passageKinds)[number]

/** A piece of an object's text, as ingestion makes it. */
export type NewPassage = {
  /** The one that it had in an earlier reading. */
  readonly passageId?: PassageId | undefined
  readonly kind: PassageKind
  readonly text: string
  readonly lang: string
  readonly page?: number | null | undefined
  readonly timeStartMs?: number | null | undefined
  readonly timeEndMs?: number | null | undefined
}

/** What all passages of one object share. */
export type PassageOwner = {
  readonly objectNo: number
  readonly objectId: ObjectId
  readonly datasetNo: number
  readonly datasetId: DatasetId
  readonly tenantId: TenantId
  readonly modality: Modality
  readonly source: Source
  /** Unix seconds of the object's first indexing, kept when it is processed again. */
  readonly createdAtS: number
}

/** A passage of an asset in reading order. */
export type AssetPassage = {
  readonly passageId: PassageId
  readonly kind: PassageKind
  readonly text: string
  readonly lang: string
  readonly page: number | null
  readonly timeStartMs: number | null
  readonly timeEndMs: number | null
}
