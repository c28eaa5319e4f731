import { createHash } from 'node:crypto'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'

/** What is packed into the single file. The id names its version and its contents. */
export type Manifest = {
  id: string
  /** The native module that shows whether code may be loaded from a folder. */
  probe: string
  files: readonly PackedFile[]
}
export type PackedFile = { path: string; sizeBytes: number; sha256: string }

export type Pack = {
  manifest: Manifest
  /** The compressed bytes of one of its files. */
  read(path: string): Uint8Array
  /** Loads a native file; throws what the system says. */
  load(file: string): void
}

/** Where the files lie, and whether they were put there just now. */
export type Unpacked = { folder: string; isNew: boolean }

/** Nothing could be unpacked anywhere; the message says why, place by place. */
export class NoPlace extends Error {
  override readonly name = 'NoPlace'
}

const unpackingName = /^unpacking-/
const staleMs = 3_600_000

/**
 * The folder with the unpacked files, in the first of the places that can hold it. Whoever is first
 * unpacks into a folder of another name and renames it when all is there and right. Throws NoPlace.
 */
export function unpack(pack: Pack, places: readonly string[]): Unpacked {
  const refusals: string[] = []
  for (const place of places) {
    try {
      return unpackInto(place, pack)
    } catch (error) {
      refusals.push(`  ${place}: ${reasonOf(error as NodeJS.ErrnoException)}`)
    }
  }
  throw new NoPlace(
    [
      'There is no folder to unpack into, from which native code may be loaded:',
      ...refusals,
      'KONTOR_CACHE_DIR names one: your own, writable, on a file system without noexec.',
    ].join('\n'),
  )
}

function unpackInto(place: string, pack: Pack): Unpacked {
  mkdirSync(place, { recursive: true, mode: 0o700 })
  requireOwn(place)
  const folder = join(place, pack.manifest.id)
  const isNew = !isWhole(folder, pack.manifest)
  if (isNew) replace(folder, { place, pack })
  pack.load(join(folder, pack.manifest.probe))
  return { folder, isNew }
}

class Foreign extends Error {
  override readonly name = 'Foreign'
}

/** Whoever else could write there could have this program run anything. */
function requireOwn(place: string): void {
  const self = process.getuid?.()
  // Windows keeps its own lists of who may write where.
  if (self === undefined) return
  const { uid, mode } = lstatSync(place)
  if (uid !== self && uid !== 0) throw new Foreign('it belongs to another user')
  if ((mode & 0o022) !== 0) throw new Foreign('others may write there')
}

/** Sizes tell a copy that was cut short; hashes were compared when it was written. */
function isWhole(folder: string, { files }: Manifest): boolean {
  try {
    return files.every(({ path, sizeBytes }) => statSync(join(folder, path)).size === sizeBytes)
  } catch {
    return false
  }
}

function replace(folder: string, { place, pack }: { place: string; pack: Pack }): void {
  const unpacking = mkdtempSync(join(place, 'unpacking-'))
  const { files, probe } = pack.manifest
  const lay = (some: readonly PackedFile[]) => {
    for (const file of some) write(file, { pack, folder: unpacking })
  }
  try {
    // Before it has its name: a folder that cannot be used is none. And before all others: where
    // code may not be loaded, each start would unpack 120 MB in vain.
    lay(files.filter(({ path }) => path === probe))
    pack.load(join(unpacking, probe))
    lay(files.filter(({ path }) => path !== probe))
    takeName(unpacking, { folder, manifest: pack.manifest })
  } finally {
    rmSync(unpacking, { recursive: true, force: true })
  }
  removeOthers(place, pack.manifest)
}

function write(file: PackedFile, { pack, folder }: { pack: Pack; folder: string }): void {
  const bytes = zstdDecompressSync(pack.read(file.path))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== file.sha256) throw new Error(`${file.path} in this program is damaged`)
  const path = join(folder, file.path)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, bytes, { mode: 0o600 })
}

/** Another process may have been quicker; a copy that is not whole makes way. */
function takeName(
  unpacked: string,
  { folder, manifest }: { folder: string; manifest: Manifest },
): void {
  for (const _ of [1, 2, 3]) {
    try {
      renameSync(unpacked, folder)
      return
    } catch (error) {
      if (isWhole(folder, manifest)) return
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
      rmSync(folder, { recursive: true, force: true })
    }
  }
  throw new Error('another process is in the way')
}

const users = 'users'

/** Notes that this process uses the folder, so that a newer version leaves it there. */
export function noteUse(folder: string): () => void {
  const note = join(folder, users, String(process.pid))
  try {
    mkdirSync(join(folder, users), { recursive: true, mode: 0o700 })
    writeFileSync(note, '')
  } catch {
    // A folder that cannot be written is not cleared either.
  }
  return () => rmSync(note, { force: true })
}

/** Other versions that nobody runs any more, and what was left of an unpacking cut short. */
function removeOthers(place: string, { id }: Manifest): void {
  for (const name of readdirSync(place)) {
    const path = join(place, name)
    const isOther = /^\d+\.\d+\.\d+.*-[0-9a-f]{12}$/.test(name) && name !== id && !isUsed(path)
    const isStale = unpackingName.test(name) && isOld(path)
    if (isOther || isStale) rmSync(path, { recursive: true, force: true })
  }
}

/** Whoever unpacks beside us may be done with it by now. */
function isOld(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > staleMs
}

function isUsed(folder: string): boolean {
  try {
    return readdirSync(join(folder, users)).some((pid) => isAlive(Number(pid)))
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function reasonOf(error: NodeJS.ErrnoException): string {
  const { code, message } = error
  if (/failed to map segment|Operation not permitted/.test(message)) {
    return 'it is mounted with noexec: native code cannot be loaded from it'
  }
  const known: Record<string, string> = {
    EACCES: 'it cannot be written',
    EROFS: 'its file system is read-only',
    ENOSPC: 'its file system is full',
    EDQUOT: 'the quota is used up',
    ENOTDIR: 'it is no folder',
    EEXIST: 'it is no folder',
  }
  return (code && known[code]) ?? message
}
