import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readMarker } from '../../base/installation.ts'
import { ofFileSystem } from '../../base/owner.ts'
import { revokeMark } from '../../base/revoke-mark.ts'
import { blobPath } from '../blobs/blob-files.ts'
import { markRestored } from '../blobs/disk-mark.ts'
import { placesIn } from '../blobs/read-blobs.ts'
import { signerOf, type Trust } from './authenticity.ts'
import type { Cipher } from './cipher.ts'
import { copyFile, hashFile } from './copy-file.ts'
import { type BackupFile, BackupRefused, type Manifest, readManifest } from './manifest.ts'
import { type Meter, noMeter, Stopped } from './meter.ts'
import { setMeant } from './set-meant.ts'
import { problemsIn, refuseDowngrade, type VerifiedBackup } from './verify-backup.ts'
import { type WorksAgain, worksIn } from './works-again.ts'

/** The problems are what the data folder itself lacked when the backup was made. */
export type RestoreReport = Omit<VerifiedBackup, 'isDatabaseChecked'> & {
  /** What was open then: if it was ended since, it works again. */
  worksAgain: WorksAgain
}

/** Of a folder that a restore fills where it is. */
const draftName = '.restoring-'
const database = 'kontor.db'

/**
 * Puts a backup into a folder that is not there yet: beside it first, checked there, and then under
 * its name. So a folder under that name is a whole one. An empty folder may be a volume, which
 * cannot be replaced: there the draft lies in it, and the database, which makes it a data folder,
 * comes out last. Throws BackupRefused.
 */
export async function restoreBackup(request: {
  folder: string
  dataDir: string
  cipher?: Cipher | undefined
  trust?: Trust | undefined
  nowMs: number
  /** All that is open in it is to be ended before anybody uses the folder. */
  revoke?: boolean | undefined
  meter?: Meter
}): Promise<RestoreReport> {
  const { dataDir, cipher, meter = noMeter, trust = {}, nowMs } = request
  const { root, set } = setMeant(request.folder, trust)
  const signed = readManifest(set)
  const { manifest } = signed
  refuseFull(dataDir, manifest)
  refuseDowngrade(manifest, cipher)
  if (manifest.recipient !== null && !cipher) {
    throw new BackupRefused('The backup is encrypted: give the key file with --identity.')
  }
  const draft = await draftFor(dataDir)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const work = { draft, meter, cipher: manifest.recipient === null ? undefined : cipher }
    const bytes = await copyAll({ ...work, root, set, manifest })
    const signer = signerOf(signed, { trust, own: draft })
    const damage = await problemsIn(join(draft, database), manifest, meter)
    const known = new Set(manifest.problems)
    const isNew = (line: string) => !known.has(line) && !lacksKnown(line, manifest)
    const wrong = damage.filter(isNew)
    if (wrong.length > 0) throw new BackupRefused(`The backup is not whole: ${wrong.join('; ')}.`)
    await markPlace(draft)
    const worksAgain = worksIn(join(draft, database), nowMs)
    if (request.revoke) await markToRevoke(draft)
    await settle({ draft, dataDir })
    const files = manifest.files.length + manifest.blobs.length
    return { set, manifest, files, bytes, signer, worksAgain, problems: manifest.problems }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function markPlace(draft: string): Promise<void> {
  const [marker, place] = [readMarker(draft), placesIn(draft).get('disk')]
  if (typeof marker !== 'object' || place === undefined) return
  const folder = join(draft, 'blobs')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  markRestored(folder, { installation: marker.id, place })
}

async function markToRevoke(draft: string): Promise<void> {
  await using handle = await open(join(draft, revokeMark), 'wx', 0o600)
  await handle.sync()
}

/** A blob that was missing already is said as such, and is no reason to lose the rest. */
function lacksKnown(line: string, { problems }: Manifest): boolean {
  const key = /^the backup lacks (\S+),/.exec(line)?.[1]
  return key !== undefined && problems.some((problem) => problem.includes(key))
}

/** What an earlier restore left that was cut short goes. */
async function draftFor(dataDir: string): Promise<string> {
  if (!existsSync(dataDir)) return `${dataDir}.restoring-${process.pid}`
  for (const name of namesIn(dataDir)) await rm(join(dataDir, name), { recursive: true })
  return join(dataDir, `${draftName}${process.pid}`)
}

function refuseFull(dataDir: string, { files }: Manifest): void {
  if (!existsSync(dataDir)) return
  const names = namesIn(dataDir)
  // Beside a draft and without a database, what a restore puts there is of one that was cut short.
  const drafts = names.filter((name) => name.startsWith(draftName))
  const ours = new Set([...drafts, 'blobs', revokeMark, ...files.map(topName)])
  const isCutShort = drafts.length > 0 && !names.includes(database)
  if (names.length === 0 || (isCutShort && names.every((name) => ours.has(name)))) return
  throw new BackupRefused(
    `${dataDir} is not empty. Restore into a folder that is not there yet or has nothing in it.`,
  )
}

function topName({ name }: BackupFile): string {
  return name.replace(/\.age$/, '').replace(/\/.*$/, '')
}

function namesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name !== ofFileSystem)
}

type Copying = {
  root: string
  set: string
  manifest: Manifest
  draft: string
  cipher: Cipher | undefined
  meter: Meter
}

async function copyAll(copying: Copying): Promise<number> {
  const { root, set, manifest, draft, cipher, meter } = copying
  let bytes = 0
  // Each is read where it lies, and what was copied is read again.
  for (const { sizeBytes } of [...manifest.files, ...manifest.blobs]) meter.expect(2 * sizeBytes)
  const put = async (file: BackupFile, place: { from: string; to: string }) => {
    const from = await hashFile(place.from, meter).catch(unlessStopped)
    if (from?.sha256 !== file.sha256) {
      throw new BackupRefused(`${file.name} is missing, altered or damaged: nothing was restored.`)
    }
    bytes += (await copyFile({ ...place, cipher, meter })).sizeBytes
  }
  for (const file of manifest.files) {
    const to = join(draft, file.name.replace(/\.age$/, ''))
    await put(file, { from: join(set, file.name), to })
  }
  for (const blob of manifest.blobs) {
    const folder = blob.open ? set : join(root, manifest.blobFolder)
    const to = blobPath({ folder: join(draft, 'blobs'), key: blob.key })
    await put(blob, { from: join(folder, blob.name), to })
  }
  return bytes
}

function unlessStopped(error: unknown): undefined {
  if (error instanceof Stopped) throw error
}

/** The names are on the disk before the folder gets its own. */
async function settle({ draft, dataDir }: { draft: string; dataDir: string }): Promise<void> {
  const folders = (await readdir(draft, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const folder of [...folders, draft]) await sync(folder)
  if (basename(draft).startsWith(draftName)) await comeOut({ draft, dataDir })
  else await rename(draft, dataDir)
  await sync(dirname(dataDir))
}

async function comeOut({ draft, dataDir }: { draft: string; dataDir: string }): Promise<void> {
  // Whose folder it is may be another's matter; doctor says when it is open to others.
  await chmod(dataDir, 0o700).catch(() => {})
  const others = (await readdir(draft)).filter((name) => name !== database)
  for (const name of [...others, database]) {
    await rename(join(draft, name), join(dataDir, name))
    await sync(dataDir)
  }
  await rm(draft, { recursive: true })
}

async function sync(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
