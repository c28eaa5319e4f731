import type { Connection } from './connect.ts'
import type { WatchedRows } from './tx.ts'

/**
 * Has this connection tell of changes, by triggers that are not in the file: whoever writes cannot
 * forget it. A change that is rolled back is told of as well. The transaction commits in this turn
 * of the event loop, so that `told`, which comes in the next one, sees it.
 */
export function watchRows(
  raw: Connection['raw'],
  rows: readonly WatchedRows[],
  told: (ids: ReadonlySet<string>) => void,
): void {
  let changed: Set<string> | undefined
  raw.function('kontor_row_changed', (id: unknown) => {
    if (!changed) {
      changed = new Set()
      setImmediate(() => {
        const ids = changed ?? new Set()
        changed = undefined
        told(ids)
      })
    }
    changed.add(String(id))
    return null
  })
  for (const [index, { table, on, about }] of rows.entries()) {
    const side = on === 'INSERT' ? 'NEW' : 'OLD'
    raw.exec(`
      CREATE TEMP TRIGGER kontor_watch_${index} AFTER ${on} ON main.${table}
      BEGIN SELECT kontor_row_changed(${side}.${about}); END`)
  }
}
