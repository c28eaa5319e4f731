import { createHash } from 'node:crypto'
import { readAsset } from '../base/assets.ts'

/** One that ships, as it is read. */
export type Migration = { number: number; name: string; sql: string; sha256: string }

export const wholeSchemaName = 'schema.sql'

/**
 * What these migrations leave in a new database, as one text: a sixth of the work of one after the
 * other. Undefined where the text is of other migrations; `scripts/schema` writes it anew.
 */
export function wholeSchema(migrations: readonly Migration[]): string | undefined {
  const text = readAsset('migrations', wholeSchemaName).toString('utf8')
  return text.startsWith(headOf(migrations)) ? text : undefined
}

/** Says of which migrations the text is, in its first line. */
export function headOf(migrations: readonly Migration[]): string {
  const hash = createHash('sha256')
  for (const { name, sha256 } of migrations) hash.update(`${name} ${sha256}\n`)
  return `-- all migrations: ${hash.digest('hex')}\n`
}
