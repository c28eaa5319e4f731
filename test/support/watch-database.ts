import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Upload } from './market.ts'

/** Reads the database beside a running server: `using look = watchDatabase(dir)`. */
export function watchDatabase(dir: string) {
  const db = new Database(join(dir, 'kontor.db'), { readonly: true })
  const value = (sql: string, ...bound: unknown[]) =>
    db
      .prepare(sql)
      .pluck()
      .get(...bound)
  const texts = db.prepare('SELECT text FROM passage WHERE object_id = ? ORDER BY ordinal').pluck()
  return {
    value,
    rows: (sql: string) => db.prepare(sql).all(),
    passages: ({ objectId }: Upload) =>
      Number(value('SELECT count(*) FROM passage WHERE object_id = ?', objectId)),
    texts: ({ objectId }: Upload) => texts.all(objectId),
    openJobs: () => Number(value("SELECT count(*) FROM job WHERE state IN ('queued', 'running')")),
    /**
     * Some moments are short. Looking without a pause would keep from the server one of the two
     * processors that it is waited for on.
     */
    async until(condition: () => boolean) {
      const deadline = performance.now() + 180_000
      while (!condition()) {
        if (performance.now() > deadline) throw new Error('the moment never came')
        await sleep(1)
      }
    },
    [Symbol.dispose]: () => void db.close(),
  }
}
