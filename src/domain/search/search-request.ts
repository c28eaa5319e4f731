import type {
  DatasetId,
  ObjectId,
  PassageId,
  RetrievalEventId,
  SearchId,
  TenantId,
} from '../../base/ids.ts'
import type { Modality, Source } from '../catalog/index.ts'
import type { PassageKind } from './passage.ts'

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
}

export type SearchRequest = SearchFilters & {
  readonly q: string
  /** Left out: the one of the deployment. */
  readonly mode?: SearchMode | undefined
  readonly sort: SearchOrder
  readonly limit: number
  readonly offset: number
  readonly highlight: boolean
  readonly facets: boolean
  /** Chosen by the caller: the same one again marks a retry, which is billed once. */
  readonly requestId?: string | undefined
}

/** Passages like those of an asset. */
export type SimilarRequest = SearchFilters & {
  readonly assetId: string
  readonly limit: number
  readonly offset: number
  readonly requestId?: string | undefined
}

/** How many of the matching passages there are of each modality and kind. */
export type Facets = {
  readonly modality: Readonly<Partial<Record<Modality, number>>>
  readonly kind: Readonly<Partial<Record<PassageKind, number>>>
}

/** A passage that matches, as the index knows it. */
export type FoundPassage = {
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
  /** 0..1, comparable within one mode. */
  readonly score: number
  readonly snippet: string
  /** So many others of the page, of the same asset, say nearly the same and are left out. */
  readonly alike?: number
}

export type Hit = FoundPassage & {
  readonly title: string
  /** Names this hit of this search: what a citation will refer to. */
  readonly retrievalEventId: RetrievalEventId
}

export type SearchResult = {
  readonly hits: readonly Hit[]
  readonly total: number
  readonly totalRelation: 'exact' | 'approximate'
  readonly hasMore: boolean
  readonly limit: number
  readonly offset: number
  readonly mode: SearchMode
  readonly searchId: SearchId
  readonly facets: Facets | null
  readonly chargedCredits: number
  /** Absent for the public search. */
  readonly availableCredits: number | undefined
  readonly tookMs: number
  /** What was searched for instead, because nothing that was asked for is anywhere. */
  readonly correctedQuery: string | undefined
}
