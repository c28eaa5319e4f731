import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { environmentFor, LitestreamRefused, type Replica, run, writeConfig } from './litestream.ts'

/** What belongs to one history of the records. Secrets and files of datasets belong to all. */
const ofHistory = [
  ...['kontor.db', 'kontor.db-wal', 'kontor.db-shm', 'ledger.anchor', 'kontor.id'],
  '.kontor.db-litestream',
]

/** Moves aside what a folder has of an older history; what was moved before stays where it is. */
export function setAside(dataDir: string): string | undefined {
  const there = ofHistory.filter((name) => existsSync(join(dataDir, name)))
  if (there.length === 0) return undefined
  const aside = freeName(join(dataDir, 'before-takeover'))
  mkdirSync(aside, { mode: 0o700 })
  for (const name of there) renameSync(join(dataDir, name), join(aside, name))
  return aside
}

/** What lies there may be all that is left of sales: somebody is to look at it, and removes it. */
function freeName(path: string): string {
  let name = path
  for (let n = 2; existsSync(name); n += 1) name = `${path}-${n}`
  return name
}

/**
 * Puts the database of an epoch into a folder that has none. False: nothing was shipped in it.
 * Throws LitestreamRefused, and AbortError by the signal.
 */
export async function restoreReplica(
  dataDir: string,
  replica: Replica,
  signal?: AbortSignal,
): Promise<boolean> {
  const database = join(dataDir, 'kontor.db')
  const config = writeConfig(dataDir, replica)
  const words = ['restore', '-config', config, '-if-replica-exists', '-o', database, database]
  await run(replica.program, words, environmentFor(replica.place), signal).catch((error) => {
    signal?.throwIfAborted()
    const { stderr, stdout, message } = error as { stderr?: string; stdout?: string } & Error
    const said = [stderr, stdout]
      .find((text) => text?.trim())
      ?.trim()
      .split('\n')
      .at(-1)
    throw new LitestreamRefused(`Litestream did not restore: ${said ?? message}`)
  })
  return existsSync(database)
}
