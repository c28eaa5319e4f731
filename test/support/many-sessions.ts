// Somebody who logged in very often, and how much one transaction changes of that.
import type { UserId } from '../../src/base/ids.ts'
import type { Store } from '../../src/store/open.ts'

/** As if somebody had logged in 1,200 times more, by a provider where the first one was. */
export function multiplySessions({ raw }: Pick<Store, 'raw'>, userId: UserId): void {
  const one = raw
    .prepare(`SELECT session_id FROM session LEFT JOIN sso_session USING (session_id)
      WHERE user_id = ? ORDER BY issuer IS NULL LIMIT 1`)
    .pluck()
    .get(userId)
  const fresh: Record<string, string> = {
    session_id: `session_id || '-' || i`,
    token_hash: 'randomblob(32)',
  }
  for (const table of ['session', 'sso_session']) {
    const columns = raw.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all()
    raw
      .prepare(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
        INSERT INTO ${table} SELECT ${columns.map((name) => fresh[String(name)] ?? name)}
        FROM ${table} CROSS JOIN n WHERE session_id = ?`)
      .run(one)
  }
}

/** The rows that one transaction changed at most. */
export function largestChange(store: Pick<Store, 'raw' | 'beforeCommit'>) {
  const all = store.raw.prepare('SELECT total_changes()').pluck()
  let [most, seen] = [0, Number(all.get())]
  store.beforeCommit(() => {
    const now = Number(all.get())
    ;[most, seen] = [Math.max(most, now - seen), now]
  })
  const reset = () => {
    ;[most, seen] = [0, Number(all.get())]
  }
  return { changes: () => most, reset }
}
