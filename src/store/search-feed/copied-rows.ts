import type { Connection } from '../connect.ts'

type Raw = Connection['raw']

/** Tables of which nodes hold copies of rows, passages and vectors besides. */
export const copiedTables = ['dataset', 'object', 'access', 'suspension'] as const
export type CopiedTable = (typeof copiedTables)[number]

/** The values of a row's key, in the order of its columns. */
export type RowKey = readonly (string | number)[]
export type CopiedRow = Readonly<Record<string, string | number | null>>

/** Rows as they are now, and keys of those that are not there any more. */
export type RowsOf = {
  readonly table: CopiedTable
  readonly rows: readonly CopiedRow[]
  readonly gone: readonly RowKey[]
}

/** Before the first one. */
export const firstKeys: Readonly<Record<CopiedTable, RowKey>> = {
  dataset: [0],
  object: [0],
  access: ['', ''],
  suspension: [''],
}

type Statements = { key: readonly string[]; page: string; one: string; put: string; drop: string }

const statements: Readonly<Record<CopiedTable, Statements>> = {
  dataset: {
    key: ['dataset_no'],
    page: `SELECT dataset_no, dataset_id, tenant_id, name, status, visibility, monetization_mode,
        tags
      FROM dataset WHERE dataset_no > ? ORDER BY dataset_no LIMIT ?`,
    one: `SELECT dataset_no, dataset_id, tenant_id, name, status, visibility, monetization_mode,
        tags
      FROM dataset WHERE dataset_no = ?`,
    put: `INSERT OR REPLACE INTO dataset VALUES (@dataset_no, @dataset_id, @tenant_id, @name,
        @status, @visibility, @monetization_mode, @tags)`,
    drop: 'DELETE FROM dataset WHERE dataset_no = ?',
  },
  object: {
    key: ['object_no'],
    page: `SELECT object_no, object_id, dataset_id, tenant_id, title, document_title, filename,
        folder, tags, status, index_state, taken_down_at, exclusive_to
      FROM object WHERE object_no > ? AND index_state <> 'none' ORDER BY object_no LIMIT ?`,
    one: `SELECT object_no, object_id, dataset_id, tenant_id, title, document_title, filename,
        folder, tags, status, index_state, taken_down_at, exclusive_to
      FROM object WHERE object_no = ? AND index_state <> 'none'`,
    put: `INSERT OR REPLACE INTO object VALUES (@object_no, @object_id, @dataset_id, @tenant_id,
        @title, @document_title, @filename, @folder, @tags, @status, @index_state, @taken_down_at,
        @exclusive_to)`,
    drop: 'DELETE FROM object WHERE object_no = ?',
  },
  access: {
    key: ['dataset_id', 'tenant_id'],
    page: `SELECT dataset_id, tenant_id FROM dataset_access
      WHERE (dataset_id, tenant_id) > (?, ?) ORDER BY dataset_id, tenant_id LIMIT ?`,
    one: 'SELECT dataset_id, tenant_id FROM dataset_access WHERE dataset_id = ? AND tenant_id = ?',
    put: 'INSERT OR REPLACE INTO dataset_access VALUES (@dataset_id, @tenant_id)',
    drop: 'DELETE FROM dataset_access WHERE dataset_id = ? AND tenant_id = ?',
  },
  suspension: {
    key: ['tenant_id'],
    page: 'SELECT tenant_id FROM tenant_suspension WHERE tenant_id > ? ORDER BY tenant_id LIMIT ?',
    one: 'SELECT tenant_id FROM tenant_suspension WHERE tenant_id = ?',
    put: 'INSERT OR REPLACE INTO tenant_suspension VALUES (@tenant_id)',
    drop: 'DELETE FROM tenant_suspension WHERE tenant_id = ?',
  },
}

/** Rows that follow a key, in its order, and the key of the last; null: there are no more. */
export function pageOfRows(
  raw: Raw,
  { table, after, limit }: { table: CopiedTable; after: RowKey; limit: number },
): { rows: CopiedRow[]; next: RowKey | null } {
  const { page, key } = statements[table]
  const rows = raw.prepare(page).all(...after, limit) as CopiedRow[]
  const last = rows.at(-1)
  if (rows.length < limit || last === undefined) return { rows, next: null }
  return { rows, next: key.map((name) => last[name]) as RowKey }
}

/** Some rows as they are now, by their keys. */
export function rowsByKey(raw: Raw, table: CopiedTable, keys: readonly RowKey[]): RowsOf {
  const one = raw.prepare(statements[table].one)
  const found = keys.map((key) => ({ key, row: one.get(...key) as CopiedRow | undefined }))
  return {
    table,
    rows: found.map(({ row }) => row).filter((row) => row !== undefined),
    gone: found.flatMap(({ key, row }) => (row ? [] : [key])),
  }
}

/** On a node, inside of a transaction. */
export function takeInRows(raw: Raw, { table, rows, gone }: RowsOf): void {
  const { put, drop } = statements[table]
  for (const key of gone) raw.prepare(drop).run(...key)
  for (const row of rows) raw.prepare(put).run(row)
}
