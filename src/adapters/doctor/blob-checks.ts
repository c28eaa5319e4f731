import type Database from 'better-sqlite3'
import { isoOf } from '../../base/clock.ts'
import { FilesAway } from '../../base/errors.ts'
import { hashFile } from '../backup/copy-file.ts'
import { namedBlobs } from '../backup/database-facts.ts'
import { type Meter, Stopped } from '../backup/meter.ts'
import { type BlobPlace, type BlobReader, readKnownBlobs } from '../blobs/read-blobs.ts'
import { type Finding, some } from './finding.ts'

/**
 * The files of datasets against their records: every byte is read. A server goes on meanwhile, and
 * that takes hours: what is amiss counts if the records still name it at the end.
 */
export async function blobFindings(
  raw: Database.Database,
  place: BlobPlace,
  meter: Meter,
): Promise<Finding[]> {
  const blobs = readKnownBlobs(place)
  const before = namedBlobs(raw)
  const lying = new Set<string>()
  for await (const key of blobs.keys()) lying.add(key)
  const [lost, altered, unread]: [string[], string[], string[]] = [[], [], []]
  let why = ''
  meter.expect(bytesIn(raw))
  for (const { key, sha256 } of before) {
    if (!lying.has(key)) lost.push(key)
    else if (sha256 !== null) {
      const read = await hashOf(blobs, key, meter)
      if (read === undefined) lost.push(key)
      else if (typeof read !== 'string') {
        unread.push(key)
        why = read.message
      } else if (read !== sha256) altered.push(key)
    }
  }
  const now = new Map(namedBlobs(raw).map((blob) => [blob.key, blob]))
  const isStill = (key: string) => now.get(key)?.isNeeded === true
  const missing: string[] = []
  for (const key of lost.filter(isStill)) if (!(await blobs.find(key))) missing.push(key)
  const known = new Set([...before.map(({ key }) => key), ...now.keys()])
  return [
    ...missingFinding(raw, missing),
    ...finding('blobs altered', altered.filter(isStill), 'have other bytes than were uploaded'),
    ...unreadFinding(unread.filter(isStill), why),
    ...orphanFinding([...lying].filter((key) => !known.has(key))),
  ]
}

/** As far as the records know: what else is read counts when it is. */
function bytesIn(raw: Database.Database): number {
  const sql = 'SELECT ifnull(sum(size_bytes), 0) FROM object WHERE blob_key IS NOT NULL'
  return raw.prepare(sql).pluck().get() as number
}

/** Undefined: there are no bytes; an error: there are, and they cannot be read. */
async function hashOf(
  blobs: BlobReader,
  key: string,
  meter: Meter,
): Promise<string | Error | undefined> {
  try {
    const found = await blobs.find(key)
    return found && (await hashFile(found.from, meter)).sha256
  } catch (error) {
    if (error instanceof FilesAway || error instanceof Stopped) throw error
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : (error as Error)
  }
}

const fromBackup =
  'Put them back out of a backup, whose folder blobs has them under the same names, '

function finding(check: string, keys: string[], what: string): Finding[] {
  if (keys.length === 0) return []
  return [
    {
      check,
      level: 'error',
      message: `${keys.length} files ${what}: ${some(keys)}.`,
      remedy: `${fromBackup}and have the disk checked.`,
    },
  ]
}

/** Where all of a stretch of time are missing, and nothing else, no disk lost them by chance. */
function missingFinding(raw: Database.Database, keys: string[]): Finding[] {
  const found = finding('blobs missing', keys, 'are missing')
  const stretch = stretchOf(raw, keys)
  if (stretch === undefined) return found
  const times = `${isoOf(stretch.from)} to ${isoOf(stretch.to)}`
  return found.map(({ message, ...rest }) => ({
    ...rest,
    message: `${message} They are all that came from ${times}, as in an older copy of the place.`,
    remedy:
      'Where a snapshot of the disk or the bucket was put back: bring what came since from the ' +
      `one that it replaced. ${fromBackup}where that one is lost.`,
  }))
}

/** From the first that is missing to the last, where nothing that came then is there. */
function stretchOf(raw: Database.Database, keys: string[]) {
  if (keys.length < 2) return undefined
  const stretch = raw
    .prepare(
      `WITH missing AS (SELECT value AS key FROM json_each(?)), stretch AS (
         SELECT min(created_at) AS "from", max(created_at) AS "to"
           FROM object JOIN missing ON blob_key = key)
       SELECT "from", "to", (SELECT count(*) FROM object
           WHERE created_at BETWEEN "from" AND "to" AND status IN ('staged', 'active')
             AND blob_key NOT IN (SELECT key FROM missing)) AS others,
         EXISTS (SELECT 1 FROM object WHERE created_at < "from"
           AND status IN ('staged', 'active')) AS hasOlder
         FROM stretch`,
    )
    .get(JSON.stringify(keys)) as { from: number | null; to: number; others: number } & {
    hasOlder: number
  }
  const { from, to, others, hasOlder } = stretch
  return from !== null && others === 0 && hasOlder === 1 ? { from, to } : undefined
}

function unreadFinding(keys: string[], why: string): Finding[] {
  if (keys.length === 0) return []
  return [
    {
      check: 'blobs unreadable',
      level: 'error',
      message: `${keys.length} files cannot be read: ${some(keys)} (${why}).`,
      remedy: 'Give them to the user that runs the server, and have the disk checked.',
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
