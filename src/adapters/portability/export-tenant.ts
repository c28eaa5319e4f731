import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { copyFile } from '../backup/copy-file.ts'
import { type Meter, noMeter } from '../backup/meter.ts'
import { type BlobPlace, readKnownBlobs } from '../blobs/read-blobs.ts'
import {
  type ArchiveFile,
  type ArchiveManifest,
  ArchiveRefused,
  type BlobFile,
  manifestName,
  type RecordFile,
  sumsName,
  sumsOf,
} from './archive.ts'
import { composedTables, exportedTables } from './exported-tables.ts'

export type ExportRequest = BlobPlace & {
  tenantId: string
  tenantName: string
  /** An empty or new folder. */
  to: string
  instanceId: string
  version: string
  nowMs: number
}

type Raw = ReturnType<typeof Database>
type Row = Record<string, unknown>
type Blob = {
  objectId: string
  key: string
  sha256: string | null
  filename: string
  sizeBytes: number | null
}

/**
 * Writes everything of one tenant into a folder. The rows are those of one moment:
 * they are read in one transaction of a connection of its own, which keeps nobody from writing. The
 * archive takes its name when it is whole, and nothing of it stays otherwise. `opened` is given
 * that connection first.
 */
export async function exportTenant(
  request: ExportRequest,
  { opened = () => {}, meter = noMeter }: Partial<Watching> = {},
): Promise<ArchiveManifest> {
  const { to } = request
  await refuseTaken(to)
  const draft = await mkdtemp(`${to}.writing-`)
  try {
    const manifest = await writeArchive({ ...request, opened, meter }, draft)
    await rename(draft, to)
    return manifest
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function refuseTaken(to: string): Promise<void> {
  const there = await readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    return ['something']
  })
  if (there.length > 0) throw new ArchiveRefused(`${to} is there already: name another place.`)
  // An empty folder makes room; nothing else is ever removed.
  await rmdir(to).catch(unlessMissing)
}

type Watching = { opened: (raw: Raw) => void; meter: Meter }
type Watched = ExportRequest & Watching

async function writeArchive(...args: [Watched, string]): Promise<ArchiveManifest> {
  const [request, folder] = args
  const { dataDir, tenantId, tenantName, instanceId, version, nowMs, opened, meter } = request
  await mkdir(join(folder, 'records'), { recursive: true, mode: 0o700 })
  await mkdir(join(folder, 'blobs'), { mode: 0o700 })
  const raw = new Database(join(dataDir, 'kontor.db'), { readonly: true, timeout: 5_000 })
  opened(raw)
  const { records, wanted } = await rowsOf({ raw, tenantId, folder, meter }).finally(() =>
    raw.close(),
  )
  const { blobs, missing } = await copyBlobs(wanted, { place: request, folder, meter })
  const manifest: ArchiveManifest = {
    kind: 'kontor tenant export 1',
    version,
    created_at: new Date(nowMs).toISOString(),
    instance_id: instanceId,
    tenant: { tenant_id: tenantId, name: tenantName },
    records,
    blobs,
    missing_blobs: missing,
  }
  const own = await writeText(folder, manifestName, `${JSON.stringify(manifest, null, 2)}\n`)
  await writeText(folder, sumsName, sumsOf([own, ...records, ...blobs]))
  return manifest
}

type Rows = { raw: Raw; tenantId: string; folder: string; meter: Meter }

