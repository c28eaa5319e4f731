import { sql } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'

/** What people and keys are called, by their ids: those of one tenant, or of all. */
export function namesOfActors(
  db: Db,
  { ids, tenantId }: { ids: readonly string[]; tenantId: TenantId | undefined },
): ReadonlyMap<string, string> {
  const asked = JSON.stringify([...new Set(ids)])
  const only = tenantId ?? null
  const rows = db.all<{ id: string; name: string }>(sql`
    SELECT user.user_id AS id, user.display_name AS name
    FROM json_each(${asked}) AS asked CROSS JOIN user ON user.user_id = asked.value
    WHERE ${only} IS NULL OR EXISTS (SELECT 1 FROM membership
      WHERE membership.user_id = user.user_id AND membership.tenant_id = ${only})
    UNION ALL
    SELECT api_key.api_key_id, api_key.name
    FROM json_each(${asked}) AS asked CROSS JOIN api_key ON api_key.api_key_id = asked.value
    WHERE ${only} IS NULL OR api_key.tenant_id = ${only}`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
