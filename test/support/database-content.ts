import { join } from 'node:path'
import Database from 'better-sqlite3'
import { databaseName } from '../../src/store/open.ts'

export type Content = { schema: unknown[]; pragmas: unknown[]; rows: Record<string, unknown[]> }

/** All that is in the database of a data folder, by table. */
export function contentOf(dir: string): Content {
  const raw = new Database(join(dir, databaseName), { readonly: true })
  try {
    const schema = raw.prepare('SELECT * FROM sqlite_schema ORDER BY type, name').all()
    const tables = schema as { type: string; name: string; rootpage: number }[]
    const names = tables.filter(({ type, rootpage }) => type === 'table' && rootpage > 0)
    const pragmas = ['user_version', 'application_id', 'page_size', 'auto_vacuum', 'journal_mode']
    return {
      schema,
      pragmas: pragmas.map((name) => raw.pragma(name)),
      rows: Object.fromEntries(
        names.map(({ name }) => [name, raw.prepare(`SELECT * FROM "${name}"`).all()]),
      ),
    }
  } finally {
    raw.close()
  }
}