async function rowsOf({ raw, tenantId, folder, meter }: Rows) {
  raw.exec('BEGIN')
  const records: RecordFile[] = []
  const write = async (name: string, rows: Iterable<Row>) => {
    records.push(await writeRows({ folder, name: `records/${name}.jsonl`, meter }, rows))
  }
  for (const { table, name, where, omit = [] } of exportedTables) {
    const found = raw.prepare(`SELECT * FROM "${table}" WHERE ${where}`)
    await write(name, without(found.iterate({ tenant: tenantId }) as Iterable<Row>, omit))
  }
  for (const { name, sql } of composedTables) {
    await write(name, raw.prepare(sql).iterate({ tenant: tenantId }) as Iterable<Row>)
  }
  const wanted = raw
    .prepare(
      `SELECT object_id AS objectId, blob_key AS key, checksum_sha256 AS sha256, filename,
         size_bytes AS sizeBytes
       FROM object WHERE tenant_id = ? AND blob_key IS NOT NULL
         AND (status IN ('staged', 'active')
           OR (status NOT IN ('initiated', 'deleted') AND bytes_purged_at IS NULL))
       ORDER BY object_no`,
    )
    .all(tenantId) as Blob[]
  return { records, wanted }
}

function* without(rows: Iterable<Row>, omit: readonly string[]): Generator<Row> {
  for (const row of rows) {
    yield Object.fromEntries(Object.entries(row).filter(([name]) => !omit.includes(name)))
  }
}

/** Columns that hold JSON: in the archive it is JSON, not text. */
const jsonColumns = new Set([
  ...['tags', 'roles', 'scopes', 'dataset_ids', 'warnings', 'sample_passage_ids', 'profile'],
  ...['part', 'hits', 'questions', 'corrected', 'details'],
])

function lineOf(row: Row): string {
  const shown = Object.entries(row).map(([name, value]) => {
    if (value instanceof Uint8Array) return [name, Buffer.from(value).toString('hex')]
    return [name, jsonColumns.has(name) && typeof value === 'string' ? JSON.parse(value) : value]
  })
  return `${JSON.stringify(Object.fromEntries(shown))}\n`
}

const pieceChars = 1024 * 1024

async function writeRows(
  { folder, name, meter }: { folder: string; name: string; meter: Meter },
  rows: Iterable<Row>,
): Promise<RecordFile> {
  const hash = createHash('sha256')
  let [count, size, waiting] = [0, 0, '']
  await using handle = await open(join(folder, name), 'wx', 0o600)
  const flush = async () => {
    const bytes = Buffer.from(waiting, 'utf8')
    waiting = ''
    hash.update(bytes)
    size += bytes.length
    meter.advance(bytes.length)
    await handle.writeFile(bytes)
  }
  for (const row of rows) {
    waiting += lineOf(row)
    count++
    if (waiting.length > pieceChars) await flush()
  }
  await flush()
  await handle.sync()
  return { name, rows: count, size_bytes: size, sha256: hash.digest('hex') }
}

type Copying = { place: BlobPlace; folder: string; meter: Meter }

async function copyBlobs(wanted: Blob[], { place, folder, meter }: Copying) {
  const reader = readKnownBlobs(place)
  const blobs: BlobFile[] = []
  const missing: string[] = []
  for (const { sizeBytes } of wanted) meter.expect(sizeBytes ?? 0)
  for (const { objectId, key, sha256, filename } of wanted) {
    const name = `blobs/${objectId}${endingOf(filename)}`
    const found = await reader.find(key)
    const to = join(folder, name)
    const copied = found && (await copyFile({ ...found, to, meter }).catch(unlessMissing))
    if (copied && (sha256 === null || copied.sha256 === sha256)) {
      const { sizeBytes: size_bytes, sha256: sum } = copied
      blobs.push({ name, object_id: objectId, size_bytes, sha256: sum })
      continue
    }
    // Bytes that are not those that were uploaded are not handed out as if they were.
    await rm(to, { force: true })
    missing.push(objectId)
  }
  return { blobs, missing }
}

/** So that a file opens with what opens its kind; the name itself stands in the records. */
function endingOf(filename: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(filename)?.[0].toLowerCase() ?? ''
}

async function writeText(...args: [folder: string, name: string, text: string]) {
  const [folder, name, text] = args
  await using handle = await open(join(folder, name), 'wx', 0o600)
  await handle.writeFile(text)
  await handle.sync()
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { name, size_bytes: Buffer.byteLength(text), sha256 } satisfies ArchiveFile
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
