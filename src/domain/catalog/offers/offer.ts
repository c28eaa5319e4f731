import type { ColumnProfile } from '../../../base/column-profile.ts'
import type { AccessRequestStatus } from '../access/access-request.ts'
import type { DatasetRow } from '../dataset.ts'
import type { Modality } from '../values.ts'

/** Why a buyer sees the content of a dataset, or that it must ask for it. */
export const offerAccesses = ['own', 'open', 'granted', 'by_request'] as const
export type OfferAccess = (typeof offerAccesses)[number]

/** A dataset as the catalogue shows it to a buyer: what is on show in it, not what is prepared. */
export type Offer = OfferSums & {
  dataset: DatasetRow
  tenantName: string
  access: OfferAccess
  /** What became of the buyer's last request; null when it made none. */
  accessRequestStatus: AccessRequestStatus | null
  /** Of its tables; told of one offer by itself, and not where access is by request. */
  columns: ColumnProfile | null
}

export type OfferSums = {
  objectCount: number
  passageCount: number
  totalBytes: number
  /** Objects by modality, the most frequent first. */
  modalities: Partial<Record<Modality, number>>
  /** Languages of its objects, the most frequent first. */
  languages: string[]
}
