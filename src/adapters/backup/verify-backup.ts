import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cipher } from './cipher.ts'
import { copyFile, hashFile } from './copy-file.ts'
import { damageOf, ledgerHead, namedBlobs, openDatabase, rowCounts } from './database-facts.ts'
import { type BackupFile, type Manifest, readManifest, setMeant } from './manifest.ts'
import { type Meter, noMeter } from './meter.ts'

export type VerifiedBackup = {
  set: string
  manifest: Manifest
  files: number
  bytes: number
  /** Whether the database itself was opened; an encrypted one needs an identity. */
  isDatabaseChecked: boolean
  problems: string[]
}

/**
 * Reads every byte of a backup and compares it with the manifest, and the database inside with what
 * the manifest says of it. Throws BackupRefused where there is no whole backup.
 */
export async function verifyBackup(request: {
  folder: string
  cipher?: Cipher | undefined
  meter?: Meter
}): Promise<VerifiedBackup> {
  const { meter = noMeter } = request
  const { root, set } = setMeant(request.folder)
  const manifest = readManifest(set)
  const problems = [...manifest.problems]
  let bytes = 0
  const places = placesOf({ root, set, manifest })
  for (const { sizeBytes } of places) meter.expect(sizeBytes)
  for (const place of places) {
    bytes += place.sizeBytes
    const problem = await problemOf(place, meter)
    if (problem !== undefined) problems.push(problem)
  }
  const isReadable = manifest.recipient === null || request.cipher !== undefined
  if (isReadable && problems.length === manifest.problems.length) {
    problems.push(...(await databaseProblems({ set, manifest, cipher: request.cipher })))
  }
  return {
    set,
    manifest,
    files: places.length,
    bytes,
    problems,
    isDatabaseChecked: isReadable,
  }
}

type Place = BackupFile & { file: string }

export function placesOf(backup: { root: string; set: string; manifest: Manifest }): Place[] {
  const { root, set, manifest } = backup
  return [
    ...manifest.files.map((file) => ({ ...file, file: join(set, file.name) })),
    ...manifest.blobs.map((blob) => {
      const folder = blob.open ? set : join(root, manifest.blobFolder)
      return { ...blob, file: join(folder, blob.name) }
    }),
  ]
}

async function problemOf(place: Place, meter: Meter): Promise<string | undefined> {
  const { file, name, sha256 } = place
  try {
    const found = await hashFile(file, meter)
    return found.sha256 === sha256 ? undefined : `${name} was altered or damaged`
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? `${name} is missing` : `${name} cannot be read: ${message}`
  }
}

type Checked = { set: string; manifest: Manifest; cipher: Cipher | undefined }

async function databaseProblems({ set, manifest, cipher }: Checked): Promise<string[]> {
  const name = manifest.recipient === null ? 'kontor.db' : 'kontor.db.age'
  const folder = await mkdtemp(join(tmpdir(), 'kontor-verify-'))
  const file = join(folder, 'kontor.db')
  try {
    await copyFile({
      from: join(set, name),
      to: file,
      cipher: manifest.recipient === null ? undefined : cipher,
    })
    return problemsIn(file, manifest)
  } catch (error) {
    return [`${name} cannot be read: ${(error as Error).message}`]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the database says otherwise than the manifest. */
export function problemsIn(file: string, manifest: Manifest): string[] {
  const raw = openDatabase(file)
  try {
    const damage = damageOf(raw).map((line) => `kontor.db is damaged: ${line}`)
    if (damage.length > 0) return damage
    const has = new Set(manifest.blobs.map(({ key }) => key))
    const lacks = namedBlobs(raw).filter(({ key, isNeeded }) => isNeeded && !has.has(key))
    const counts = rowCounts(raw)
    const differs = Object.keys(manifest.counts).filter(
      (table) => counts[table] !== manifest.counts[table],
    )
    return [
      ...lacks.map(({ key }) => `the backup lacks ${key}, which the database names`),
      ...differs.map((table) => `${table} has other rows than when the backup was made`),
      ...(ledgerHead(raw) === manifest.ledgerHead ? [] : ['the ledger ends elsewhere']),
    ]
  } finally {
    raw.close()
  }
}
