import type { Dirent } from 'node:fs'
import { type FileHandle, lstat, readdir, realpath, stat } from 'node:fs/promises'
import { Conflict, NotFound } from '../../base/errors.ts'
import {
  type FolderContent,
  type FolderFile,
  LinkInTheWay,
  type Place,
  type SourceFolder,
  type Unopened,
} from '../../domain/folders/ports.ts'
import { nameOf, openBelow, type RealPlace } from './open-below.ts'

/** Of a file that is read: fewer and larger pieces cost the event loop less. */
const pieceBytes = 256 * 1024
const lookedAtOnce = 64

type Walking = NonNullable<Parameters<SourceFolder['files']>[0]>

/** The folder that a command names, which may be a link itself. Throws NotFound. */
export async function openSourceFolder(folder: string): Promise<SourceFolder> {
  const root = await realFolder(folder)
  return sourceAt({ root, path: '' }, folder)
}

/** A folder below one that a setting names. Throws NotFound. */
export async function openFolderBelow({ root, path }: Place): Promise<SourceFolder> {
  const place = { root: await realFolder(root), path }
  await (await openFolderAt(place)).close()
  return sourceAt(place, path === '' ? root : `${root}/${path}`)
}

/** What lies in it. Throws NotFound. */
export async function lookBelow({ root, path }: Place): Promise<FolderContent> {
  const { folders, files } = await contentOf({ root: await realFolder(root), path })
  const bytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
  return { folders: folders.sort(), files: files.length, bytes }
}

/** Throws NotFound for what is no folder. */
export async function realFolder(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => undefined)
  const isFolder = real !== undefined && (await stat(real).catch(() => undefined))?.isDirectory()
  if (real === undefined || !isFolder) throw new NotFound('folder')
  return real
}

function sourceAt(place: RealPlace, name: string): SourceFolder {
  const below = (path: string) => ({ ...place, path: joined(place.path, path) })
  return {
    name,
    files: (options = {}) => filesUnder(place, options),
    async head(path, bytes) {
      try {
        await using handle = await openBelow(below(path), 'file')
        const head = Buffer.alloc(bytes)
        const { bytesRead } = await handle.read(head, 0, bytes, 0)
        return head.toString('hex', 0, bytesRead)
      } catch {
        return ''
      }
    },
    async *read(path, signal) {
      const handle = await openBelow(below(path), 'file')
      const { size } = await handle.stat()
      // Most files are small: what a stream costs besides is more than what it reads.
      const small = size > pieceBytes ? undefined : await wholeOf(handle, size)
      if (small === undefined) yield* handle.createReadStream({ ...inPieces, signal })
      else yield small
    },
  }
}

/** From the start, wherever somebody has read to. */
const inPieces = { highWaterMark: pieceBytes, start: 0 }

/** Closes it. Undefined where it is shorter by now, or comes in pieces: it stays open then. */
async function wholeOf(handle: FileHandle, size: number): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await handle.read(bytes, 0, size, 0)
  if (bytesRead < size) return undefined
  await handle.close()
  return bytes
}

async function filesUnder(
  place: RealPlace,
  { onUnopened = () => {}, filesMax = Number.POSITIVE_INFINITY, signal }: Walking,
): Promise<FolderFile[]> {
  const found: FolderFile[] = []
  const waiting = ['']
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    signal?.throwIfAborted()
    const folder = { ...place, path: joined(place.path, at) }
    const { folders, files, unopened } = await contentOf(folder).catch(() => closed(at))
    for (const one of unopened) onUnopened({ ...one, path: joined(at, one.path) || '.' })
    for (const name of folders) waiting.push(joined(at, name))
    for (const file of files) found.push({ ...file, path: joined(at, file.path) })
    if (found.length > filesMax) throw tooMany(filesMax)
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

type Content = { folders: string[]; files: FolderFile[]; unopened: readonly Unopened[] }

/** What begins with a dot is left out; so are links, which could lead anywhere. */
async function contentOf(place: RealPlace): Promise<Content> {
  await using handle = await openFolderAt(place)
  const name = nameOf(handle, place)
  const all = await readdir(name, { withFileTypes: true })
  const entries = all.filter((entry) => !entry.name.startsWith('.'))
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return { folders, ...(await filesIn(name, entries)) }
}

function closed(path: string): Content {
  const reason = isMisread(path) ? notUtf8 : unenterable.reason
  return { folders: [], files: [], unopened: [{ path: '', reason }] }
}

const unenterable = { path: '', reason: 'This folder cannot be opened.' }
const notUtf8 = 'The name is not UTF-8: rename it.'

/** Node puts this letter for bytes that are none, and nothing is found under such a name. */
const isMisread = (name: string) => name.includes('\ufffd')

/** Nor is there one of a name that is longer than any may be. */
const noFolder = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'])

async function openFolderAt(place: RealPlace) {
  return await openBelow(place, 'folder').catch((error: Error) => {
    const { code } = error as NodeJS.ErrnoException
    const isNone = noFolder.has(code ?? '') || error instanceof LinkInTheWay
    throw isNone ? new NotFound('folder') : error
  })
}

async function filesIn(
  folder: string,
  entries: readonly Dirent[],
): Promise<Omit<Content, 'folders'>> {
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  const files: FolderFile[] = []
  // Of a folder that may be listed and not entered, each of its files says so.
  const unopened = new Map<string, Unopened>()
  for (let from = 0; from < names.length; from += lookedAtOnce) {
    const some = names.slice(from, from + lookedAtOnce)
    const stats = await Promise.all(
      some.map((one) => lstat(`${folder}/${one}`).catch((error) => unseen(one, error))),
    )
    for (const [at, path] of some.entries()) {
      const found = stats[at]
      if (found && 'reason' in found) unopened.set(found.path, found)
      else if (found?.isFile())
        files.push({ path, sizeBytes: found.size, modifiedMs: found.mtimeMs })
    }
  }
  return { files, unopened: [...unopened.values()] }
}

/** Undefined for what went away meanwhile. */
function unseen(path: string, { code }: NodeJS.ErrnoException): Unopened | undefined {
  if (code === 'EACCES') return unenterable
  if (code !== 'ENOENT') return { path, reason: 'This file cannot be looked at.' }
  return isMisread(path) ? { path, reason: notUtf8 } : undefined
}

function joined(...names: readonly string[]): string {
  return names.filter((name) => name !== '').join('/')
}

function tooMany(filesMax: number): Conflict {
  const message = `There are more than ${filesMax} files in this folder: take folders within it.`
  return new Conflict({ reason: 'too_many_files', message, facts: { files_max: filesMax } })
}
