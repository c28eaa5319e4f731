import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { anchorName } from '../anchor-file.ts'
import { shelfOf } from '../blobs/blob-files.ts'
import { type BlobPlace, type BlobReader, readKnownBlobs } from '../blobs/read-blobs.ts'
import { checkDatabase } from './check-database.ts'
import { type Cipher, encryptTo } from './cipher.ts'
import { type Copied, copyFile, hashFile } from './copy-file.ts'
import {
  ledgerHead,
  type NamedBlob,
  namedBlobs,
  openDatabase,
  rowCounts,
} from './database-facts.ts'
import {
  type BackupBlob,
  type BackupFile,
  BackupRefused,
  type Manifest,
  setNameOf,
  setsIn,
  writeManifest,
} from './manifest.ts'
import { type Meter, noMeter } from './meter.ts'
import { claimSet, filesBelow, forgetSets, ownManifest } from './own-sets.ts'
import { markOf } from './set-meant.ts'

export type BackupRequest = BlobPlace & {
  folder: string
  recipient: string | null
  /** Copied too when `copyModel`, otherwise only named. */
  model: string | null
  copyModel: boolean
  masterKeyElsewhere: string | null
  /** Signs the manifest; as hex, for it goes to another thread. */
  manifestKey: string
  version: string
  nowMs: number
  /** How many whole sets stay; null: all. */
  keep: number | null
}

export type BackupReport = {
  set: string
  manifest: Manifest
  copiedBlobs: number
  copiedBytes: number
  removedSets: string[]
  /** How many in the folder others made: they stay. */
  foreignSets: number
}

/** A blob may go between the copy of the database and its own: then both are taken anew. */
const roundsMax = 5
const copiesAtOnce = 4
const pagesAtOnce = 4_096

/**
 * Makes one set. First the blobs that the database names now, then the database, then the blobs
 * that came in between: so the copy names no blob that the backup lacks. The manifest comes last.
 */
export async function makeBackup(request: BackupRequest, meter = noMeter): Promise<BackupReport> {
  refusePlace(request)
  const cipher = request.recipient === null ? undefined : await encryptTo(request.recipient)
  await mkdir(request.folder, { recursive: true, mode: 0o700 })
  const name = setNameOf(request.nowMs)
  const set = join(request.folder, name)
  if (existsSync(set)) throw new BackupRefused(`${set} is there already.`)
  await mkdir(set, { mode: 0o700 })
  await claimSet({ folder: request.folder, name, key: request.manifestKey })
  const work: Work = {
    ...request,
    set,
    meter,
    blobs: readKnownBlobs(request),
    blobFolder: blobFolderOf(request.recipient),
    cipher,
    kept: keptBlobs(request),
    done: new Map(),
    problems: [],
    copiedBlobs: 0,
    copiedBytes: 0,
  }
  try {
    // Before the database: what it says of how far that reached must be true of the copy.
    await keepAnchor(work)
    // It is copied, and then read again for its hash.
    meter.expect(2 * statSync(join(request.dataDir, 'kontor.db')).size)
    await copyBlobs(work, blobsNow(request.dataDir))
    const facts = await copyTogether(work)
    const manifest = await finish(work, facts)
    // One with problems is no reason to forget one without.
    const mayForget = request.keep !== null && manifest.problems.length === 0
    const key = request.manifestKey
    const forgotten = mayForget
      ? await forgetSets({ folder: request.folder, keep: request.keep ?? 0, key })
      : { removedSets: [], foreignSets: 0 }
    const { copiedBlobs, copiedBytes } = work
    return { set, manifest, copiedBlobs, copiedBytes, ...forgotten }
  } catch (error) {
    await rm(set, { recursive: true, force: true })
    throw error
  } finally {
    if (work.cipher) await rm(databaseCopy(work), { force: true })
    await rm(anchorCopy(work), { force: true })
  }
}

function anchorCopy({ dataDir }: Work): string {
  return join(dataDir, `${anchorName}.backing-up`)
}

async function keepAnchor(work: Work): Promise<void> {
  const from = join(work.dataDir, anchorName)
  if (existsSync(from)) await copyFile({ from, to: anchorCopy(work), meter: noMeter })
}

