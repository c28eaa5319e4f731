import type { Store } from '../../src/store/open.ts'
import { insertRow } from './insert-row.ts'

type Row = Record<string, unknown>

/**
 * Puts up to a thousand copies of an object into its table, past the rooms: as many as nobody
 * uploads in a test. Gives their ids; `more` is what a copy has of its own.
 */
export function copyObject(store: Store, objectId: string, times: number, more: Row = {}) {
  const { raw } = store
  const found = raw.prepare('SELECT * FROM object WHERE object_id = ?').get(objectId)
  const { object_no: _, ...object } = found as Row
  // None of them is that of the object, which may end with any three digits.
  const other = objectId.at(-4) === 'z' ? 'y' : 'z'
  const ids = Array.from({ length: times }, (_, i) => {
    return `${objectId.slice(0, -4)}${other}${`${i}`.padStart(3, '0')}`
  })
  raw.transaction(() => {
    for (const id of ids) {
      insertRow(store, 'object', { ...object, ...more, object_id: id, blob_key: `blob/${id}` })
    }
  })()
  return ids
}
