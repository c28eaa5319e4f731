export { type Modality, modalities, type Source, sources } from '../../base/media.ts'

// Spec 2.2, Dataset; the complete lists of values are our choice where its pages disagree.
export const sourceModalities = ['document', 'image', 'video', 'audio', 'text', 'mixed'] as const
export const monetizationModes = ['open', 'premium', 'restricted', 'outcome_share'] as const
export const pricingModels = ['fixed', 'time_decay', 'demand_curve'] as const
export const datasetVisibilities = ['private', 'restricted', 'listed'] as const
export const datasetStatuses = [
  'draft',
  'ingesting',
  'active',
  'paused',
  'archived',
  'suspended',
  'pending_deletion',
  'deleted',
] as const

export type SourceModality = (typeof sourceModalities)[number]
export type MonetizationMode = (typeof monetizationModes)[number]
export type PricingModel = (typeof pricingModels)[number]
export type DatasetVisibility = (typeof datasetVisibilities)[number]
export type DatasetStatus = (typeof datasetStatuses)[number]

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
export type IndexState = (typeof indexStates)[number]
