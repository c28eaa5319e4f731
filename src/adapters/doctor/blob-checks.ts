import type Database from 'better-sqlite3'
import { hashFile } from '../backup/copy-file.ts'
import { namedBlobs } from '../backup/database-facts.ts'
import { type BlobPlace, readBlobs } from '../blobs/read-blobs.ts'
import type { Finding } from './finding.ts'
import { some } from './record-checks.ts'

/** The files of datasets against their records: every byte is read. */
export async function blobFindings(raw: Database.Database, place: BlobPlace): Promise<Finding[]> {
  const blobs = readBlobs(place)
  const lying = new Set<string>()
  for await (const key of blobs.keys()) lying.add(key)
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
    const found = await blobs.find(key)
    const read = found && (await hashFile(found.from).catch(() => undefined))
    if (read?.sha256 !== sha256) altered.push(key)
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
