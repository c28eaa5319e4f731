import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { hmac, sameBytes } from '../../base/secrets.ts'

/** A file as it was before encryption, and as it lies in the backup. */
export type BackupFile = {
  /** Within the set; a blob lies in the folder of blobs, which all sets share. */
  name: string
  sizeBytes: number
  /** Of the bytes in the backup: what can be checked without an identity. */
  sha256: string
}

/** A growing file has its bytes in the set itself: the shared ones never change. */
export type BackupBlob = BackupFile & { key: string; open?: true }

export type BackupCounts = Readonly<Record<string, number>>

export type Manifest = {
  kind: 'kontor backup 1'
  version: string
  createdAt: string
  /** The same in all sets of one installation (set-meant.ts); earlier versions had none. */
  installation?: string
  /** The age recipient that everything is encrypted to; null: nothing is encrypted. */
  recipient: string | null
  /** Fingerprint of a master key that was given from outside and so is not in the backup. */
  masterKeyElsewhere: string | null
  /** An operator's embedding model that was not copied. */
  model: string | null
  blobFolder: string
  files: BackupFile[]
  blobs: BackupBlob[]
  counts: BackupCounts
  ledgerHead: string
  /** What was wrong in the data folder itself while the backup was made. */
  problems: string[]
}

export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

export const manifestName = 'manifest.json'
const setForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/

export function setNameOf(atMs: number): string {
  return new Date(atMs).toISOString().replace(/[:.]/g, '-')
}

export function setTimeMs(set: string): number {
  const [day = '', time = ''] = set.split('T')
  const [hours, minutes, seconds, ms] = time.replace('Z', '').split('-')
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`)
}

/** The sets of a backup folder, oldest first; those without a manifest were never finished. */
export function setsIn(folder: string): { whole: string[]; unfinished: string[] } {
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => setForm.test(name))
        .sort()
    : []
  const isWhole = (name: string) => existsSync(join(folder, name, manifestName))
  return {
    whole: names.filter(isWhole),
    unfinished: names.filter((name) => !isWhole(name)),
  }
}

/** The manifest is written last and under another name first: where it is, all of it is. */
export async function writeManifest(set: string, manifest: Manifest, key: Buffer): Promise<void> {
  const text = JSON.stringify(manifest)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const file = join(set, manifestName)
  await using handle = await open(`${file}.new`, 'w', 0o600)
  await handle.writeFile(`${sha256} ${hmac(key, text).toString('hex')}\n${text}\n`)
  await handle.sync()
  await rename(`${file}.new`, file)
  await using folder = await open(set, 'r')
  await folder.sync()
}

/** A manifest, and whether somebody with a key wrote just this. */
export type SignedManifest = {
  manifest: Manifest
  isSigned: boolean
  isSignedWith(key: Buffer): boolean
}

/** Throws BackupRefused for a set that was not finished or whose manifest was damaged. */
export function readManifest(set: string): SignedManifest {
  const file = join(set, manifestName)
  if (!existsSync(file)) {
    throw new BackupRefused(`${set} is no whole backup: it was not finished. Take another one.`)
  }
  const [sums = '', ...rest] = readFileSync(file, 'utf8').split('\n')
  const [sha256, mac = ''] = sums.split(' ')
  const text = rest.join('\n').replace(/\n$/, '')
  if (createHash('sha256').update(text).digest('hex') !== sha256) {
    throw new BackupRefused(`${file} was changed or damaged: its checksum does not fit.`)
  }
  const manifest = JSON.parse(text) as Manifest
  if (manifest.kind !== 'kontor backup 1') {
    throw new BackupRefused(`${file} is of a kind that this version does not know.`)
  }
  for (const name of namesOf(manifest)) {
    if (!staysInside(name)) {
      throw new BackupRefused(`${file} names a file outside of its folder: ${name}.`)
    }
  }
  return {
    manifest,
    isSigned: mac !== '',
    isSignedWith: (key) => sameBytes(Buffer.from(mac, 'hex'), hmac(key, text)),
  }
}

/** Every name that becomes a path when the set is read or restored. */
function namesOf({ blobFolder, files, blobs }: Manifest): string[] {
  return [blobFolder, ...files.map(({ name }) => name), ...blobs.flatMap((b) => [b.name, b.key])]
}

/** The checksum shows damage, not intent: whoever alters a manifest can make it anew. */
function staysInside(name: string): boolean {
  if (name.includes('\0') || name.includes('\\')) return false
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}
