import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { Dataset, DatasetDetail, DatasetList } from '../../../domain/catalog/index.ts'
import { presentColumns } from './column-profile.ts'

/** Spec 2.2, Dataset; from the price on the fields are added. */
export function presentDataset(dataset: Dataset) {
  return {
    dataset_id: dataset.datasetId,
    tenant_id: dataset.tenantId,
    name: dataset.name,
    description: dataset.description,
    source_modality: dataset.sourceModality,
    monetization_mode: dataset.monetizationMode,
    pricing_model: dataset.pricingModel,
    visibility: dataset.visibility,
    status: dataset.status,
    object_count: dataset.objectCount,
    active_object_count: dataset.activeObjectCount,
    total_bytes: dataset.totalBytes,
    created_at: isoOf(dataset.createdAtMs),
    updated_at: isoOf(dataset.updatedAtMs),
    last_ingest_at: isoOrNull(dataset.lastIngestAtMs),
    base_price_credits: dataset.basePriceCents,
    tags: dataset.tags,
    curated: dataset.curated,
    sample_passage_ids: dataset.samplePassageIds,
    suspension_reason: dataset.suspensionReason,
    license: dataset.license,
    object_states: presentStates(dataset.states),
  }
}

function presentStates({ takenDown, ...states }: Dataset['states']) {
  return { ...states, taken_down: takenDown }
}

export function presentDatasetDetail(dataset: DatasetDetail) {
  return { ...presentDataset(dataset), column_profile: presentColumns(dataset.columns) }
}

export function presentDatasetList({ datasets, total, nextCursor }: DatasetList) {
  return { datasets: datasets.map(presentDataset), total, next_cursor: nextCursor }
}
