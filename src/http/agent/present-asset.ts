import { unixSecondsOf } from '../../base/clock.ts'
import type { Asset } from '../../domain/catalog/index.ts'
import type { AssetList, AssetPassage, AssetWithPassages } from '../../domain/search/index.ts'

/** Our choice of fields: the interface names none for an asset. */
export function presentAsset(asset: Asset) {
  return {
    asset_id: asset.objectId,
    tenant_id: asset.tenantId,
    dataset_id: asset.datasetId,
    title: asset.title,
    filename: asset.filename,
    folder: asset.folder,
    content_type: asset.contentType,
    modality: asset.modality,
    lang: asset.lang ?? 'und',
    source: asset.source,
    status: asset.state,
    size_bytes: asset.sizeBytes,
    checksum_sha256: asset.checksumSha256,
    duration_ms: asset.durationMs,
    page_count: asset.pageCount,
    passage_count: asset.passageCount,
    uploaded_at: unixSecondsOf(asset.uploadedAtMs),
    indexed_at: asset.indexedAtMs === null ? null : unixSecondsOf(asset.indexedAtMs),
    error: asset.error,
    warnings: asset.warnings,
  }
}

export function presentAssetWithPassages(asset: AssetWithPassages) {
  return { ...presentAsset(asset), passages: asset.passages.map(presentPassage) }
}

export function presentAssetList({ assets, next }: AssetList) {
  return {
    assets: assets.map(presentAsset),
    next: next && { after_uploaded_at: next.uploadedAtS, after_asset_id: next.objectId },
  }
}

export function presentPassage(passage: AssetPassage) {
  return {
    passage_id: passage.passageId,
    kind: passage.kind,
    text: passage.text,
    lang: passage.lang,
    page: passage.page,
    time_start_ms: passage.timeStartMs,
    time_end_ms: passage.timeEndMs,
  }
}