/** Nothing that can be read lies in an encrypted backup, not even for a while. */
function databaseCopy({ cipher, dataDir, set }: Work): string {
  return cipher ? join(dataDir, 'kontor.db.backing-up') : join(set, 'kontor.db')
}

type Work = BackupRequest & {
  set: string
  meter: Meter
  blobs: BlobReader
  blobFolder: string
  cipher: Cipher | undefined
  /** What earlier sets have of the shared blobs. */
  kept: Map<string, BackupBlob>
  done: Map<string, BackupBlob>
  problems: string[]
  copiedBlobs: number
  copiedBytes: number
}

function refusePlace({ dataDir, folder }: BackupRequest): void {
  const inside = `${folder}/`.startsWith(`${dataDir}/`)
  if (inside) throw new BackupRefused(`${folder} lies in the data folder: choose another place.`)
}

/** Blobs for another recipient cannot be read with this one's identity. */
function blobFolderOf(recipient: string | null): string {
  if (recipient === null) return 'blobs'
  return `blobs-${createHash('sha256').update(recipient).digest('hex').slice(0, 12)}`
}

function keptBlobs({ folder, recipient, manifestKey }: BackupRequest): Map<string, BackupBlob> {
  const kept = new Map<string, BackupBlob>()
  for (const name of setsIn(folder).whole) {
    const manifest = ownManifest({ folder, name, key: manifestKey })
    if (!manifest || manifest.recipient !== recipient) continue
    for (const blob of manifest.blobs) if (!blob.open) kept.set(blob.key, blob)
  }
  return kept
}

function blobsNow(dataDir: string): NamedBlob[] {
  const raw = openDatabase(join(dataDir, 'kontor.db'))
  try {
    return namedBlobs(raw).filter(({ isOpen }) => !isOpen)
  } finally {
    raw.close()
  }
}

/** The database, and what it names: again while something that it names is gone. */
async function copyTogether(work: Work) {
  const copy = databaseCopy(work)
  for (let round = 1; round <= roundsMax; round++) {
    await copyDatabase({ from: join(work.dataDir, 'kontor.db'), to: copy, meter: work.meter })
    const raw = openDatabase(copy)
    const blobs = namedBlobs(raw)
    const facts = { blobs, counts: rowCounts(raw), ledgerHead: ledgerHead(raw) }
    raw.close()
    const found = await checkDatabase(copy, work.meter)
    const damage = found.map((line) => `kontor.db is damaged: ${line}`)
    const gone = await copyBlobs(work, blobs)
    if (gone.length === 0) {
      work.problems.push(...damage)
      return facts
    }
    // What was deleted meanwhile is still named, and nobody needs its bytes any more.
    const needed = blobsNow(work.dataDir).filter(({ isNeeded }) => isNeeded)
    const still = new Set(needed.map(({ key }) => key))
    const lost = gone.filter((key) => still.has(key))
    if (lost.length === gone.length) {
      work.problems.push(...damage, ...lost.map((key) => `the bytes of ${key} are missing`))
      return facts
    }
  }
  throw new BackupRefused('Files were removed faster than they could be copied. Try again later.')
}

/**
 * A page by page copy of one moment, by a connection of its own: a read transaction keeps what
 * others write meanwhile out of it, and keeps nobody from writing.
 */
async function copyDatabase(copying: { from: string; to: string; meter: Meter }): Promise<void> {
  const { from, to, meter } = copying
  await rm(to, { force: true })
  const source = new Database(from, { readonly: true, timeout: 5_000 })
  try {
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    const pageBytes = source.pragma('page_size', { simple: true }) as number
    const progress = () => {
      meter.advance(pagesAtOnce * pageBytes)
      return pagesAtOnce
    }
    await source.backup(to, { progress })
  } finally {
    source.close()
  }
  // One file by itself: whoever opens the copy needs no log beside it.
  const copy = new Database(to)
  copy.pragma('journal_mode = DELETE')
  copy.close()
  await using handle = await open(to, 'r+')
  await handle.chmod(0o600)
  await handle.sync()
}

