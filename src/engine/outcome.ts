import type { DatasetId, ObjectId, PassageId, TenantId } from '../base/ids.ts'
import type { Modality, Source } from '../base/media.ts'
import type { PassageKind } from './documents/passage.ts'

/** Spec 4.1, GET /search. */
export const searchModes = ['keyword', 'semantic', 'hybrid'] as const
export type SearchMode = (typeof searchModes)[number]
export const searchOrders = ['relevance', 'recent'] as const
export type SearchOrder = (typeof searchOrders)[number]

/** What narrows a search, besides the query itself. */
export type SearchFilters = {
  readonly modality?: Modality | undefined
  readonly kind?: PassageKind | undefined
  readonly lang?: string | undefined
  readonly source?: Source | undefined
  /** Unix seconds, both inclusive. */
  readonly afterS?: number | undefined
  readonly beforeS?: number | undefined
  /** The object has every one of them, however they are spelled. */
  readonly tags?: readonly string[] | undefined
  /** Of these objects alone. */
  readonly objectNos?: readonly number[] | undefined
}

/** How many of the matching passages there are of each modality and kind. */
export type Facets = {
  readonly modality: Readonly<Partial<Record<Modality, number>>>
  readonly kind: Readonly<Partial<Record<PassageKind, number>>>
  /** By the code of their language; counted where datasets are. */
  readonly lang?: Readonly<Record<string, number>> | undefined
}

/** How many of the matching passages a dataset has. */
export type DatasetCount = { readonly datasetId: DatasetId; readonly count: number }

/** Which passage it is, whose, and where it stands in its asset. */
export type PassageFacts = {
  readonly passageId: PassageId
  readonly objectId: ObjectId
  readonly datasetId: DatasetId
  readonly tenantId: TenantId
  readonly kind: PassageKind
  readonly lang: string
  readonly modality: Modality
  readonly page: number | null
  readonly timeStartMs: number | null
  readonly timeEndMs: number | null
}

/** A passage that matches, as the index knows it. */
export type FoundPassage = PassageFacts & {
  /** 0..1, comparable within one mode. */
  readonly score: number
  readonly snippet: string
  /** So many others are left out: equal, or on this page nearly so and of the same asset. */
  readonly alike?: number
  /** Equal ones that the viewer sees, as far as they rank near it: who had it first comes first. */
  readonly copies?: readonly PassageFacts[] | undefined
}
