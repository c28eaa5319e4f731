/**
 * Entries of the audit log in which the operator says why, to operators alone: a tenant is told
 * that it was done, and when. A suspicion is not for whom it is about.
 */
const deeds: ReadonlySet<string> = new Set([
  'tenant.resumed',
  'tenant.suspended',
  'user.locked',
  'user.unlocked',
])
const words: ReadonlySet<string> = new Set(['note', 'reason'])

/** What of an entry its tenant may read. */
export function toldToTenant<Details extends Readonly<Record<string, unknown>>>(
  action: string,
  details: Details,
): Details {
  if (!deeds.has(action)) return details
  return Object.fromEntries(
    Object.entries(details).filter(([name]) => !words.has(name)),
  ) as unknown as Details
}

/** The same in SQL, of the columns `action` and `details`. */
export const toldToTenantSql = `iif(
  action IN (${quoted(deeds)}),
  json_remove(details, ${quoted([...words].map((name) => `$.${name}`))}),
  details)`

function quoted(texts: Iterable<string>): string {
  return [...texts].map((text) => `'${text}'`).join(', ')
}
