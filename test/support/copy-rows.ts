import type { Store } from '../../src/store/open.ts'

type Row = Record<string, unknown>

/**
 * Puts up to a thousand copies of an object into its table, past the rooms: as many as nobody
 * uploads in a test. Gives their ids; `more` is what a copy has of its own.
 */
export function copyObject({ raw }: Store, objectId: string, times: number, more: Row = {}) {
  const { object_no: _no, ...object } = rowOf(raw, 'object', objectId)
  const ids = Array.from({ length: times }, (_, i) => {
    return `${objectId.slice(0, -3)}${`${i}`.padStart(3, '0')}`
  })
  raw.transaction(() => {
    for (const id of ids) {
      putRow(raw, 'object', { ...object, ...more, object_id: id, blob_key: `blob/${id}` })
    }
  })()
  return ids
}

export function rowOf(raw: Store['raw'], table: string, id: string): Row {
  const name = table === 'object' ? 'object_id' : 'asset_id'
  return raw.prepare(`SELECT * FROM ${table} WHERE ${name} = ?`).get(id) as Row
}

export function putRow(raw: Store['raw'], table: string, row: Row): void {
  const names = Object.keys(row)
  const values = names.map((name) => `@${name}`)
  raw.prepare(`INSERT INTO ${table} (${names}) VALUES (${values})`).run(row)
}
