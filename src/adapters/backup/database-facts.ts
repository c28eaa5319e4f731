import Database from 'better-sqlite3'

type Raw = ReturnType<typeof Database>

/** A blob that the database names. Without a hash: nobody has put it together yet, or a picture. */
export type NamedBlob = {
  key: string
  sha256: string | null
  /** Whether data is lost without it. */
  isNeeded: boolean
  /** Still grows: its bytes are not what they will be. */
  isOpen: boolean
}

/** Every blob that the records of this database name. */
export function namedBlobs(raw: Raw): NamedBlob[] {
  const rows = raw
    .prepare(
      `SELECT blob_key AS key, checksum_sha256 AS sha256, ${needed(raw)} AS needed, 0 AS open
         FROM object WHERE blob_key IS NOT NULL AND status <> 'initiated'
       UNION ALL SELECT blob_key, checksum_sha256, 1, 0 FROM upload_part WHERE blob_key IS NOT NULL
       UNION ALL SELECT blob_key, NULL, EXISTS (SELECT 1 FROM upload_part part
           WHERE part.upload_id = upload.upload_id AND part.blob_key IS NULL), 1
         FROM upload WHERE blob_key IS NOT NULL
       ${pictures(raw)}`,
    )
    .all() as { key: string; sha256: string | null; needed: number; open: number }[]
  return rows.map(({ key, sha256, needed, open }) => {
    return { key, sha256, isNeeded: needed === 1, isOpen: open === 1 }
  })
}

/** The oldest and the newest of the files that data is lost without. */
export function someBlobs(raw: Raw): string[] {
  const sql = (order: string) => `SELECT blob_key FROM object
    WHERE blob_key IS NOT NULL AND status IN ('staged', 'active')
    ORDER BY object_id ${order} LIMIT ${blobsLooked}`
  const keys = ['ASC', 'DESC'].flatMap((order) => raw.prepare(sql(order)).pluck().all() as string[])
  return [...new Set(keys)]
}

const blobsLooked = 20

/** The ids of the places that files were kept in, by their names. */
export function knownPlaces(raw: Raw): ReadonlyMap<string, string> {
  if (!hasTable(raw, 'file_place')) return new Map()
  const rows = raw.prepare('SELECT name, place_id AS id FROM file_place').all()
  return new Map((rows as { name: string; id: string }[]).map(({ name, id }) => [name, id]))
}

/** Of what was rejected or expired, the key stays when the bytes are removed. */
function needed(raw: Raw): string {
  const columns = raw.pragma('table_info(object)') as { name: string }[]
  return columns.some(({ name }) => name === 'bytes_purged_at')
    ? `(status IN ('staged', 'active') OR (status <> 'deleted' AND bytes_purged_at IS NULL))`
    : `status <> 'deleted'`
}

function pictures(raw: Raw): string {
  return hasTable(raw, 'object_preview')
    ? `UNION ALL SELECT blob_key, NULL, 0, 0 FROM object_preview WHERE blob_key IS NOT NULL`
    : ''
}

function hasTable(raw: Raw, name: string): boolean {
  return (
    raw.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).all(name).length >
    0
  )
}

/** How many rows each table has: two databases with the same content have the same counts. */
export function rowCounts(raw: Raw): Record<string, number> {
  const names = raw
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB '*_fts*_*' ORDER BY name`,
    )
    .pluck()
    .all() as string[]
  return Object.fromEntries(
    names.map((name) => [name, raw.prepare(`SELECT count(*) FROM "${name}"`).pluck().get()]),
  ) as Record<string, number>
}

const noTransfers = '0'.repeat(64)

/** The hash of the last transfer, on which all before it depend. */
export function ledgerHead(raw: Raw): string {
  const hash = raw.prepare('SELECT hash FROM transfer ORDER BY seq DESC LIMIT 1').pluck().get()
  return hash === undefined ? noTransfers : (hash as Buffer).toString('hex')
}

/** What SQLite finds wrong in the file; nothing when it is in order. */
export function damageOf(raw: Raw): string[] {
  try {
    const found = raw.pragma('integrity_check(20)') as { integrity_check: string }[]
    return found.map(({ integrity_check: line }) => line).filter((line) => line !== 'ok')
  } catch (error) {
    return [(error as Error).message]
  }
}

/** A file that nobody else has open. */
export function openDatabase(file: string): Raw {
  return new Database(file, { readonly: true })
}
