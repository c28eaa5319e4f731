import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of an archive: its place in it, and what it must be. */
export type ArchiveFile = { name: string; size_bytes: number; sha256: string }

export type RecordFile = ArchiveFile & { rows: number }
export type BlobFile = ArchiveFile & { object_id: string }

/** The first thing to read of an archive. Its members are the format: additions are allowed. */
export type ArchiveManifest = {
  kind: 'kontor tenant export 1'
  /** Of the program that wrote it. */
  version: string
  created_at: string
  /** Tells the installation that it comes from. */
  instance_id: string
  tenant: { tenant_id: string; name: string }
  records: RecordFile[]
  blobs: BlobFile[]
  /** Objects whose bytes were not there or were not those that were uploaded. */
  missing_blobs: string[]
}

export const manifestName = 'manifest.json'
/** In the form of `sha256sum --check`: every other file, the manifest first. */
export const sumsName = 'SHA256SUMS'

/** An archive or a place that is not taken: told to the operator as it is. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused'
}

export function sumsOf(files: readonly Pick<ArchiveFile, 'name' | 'sha256'>[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
}

/** Throws ArchiveRefused for what is no archive of ours, and one that a newer version wrote. */
export function readArchiveManifest(folder: string): ArchiveManifest {
  const file = join(folder, manifestName)
  if (!existsSync(file))
    throw new ArchiveRefused(
      `${folder} has no ${manifestName}: name a folder that kontor tenant export wrote.`,
    )
  let manifest: ArchiveManifest
  try {
    manifest = JSON.parse(readFileSync(file, 'utf8')) as ArchiveManifest
  } catch {
    throw new ArchiveRefused(`${file} is damaged: it is no JSON.`)
  }
  if (manifest?.kind !== 'kontor tenant export 1') {
    throw new ArchiveRefused(`${file} is of a kind that this version does not know.`)
  }
  const lists = [manifest.records, manifest.blobs, manifest.missing_blobs]
  const { instance_id: instance, tenant } = manifest
  const texts = [instance, tenant?.tenant_id, tenant?.name]
  if (!lists.every(Array.isArray) || !texts.every((text) => typeof text === 'string')) {
    throw new ArchiveRefused(`${file} is damaged: members are missing.`)
  }
  return manifest
}
