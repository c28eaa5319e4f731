import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { hashFile } from '../backup/copy-file.ts'
import { namedBlobs } from '../backup/database-facts.ts'
import { blobPath, shelvesIn } from '../blobs/blob-files.ts'
import type { Finding } from './finding.ts'
import { some } from './record-checks.ts'

/** The files of datasets against their records: every byte is read. */
export async function blobFindings(raw: Database.Database, dataDir: string): Promise<Finding[]> {
  const folder = join(dataDir, 'blobs')
  const lying = new Set(keysIn(folder))
  const named = namedBlobs(raw)
  const known = new Set(named.map(({ key }) => key))
  const missing: string[] = []
  const altered: string[] = []
  for (const { key, sha256, isNeeded } of named) {
    if (!lying.has(key)) {
      if (isNeeded) missing.push(key)
      continue
    }
    if (sha256 === null) continue
    const found = await hashFile(blobPath({ folder, key })).catch(() => undefined)
    if (found?.sha256 !== sha256) altered.push(key)
  }
  const orphans = [...lying].filter((key) => !known.has(key))
  return [
    ...finding('blobs missing', missing, 'are missing'),
    ...finding('blobs altered', altered, 'have other bytes than were uploaded'),
    ...orphanFinding(orphans),
  ]
}

function finding(check: string, keys: string[], what: string): Finding[] {
  if (keys.length === 0) return []
  return [
    {
      check,
      level: 'error',
      message: `${keys.length} files ${what}: ${some(keys)}.`,
      remedy:
        'Put them back out of a backup, whose folder blobs has them under the same names, ' +
        'and have the disk checked.',
    },
  ]
}

function orphanFinding(keys: string[]): Finding[] {
  if (keys.length === 0) return []
  return [
    {
      check: 'blobs orphaned',
      level: 'warning',
      message: `${keys.length} files belong to no record: ${some(keys)}.`,
      remedy: 'kontor gc removes what is older than a day.',
    },
  ]
}

function keysIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return shelvesIn(folder).flatMap((shelf) =>
    readdirSync(join(folder, shelf)).filter((name) => name.startsWith('obj_')),
  )
}
