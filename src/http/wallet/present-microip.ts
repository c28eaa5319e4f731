import { isoOf } from '../../base/clock.ts'
import { solOf } from '../../base/lamports.ts'
import type {
  DownloadedMicroIp,
  DownloadPage,
  MicroIpPage,
  MicroIpView,
  OwnAsset,
} from '../../domain/microip/index.ts'
import type { HttpFacts } from '../route.ts'

type Base = Pick<HttpFacts, 'baseUrl'>

/** Spec 2.3, Asset. */
export function presentAsset({ asset, card }: OwnAsset, { baseUrl }: Base) {
  const uploadedAt = isoOf(asset.uploadedAtMs)
  return {
    asset_id: asset.objectId,
    name: card?.name ?? asset.title,
    description: card?.description ?? '',
    file_url: `${baseUrl}/v1/objects/${asset.objectId}/download`,
    metadata: {
      file_name: asset.filename,
      file_size: asset.sizeBytes,
      file_type: asset.modality,
      mime_type: asset.contentType,
      created_at: uploadedAt,
      last_modified: uploadedAt,
    },
    created_at: uploadedAt,
    owner_id: card?.userId ?? asset.tenantId,
    is_public: asset.visibility === 'listed',
    status: asset.state,
  }
}

/** Spec 2.3, MicroIP asset. */
export function presentMicroIp(view: MicroIpView, facts: Base) {
  const { licence } = view
  return {
    ...presentAsset(view, facts),
    name: licence.name,
    description: licence.description,
    owner_id: licence.ownerUserId,
    owner_tenant_id: licence.ownerTenantId,
    file_url: `${facts.baseUrl}/microip/${licence.assetId}/download`,
    micro_ip: {
      name: licence.name,
      description: licence.description,
      long_summary: licence.longSummary,
      tags: [...licence.tags],
      category: licence.category,
      questions: [...licence.questions],
      quality: licence.quality,
      on_chain_id: licence.onChainId,
      created_at: isoOf(licence.createdAtMs),
      updated_at: isoOf(licence.updatedAtMs),
      price: solOf(licence.priceLamports),
      license_type: licence.licenseType,
      chain_status: licence.chainStatus,
      transaction_hash: licence.transactionHash,
      metadata_status: licence.metadataStatus,
      metadata_source: licence.metadataSource,
    },
    total_earnings: solOf(licence.earnedLamports),
    total_views: licence.totalViews,
    total_downloads: licence.totalDownloads,
    is_verified: view.asset.state === 'indexed',
    is_sellable: view.isSellable,
  }
}

export function presentMicroIps({ items, page, limit, total }: MicroIpPage, facts: Base) {
  return { items: items.map((view) => presentMicroIp(view, facts)), page, limit, total }
}

type Transaction = DownloadedMicroIp['transaction']

function presentTransaction(row: Transaction) {
  return {
    asset_id: row.assetId,
    buyer_id: row.buyerUserId,
    amount_paid: solOf(row.paidLamports),
    timestamp: isoOf(row.createdAtMs),
    transaction_hash: row.transactionHash,
    platform_fee: solOf(row.feeLamports),
  }
}

export function presentDownload(downloaded: DownloadedMicroIp) {
  const { downloadUrl, expiresAtMs, transaction, priceLamports } = downloaded
  return {
    download_url: downloadUrl,
    expires_at: isoOf(expiresAtMs),
    transaction: { ...presentTransaction(transaction), price: solOf(priceLamports) },
  }
}

export function presentDownloads({ items, page, limit, total }: DownloadPage) {
  return { items: items.map(presentTransaction), page, limit, total }
}
