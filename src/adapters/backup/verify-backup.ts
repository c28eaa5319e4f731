import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Signer, signerOf, type Trust } from './authenticity.ts'
import { checkDatabase } from './check-database.ts'
import type { Cipher } from './cipher.ts'
import { copyFile, hashFile } from './copy-file.ts'
import { ledgerHead, namedBlobs, openDatabase, rowCounts } from './database-facts.ts'
import {
  type BackupFile,
  BackupRefused,
  type Manifest,
  readManifest,
  type SignedManifest,
} from './manifest.ts'
import { type Meter, noMeter, Stopped } from './meter.ts'
import { setMeant } from './set-meant.ts'

export type VerifiedBackup = {
  set: string
  manifest: Manifest
  files: number
  bytes: number
  /** Whether the database itself was opened; an encrypted one needs an identity. */
  isDatabaseChecked: boolean
  signer: Signer
  problems: string[]
}

/**
 * Reads every byte of a backup and compares it with the manifest, and the database inside with what
 * the manifest says of it. Throws BackupRefused where there is no whole backup.
 */
export async function verifyBackup(request: {
  folder: string
  cipher?: Cipher | undefined
  trust?: Trust | undefined
  meter?: Meter
}): Promise<VerifiedBackup> {
  const { meter = noMeter, cipher, trust = {} } = request
  const { root, set } = setMeant(request.folder, trust)
  const signed = readManifest(set)
  const { manifest } = signed
  refuseDowngrade(manifest, cipher)
  const signer = await signerOfSet({ set, signed, cipher, trust })
  const problems = [...manifest.problems]
  let bytes = 0
  const places = placesOf({ root, set, manifest })
  for (const { sizeBytes } of places) meter.expect(sizeBytes)
  for (const place of places) {
    bytes += place.sizeBytes
    const problem = await problemOf(place, meter)
    if (problem !== undefined) problems.push(problem)
  }
  const isReadable = manifest.recipient === null || cipher !== undefined
  if (isReadable && problems.length === manifest.problems.length) {
    problems.push(...(await databaseProblems({ set, manifest, cipher, meter })))
  }
  return {
    set,
    manifest,
    files: places.length,
    bytes,
    problems,
    isDatabaseChecked: isReadable,
    signer,
  }
}

/** Who holds the key of a backup knows that it is encrypted: one that is not was put there. */
export function refuseDowngrade({ recipient }: Manifest, cipher: Cipher | undefined): void {
  if (recipient !== null || cipher === undefined) return
  throw new BackupRefused(
    'The backup is not encrypted, and --identity was given: leave it out if you mean this one.',
  )
}

type Signed = { set: string; signed: SignedManifest; cipher: Cipher | undefined; trust: Trust }

/** Its secrets are opened in a folder of their own, if they can be. */
async function signerOfSet({ set, signed, cipher, trust }: Signed): Promise<Signer> {
  const { files, recipient } = signed.manifest
  if (recipient !== null && !cipher) return signerOf(signed, { trust, own: undefined })
  const own = await mkdtemp(join(tmpdir(), 'kontor-secrets-'))
  try {
    const isOpen = await openSecrets({
      set,
      files,
      own,
      cipher: recipient === null ? undefined : cipher,
    })
    return signerOf(signed, { trust, own: isOpen ? own : undefined })
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

type Opening = { set: string; files: BackupFile[]; own: string; cipher: Cipher | undefined }

/** False: what is missing or damaged is said of each file. */
async function openSecrets({ set, files, own, cipher }: Opening): Promise<boolean> {
  const secrets = files.filter(({ name }) => /^secret\.(key|ring)(\.age)?$/.test(name))
  try {
    for (const { name } of secrets) {
      const to = join(own, name.replace(/\.age$/, ''))
      await copyFile({ from: join(set, name), to, cipher })
    }
    return true
  } catch {
    return false
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
    if (error instanceof Stopped) throw error
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? `${name} is missing` : `${name} cannot be read: ${message}`
  }
}

type Checked = { set: string; manifest: Manifest; cipher: Cipher | undefined; meter: Meter }

async function databaseProblems({ set, manifest, cipher, meter }: Checked): Promise<string[]> {
  const name = manifest.recipient === null ? 'kontor.db' : 'kontor.db.age'
  const folder = await mkdtemp(join(tmpdir(), 'kontor-verify-'))
  const file = join(folder, 'kontor.db')
  try {
    await copyFile({
      from: join(set, name),
      to: file,
      cipher: manifest.recipient === null ? undefined : cipher,
    })
    return await problemsIn(file, manifest, meter)
  } catch (error) {
    if (error instanceof Stopped) throw error
    return [`${name} cannot be read: ${(error as Error).message}`]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What the database says otherwise than the manifest. */
export async function problemsIn(
  file: string,
  manifest: Manifest,
  meter: Meter,
): Promise<string[]> {
  const damage = await checkDatabase(file, meter)
  if (damage.length > 0) return damage.map((line) => `kontor.db is damaged: ${line}`)
  const raw = openDatabase(file)
  try {
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
