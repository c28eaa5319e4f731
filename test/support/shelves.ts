import { type DatasetId, newId, type ObjectId, type TenantId } from '../../src/base/ids.ts'
import { addPassages, type NewPassage, type PassageOwner } from '../../src/domain/search/index.ts'
import type { Store } from '../../src/store/open.ts'
import type { FakeClock } from './fake-clock.ts'

export type TestDataset = { datasetNo: number; datasetId: DatasetId; tenantId: TenantId }
export type Passages = readonly (string | (Partial<NewPassage> & { text: string }))[]
export type ObjectPart = Partial<Omit<PassageOwner, 'objectId' | 'objectNo'>> & { state?: string }

export type Shelves = ReturnType<typeof openShelves>

/**
 * Puts finished objects with passages into a store, past upload, review and extraction. Passages
 * go the real way into the index.
 */
export function openShelves({ raw, write }: Pick<Store, 'raw' | 'write'>, clock: FakeClock) {
  const addTo = (owner: PassageOwner, passages: Passages) =>
    write((tx) => addPassages(tx, owner, passages.map(passageOf)))

  return {
    addTo,
    tenant(): TenantId {
      const tenantId = newId('tnt', clock.nowMs())
      raw
        .prepare(
          `INSERT INTO tenant (tenant_id, name, region, plan, created_at)
           VALUES (?, 'house', 'eu-central', 'free', 0)`,
        )
        .run(tenantId)
      return tenantId
    },
    dataset(tenantId: string, part: { visibility?: string; status?: string; name?: string } = {}) {
      const { visibility = 'private', status = 'active', name = 'Boiler archive' } = part
      const datasetId = newId('dset', clock.nowMs())
      const { lastInsertRowid } = raw
        .prepare(
          `INSERT INTO dataset (dataset_id, tenant_id, name, source_modality, monetization_mode,
             pricing_model, visibility, status, created_at, updated_at)
           VALUES (?, ?, ?, 'document', 'open', 'fixed', ?, ?, 0, 0)`,
        )
        .run(datasetId, tenantId, name, visibility, status)
      return { datasetNo: Number(lastInsertRowid), datasetId, tenantId: tenantId as TenantId }
    },
    /** An approved object, indexed unless told otherwise. */
    async object(dataset: TestDataset, passages: Passages, part: ObjectPart = {}) {
      const { state = 'indexed', ...rest } = part
      const owner: PassageOwner = {
        ...dataset,
        ...insertObject(raw, dataset, { state, nowMs: clock.nowMs() }),
        modality: 'document',
        source: 'upload',
        createdAtS: Math.floor(clock.nowMs() / 1000),
        ...rest,
      }
      await addTo(owner, passages)
      return owner
    },
    set(objectId: ObjectId, column: 'index_state' | 'taken_down_at', value: string | number) {
      raw.prepare(`UPDATE object SET ${column} = ? WHERE object_id = ?`).run(value, objectId)
    },
  }
}

function passageOf(passage: Passages[number]): NewPassage {
  const part = typeof passage === 'string' ? { text: passage } : passage
  return { kind: 'doc_chunk', lang: 'en', ...part }
}

function insertObject(
  raw: Store['raw'],
  { datasetId, tenantId }: TestDataset,
  { state, nowMs }: { state: string; nowMs: number },
) {
  const objectId = newId('obj', nowMs)
  const { lastInsertRowid } = raw
    .prepare(
      `INSERT INTO object (object_id, dataset_id, tenant_id, filename, content_type, size_bytes,
         checksum_sha256, blob_key, source, title, modality, status, review_state, index_state,
         created_at, uploaded_at, first_indexed_at, indexed_at)
       VALUES (@objectId, @datasetId, @tenantId, 'report.pdf', 'application/pdf', 7, @checksum,
         @objectId, 'upload', 'The report', 'document', 'active', 'approved', @state,
         @nowMs, @nowMs, @nowMs, @nowMs)`,
    )
    .run({ objectId, datasetId, tenantId, state, nowMs, checksum: 'a'.repeat(64) })
  return { objectNo: Number(lastInsertRowid), objectId }
}
