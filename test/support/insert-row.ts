import type { Store } from '../../src/store/open.ts'

/** Puts a row into a table as it is, its columns named as in the code. */
export function insertRow({ raw }: Store, table: string, row: object): void {
  const names = Object.keys(row).map((name) => name.replace(/[A-Z]/g, (a) => `_${a.toLowerCase()}`))
  const values = names.map(() => '?').join(', ')
  raw
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${values})`)
    .run(...Object.values(row))
}
