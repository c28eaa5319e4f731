import { Forbidden } from '../../../base/errors.ts'
import { newId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import type { Dataset } from '../dataset.ts'
import { catalogueText } from '../offers/catalogue-text.ts'
import type { CatalogRoom } from '../room.ts'
import type {
  DatasetVisibility,
  MonetizationMode,
  PricingModel,
  SourceModality,
} from '../values.ts'
import { insertDataset, withSums } from './queries.ts'

export type CreateDatasetRequest = {
  name: string
  description?: string | null | undefined
  sourceModality?: SourceModality | undefined
  monetizationMode?: MonetizationMode | undefined
  pricingModel?: PricingModel | undefined
  visibility?: DatasetVisibility | undefined
  basePriceCents?: Cents | null | undefined
  tags?: string[] | undefined
  /** The address of the licence that what is found is under. */
  license?: string | null | undefined
}

/**
 * Makes an empty dataset in `draft`. Throws Forbidden for a key that is limited to certain
 * datasets: it could not even see the one it made.
 */
export function createDataset(
  { clock }: CatalogRoom,
  cmd: Command,
  request: CreateDatasetRequest,
): Promise<Dataset> {
  const { principal } = cmd
  requireUnlimited(cmd)
  const nowMs = clock.nowMs()
  const { name, description = null, tags = [] } = request
  return cmd.write((tx) => {
    const row = insertDataset(tx, {
      datasetId: newId('dset', nowMs),
      tenantId: principal.tenantId,
      name,
      description,
      tags,
      catalogueText: catalogueText({ name, description, tags }),
      // Spec 2.2: the defaults.
      sourceModality: request.sourceModality ?? 'document',
      monetizationMode: request.monetizationMode ?? 'open',
      pricingModel: request.pricingModel ?? 'demand_curve',
      visibility: request.visibility ?? 'private',
      status: 'draft',
      basePriceCents: request.basePriceCents ?? null,
      license: request.license ?? null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: principal.tenantId,
      action: 'dataset.created',
      subject: { type: 'dataset', id: row.datasetId },
      details: { visibility: row.visibility },
    })
    return withSums(tx, [row])[0] as Dataset
  })
}

function requireUnlimited({ principal }: Command) {
  if (principal.datasetAccess.mode === 'all_available') return
  throw new Forbidden({
    reason: 'allow_list_key',
    message: 'This key is limited to certain datasets and cannot create another.',
  })
}
