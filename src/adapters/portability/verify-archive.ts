import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile } from '../backup/copy-file.ts'
import { type Meter, noMeter } from '../backup/meter.ts'
import {
  type ArchiveFile,
  type ArchiveManifest,
  ArchiveRefused,
  manifestName,
  readArchiveManifest,
  sumsName,
  sumsOf,
} from './archive.ts'

/**
 * Reads every byte of an archive and holds it against its manifest. Throws ArchiveRefused with the
 * first things that are wrong: damaged, incomplete, with more in it than it says, or foreign.
 */
export async function verifyArchive(folder: string, meter = noMeter): Promise<ArchiveManifest> {
  const manifest = readArchiveManifest(folder)
  const files: ArchiveFile[] = [...manifest.records, ...manifest.blobs]
  const strange = files.filter(({ name }) => !isOurs(name))
  if (strange.length > 0) throw refused(strange.map(({ name }) => `${name} is no name of ours`))
  const text = await readFile(join(folder, manifestName))
  const own = { name: manifestName, sha256: createHash('sha256').update(text).digest('hex') }
  const sums = await readFile(join(folder, sumsName), 'utf8').catch(() => '')
  if (sums !== sumsOf([own, ...files])) {
    throw refused([`${sumsName} does not fit ${manifestName}: one of them was changed`])
  }
  const problems: string[] = []
  for (const file of files) {
    const problem = await problemOf(folder, file, meter)
    if (problem) problems.push(`${file.name} ${problem}`)
  }
  const known = new Set([manifestName, sumsName, ...files.map(({ name }) => name)])
  const more = (await filesIn(folder)).filter((name) => !known.has(name))
  problems.push(...more.map((name) => `${name} is not in the manifest`))
  if (problems.length > 0) throw refused(problems)
  return manifest
}

/** Never a way out of the folder. */
function isOurs(name: unknown): boolean {
  return typeof name === 'string' && /^(records|blobs)\/[a-z0-9_-]+(\.[a-z0-9]{1,10})?$/.test(name)
}

async function problemOf(...args: [string, ArchiveFile, Meter]): Promise<string | undefined> {
  const [folder, { name, size_bytes: size, sha256 }, meter] = args
  const path = join(folder, name)
  const entry = await lstat(path).catch(() => undefined)
  if (!entry) return 'is missing'
  if (!entry.isFile()) return 'is no file'
  if (entry.size !== size) return `has ${entry.size} bytes instead of ${size}`
  const isWhole = (await hashFile(path, meter)).sha256 === sha256
  return isWhole ? undefined : 'is damaged: its checksum is wrong'
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

const toldMax = 5

function refused(problems: readonly string[]): ArchiveRefused {
  const more = problems.length > toldMax ? `; and ${problems.length - toldMax} more` : ''
  const told = problems.slice(0, toldMax).join('; ')
  return new ArchiveRefused(`The archive is not taken: ${told}${more}.`)
}