/** Copies what the backup does not have yet; gives the needed ones that are not there. */
async function copyBlobs(work: Work, blobs: NamedBlob[]): Promise<string[]> {
  const gone: string[] = []
  const queue = blobs.filter(({ key, isOpen }) => isOpen || !work.done.has(key))
  for (const { key } of queue.filter(({ key, isOpen }) => isOpen || !work.kept.has(key))) {
    work.meter.expect((await work.blobs.find(key))?.sizeBytes ?? 0)
  }
  const take = async () => {
    for (let blob = queue.pop(); blob; blob = queue.pop()) {
      const found = await copyBlob(work, blob)
      if (!found && blob.isNeeded) gone.push(blob.key)
    }
  }
  await Promise.all(Array.from({ length: copiesAtOnce }, take))
  return gone
}

/** False when there are no bytes. */
async function copyBlob(work: Work, blob: NamedBlob): Promise<boolean> {
  const { key, sha256, isOpen } = blob
  const shelf = shelfOf(key)
  const suffix = work.cipher ? '.age' : ''
  const name = isOpen ? `open/${key}${suffix}` : `${shelf}/${key}${suffix}`
  const to = isOpen ? join(work.set, name) : join(work.folder, work.blobFolder, name)
  const kept = isOpen ? undefined : work.kept.get(key)
  if (kept && (await sizeOf(to)) === kept.sizeBytes) {
    work.done.set(key, kept)
    return true
  }
  const found = await work.blobs.find(key)
  const copying = { to, cipher: work.cipher, meter: work.meter }
  const copied = found && (await copyFile({ ...copying, ...found }).catch(unlessMissing))
  if (!copied) return false
  noteAltered(work, { key, sha256, copied })
  work.done.set(key, { key, name, ...copied.stored, ...(isOpen ? { open: true } : {}) })
  work.copiedBlobs++
  work.copiedBytes += copied.sizeBytes
  return true
}

type Compared = { key: string; sha256: string | null; copied: Copied }

function noteAltered({ problems }: Work, { key, sha256, copied }: Compared): void {
  if (sha256 === null || sha256 === copied.sha256) return
  problems.push(`the bytes of ${key} are not those that were uploaded`)
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(unlessMissing))?.size
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

type Facts = Awaited<ReturnType<typeof copyTogether>>

async function finish(work: Work, facts: Facts): Promise<Manifest> {
  const files: BackupFile[] = []
  const add = async ({ name, from }: { name: string; from: string }) => {
    const stored = work.cipher ? `${name}.age` : name
    const to = join(work.set, stored)
    const copied = await copyFile({ from, to, cipher: work.cipher, meter: work.meter })
    files.push({ name: stored, ...copied.stored })
  }
  if (work.cipher) await add({ name: 'kontor.db', from: databaseCopy(work) })
  else files.push({ name: 'kontor.db', ...(await hashFile(databaseCopy(work), work.meter)) })
  for (const name of ownFiles(work.dataDir)) {
    await add({ name, from: join(work.dataDir, name) })
  }
  if (existsSync(anchorCopy(work))) await add({ name: anchorName, from: anchorCopy(work) })
  if (work.model !== null && work.copyModel) {
    for (const name of filesBelow(work.model)) {
      await add({ name: `model/${name}`, from: join(work.model, name) })
    }
  }
  const wanted = new Set(facts.blobs.map(({ key }) => key))
  const key = Buffer.from(work.manifestKey, 'hex')
  const manifest: Manifest = {
    kind: 'kontor backup 1',
    version: work.version,
    createdAt: new Date(work.nowMs).toISOString(),
    installation: markOf(key),
    recipient: work.recipient,
    masterKeyElsewhere: work.masterKeyElsewhere,
    model: work.copyModel ? null : work.model,
    blobFolder: work.blobFolder,
    files,
    blobs: [...work.done.values()].filter(({ key }) => wanted.has(key)),
    counts: facts.counts,
    ledgerHead: facts.ledgerHead,
    problems: work.problems,
  }
  await writeManifest(work.set, manifest, key)
  return manifest
}

/**
 * Secrets and settings: what lies in the data folder besides what is copied otherwise, and besides
 * what this machine noted of itself.
 */
function ownFiles(dataDir: string): string[] {
  const apart = /^kontor\.(db|lock|pid)|^ledger\.anchor|^control\.sock$|\.(log|tmp|new)$/
  const ofMachine = /^metrics\.history$|^last-[a-z]+\.json$/
  return readdirSync(dataDir).filter((name) => {
    return !apart.test(name) && !ofMachine.test(name) && statSync(join(dataDir, name)).isFile()
  })
}
