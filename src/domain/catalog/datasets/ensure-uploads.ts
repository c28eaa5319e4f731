import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { catalogueText } from '../offers/catalogue-text.ts'
import { datasets } from '../tables.ts'
import { insertDataset } from './queries.ts'

/** Where files go that name no dataset. (our choice, Surface C) */
const names = { private: 'Uploads', listed: 'Public uploads' } as const

/** The tenant's dataset for such files, made when the first one comes. */
export function ensureUploads(
  tx: Tx,
  { cmd, isPublic, nowMs }: { cmd: Command; isPublic: boolean; nowMs: number },
): typeof datasets.$inferSelect {
  const { principal } = cmd
  const { tenantId } = principal
  const visibility = isPublic ? 'listed' : 'private'
  const name = names[visibility]
  const open = ['draft', 'ingesting', 'active', 'paused'] as const
  const known = tx
    .select()
    .from(datasets)
    .where(
      and(
        eq(datasets.tenantId, tenantId),
        eq(datasets.name, name),
        eq(datasets.visibility, visibility),
        inArray(datasets.status, [...open]),
      ),
    )
    .limit(1)
    .get()
  if (known) return known
  const text = { name, description: null, tags: [] }
  const made = insertDataset(tx, {
    datasetId: newId('dset', nowMs),
    tenantId,
    ...text,
    catalogueText: catalogueText(text),
    sourceModality: 'mixed',
    monetizationMode: 'open',
    pricingModel: 'fixed',
    visibility,
    status: 'draft',
    basePriceCents: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
  recordDeed(tx, cmd, {
    atMs: nowMs,
    tenantId,
    action: 'dataset.created',
    subject: { type: 'dataset', id: made.datasetId },
    details: { visibility },
  })
  return made
}
