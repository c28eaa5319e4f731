import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { CatalogueEntry, CataloguePage } from '../../../domain/search/index.ts'
import { presentColumns } from '../datasets/column-profile.ts'

/** What a buyer may know of a dataset; nothing here says what its owner prepares or has refused. */
export function presentCatalogDataset(entry: CatalogueEntry) {
  const { dataset, prices } = entry
  return {
    dataset_id: dataset.datasetId,
    tenant_id: dataset.tenantId,
    provider_name: entry.tenantName,
    name: dataset.name,
    description: dataset.description,
    source_modality: dataset.sourceModality,
    monetization_mode: dataset.monetizationMode,
    pricing_model: dataset.pricingModel,
    visibility: dataset.visibility,
    access: entry.access,
    access_request_status: entry.accessRequestStatus,
    object_count: entry.objectCount,
    passage_count: entry.passageCount,
    total_bytes: entry.totalBytes,
    modalities: entry.modalities,
    languages: entry.languages,
    prices: {
      download_credits: prices.downloadCents,
      retrieval_credits: prices.retrievalCents,
    },
    tags: dataset.tags,
    curated: dataset.curated,
    license: dataset.license,
    sample_passages: entry.samples.map(presentSample),
    column_profile: presentColumns(entry.columns),
    created_at: isoOf(dataset.createdAtMs),
    updated_at: isoOf(dataset.updatedAtMs),
    last_ingest_at: isoOrNull(dataset.lastIngestAtMs),
  }
}

export function presentCatalog({ entries, total, nextCursor }: CataloguePage) {
  return { datasets: entries.map(presentCatalogDataset), total, next_cursor: nextCursor }
}

function presentSample(sample: CatalogueEntry['samples'][number]) {
  return {
    passage_id: sample.passageId,
    asset_id: sample.objectId,
    title: sample.title,
    kind: sample.kind,
    lang: sample.lang,
    page: sample.page,
    text: sample.text,
  }
}
