// The same shelves twice: over several cells, each with what its tenants have, and in one index
// that has everything. What is put on them in the one is copied, row by row, into the other.
import type { DatasetId, ObjectId, TenantId } from '../../../../src/base/ids.ts'
import { marketCatalogue, removePassages } from '../../../../src/domain/search/index.ts'
import {
  copyPassages,
  installDeadline,
  openSearcher,
  type PassageRow,
  passagesToCopy,
  type Searcher,
} from '../../../../src/engine/index.ts'
import { openMemoryIndex } from '../../../../src/engine/keyword/memory-index.ts'
import type { Tx } from '../../../../src/store/tx.ts'
import type { FakeClock } from '../../../../test/support/fake-clock.ts'
import { openShelves, type Passages, type TestDataset } from '../../../../test/support/shelves.ts'
import { type CellStore, openCellStores } from '../books.ts'

export type Placed = TestDataset & { cell: string }
export type PlacedObject = { objectId: ObjectId; datasetId: DatasetId; cell: string }

const nextStore = openCellStores('', (raw) => void installDeadline(raw))

export type Shelf = { name: string; store: CellStore; searcher: Searcher }

export function openShelf(name: string, { isInMemory }: { isInMemory: boolean }): Shelf {
  const store = nextStore()
  const engine = isInMemory ? { memory: openMemoryIndex({ freshMax: 50 }) } : {}
  return {
    name,
    store,
    searcher: openSearcher(store.db, { ...engine, catalogue: marketCatalogue }),
  }
}

/** `whole` has it all; `cells` have the same, each its part. */
export function openPlacing(whole: Shelf, cells: readonly Shelf[], clock: FakeClock) {
  const { raw } = whole.store
  const shelves = openShelves({ raw, write: async (fn) => whole.store.transact(fn) }, clock)
  const cellNamed = (name: string) => cells.find((one) => one.name === name) as Shelf
  /** As it is in the whole. */
  function copy(to: Shelf, table: 'tenant' | 'dataset' | 'object', id: string): void {
    const row = raw.prepare(`SELECT * FROM ${table} WHERE ${table}_id = ?`).get(id) as object
    const columns = Object.keys(row)
    to.store.raw
      .prepare(
        `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map((c) => `@${c}`).join()})`,
      )
      .run(row)
  }

  return {
    /** Known everywhere, at home in one cell. */
    tenant(): TenantId {
      const tenantId = shelves.tenant()
      for (const cell of cells) copy(cell, 'tenant', tenantId)
      return tenantId
    },
    dataset(tenantId: TenantId, part: { cell: string; visibility: string }): Placed {
      const placed = shelves.dataset(tenantId, part)
      copy(cellNamed(part.cell), 'dataset', placed.datasetId)
      return { ...placed, cell: part.cell }
    },
    async object(
      { cell, ...dataset }: Placed,
      passages: Passages,
      createdAtS: number,
    ): Promise<PlacedObject> {
      const { objectId } = await shelves.object(dataset, passages, { createdAtS })
      const to = cellNamed(cell)
      copy(to, 'object', objectId)
      const last = raw.prepare('SELECT min(passage_no) FROM passage WHERE object_id = ?').pluck()
      const afterNo = (last.get(objectId) as number) - 1
      const found = passagesToCopy(whole.store.db, { afterNo, limit: 500, charsMax: 1_000_000 })
      const rows = found.passages.filter((row: PassageRow) => row.objectId === objectId)
      to.store.transact((tx) => copyPassages(tx, rows))
      return { objectId, datasetId: dataset.datasetId, cell }
    },
    /** The same to both. */
    change(sql: string, { cell, id }: { cell: string; id: string }): void {
      for (const { store } of [whole, cellNamed(cell)]) store.raw.prepare(sql).run(id)
    },
    removePassages({ cell, objectId }: PlacedObject): void {
      for (const { store } of [whole, cellNamed(cell)]) {
        store.transact((tx: Tx) => removePassages(tx, objectId, { limit: 2 }))
      }
    },
  }
}
