import { sql } from 'drizzle-orm'
import type { Db } from '../../../store/tx.ts'

/** What tenants are called, by their ids; who was erased has the name of whoever was. */
export function namesOfTenants(db: Db, ids: readonly string[]): ReadonlyMap<string, string> {
  const asked = JSON.stringify([...new Set(ids)])
  const rows = db.all<{ id: string; name: string }>(sql`
    SELECT tenant.tenant_id AS id, tenant.name AS name
    FROM json_each(${asked}) AS asked CROSS JOIN tenant ON tenant.tenant_id = asked.value`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
