// Data folders as releases left them.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export const releases = join(import.meta.dirname, '../fixtures/releases')

export type ReleaseFacts = {
  buyer_key: string
  balances: { buyer: number; provider: number; platform: number }
}

/** The release's data folder as its server left it, in a place of the test's own. */
export function unpackRelease(release: string, folder: string): ReleaseFacts {
  const from = join(releases, release)
  mkdirSync(folder, { recursive: true })
  const database = gunzipSync(readFileSync(join(from, 'kontor.db.gz')))
  writeFileSync(join(folder, 'kontor.db'), database)
  cpSync(join(from, 'secret.key'), join(folder, 'secret.key'))
  cpSync(join(from, 'blobs'), join(folder, 'blobs'), { recursive: true })
  return JSON.parse(readFileSync(join(from, 'facts.json'), 'utf8'))
}
