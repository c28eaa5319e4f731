import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesOf } from '../base/open-bytes.ts'
import { giveToOwner } from '../base/owner.ts'
import type { PageName, PageShelf, ShelvedPage } from '../domain/ingest/ports.ts'

/** `<blob key>.<page>.<width>`; what has another name was being drawn when the server went. */
const nameForm = /^obj_[0-9a-z]{26}-[0-9a-f]{10}\.\d+\.\d+$/
const headBytes = 12

type Shelf = {
  folder: string
  maxBytes: number
  /** The size of each picture; what was looked at last stands last. */
  sizes: Map<string, number>
}

/**
 * Pictures of pages as files of a folder that holds no more than so many bytes: what nobody looked
 * at for the longest time goes first. All of it can be drawn again, so it is in no backup.
 */
export function openPageShelf(place: {
  folder: string
  dataDir: string
  maxBytes: number
}): PageShelf {
  const { folder, dataDir, maxBytes } = place
  const shelf: Shelf = { folder, maxBytes, sizes: new Map() }
  let ready: Promise<void> | undefined
  const whenReady = () => {
    ready ??= lookThrough(shelf, dataDir)
    return ready
  }
  const making = new Map<string, Promise<void>>()

  return {
    async open(page, draw) {
      await whenReady()
      const name = nameOf(page)
      const there = await openShelved(shelf, name)
      if (there) return there
      const work = making.get(name) ?? make(shelf, name, draw).finally(() => making.delete(name))
      making.set(name, work)
      await work
      return openShelved(shelf, name)
    },
    async clear(objectId) {
      await whenReady()
      const mine = [...shelf.sizes.keys()].filter((name) => name.startsWith(`${objectId}-`))
      for (const name of mine) await remove(shelf, name)
    },
  }
}

function nameOf({ blobKey, page, width }: PageName): string {
  return `${blobKey}.${page}.${width}`
}

/** What an earlier run of the server left, the oldest first. */
async function lookThrough(shelf: Shelf, dataDir: string): Promise<void> {
  const { folder, sizes } = shelf
  await mkdir(folder, { recursive: true, mode: 0o700 })
  giveToOwner({ file: folder, dataDir })
  const found: { name: string; size: number; mtimeMs: number }[] = []
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!nameForm.test(name)) await rm(path, { force: true })
    else {
      const { size, mtimeMs } = await stat(path)
      found.push({ name, size, mtimeMs })
    }
  }
  for (const { name, size } of found.sort((a, b) => a.mtimeMs - b.mtimeMs)) sizes.set(name, size)
  await makeRoom(shelf)
}

async function openShelved(shelf: Shelf, name: string): Promise<ShelvedPage | undefined> {
  const { folder, sizes } = shelf
  const size = sizes.get(name)
  if (size === undefined) return undefined
  const fd = await open(join(folder, name), 'r').catch(() => undefined)
  const contentType = fd && (await contentTypeOf(fd))
  if (fd && contentType) {
    sizes.delete(name)
    sizes.set(name, size)
    return { bytes: bytesOf(fd, (await fd.stat()).size), contentType }
  }
  await fd?.close()
  await remove(shelf, name)
  return undefined
}

/** What the child wrote is shown as one of these two, or not at all. */
async function contentTypeOf(fd: FileHandle): Promise<string | undefined> {
  const { buffer } = await fd.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const head = buffer.toString('latin1')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined
}

async function make(
  shelf: Shelf,
  name: string,
  draw: (outFd: number) => Promise<void>,
): Promise<void> {
  const draft = join(shelf.folder, randomUUID())
  try {
    const size = await drawInto(draft, draw)
    await rename(draft, join(shelf.folder, name))
    shelf.sizes.set(name, size)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await makeRoom(shelf)
}

/** On disk before it gets its name, so that no half of it is ever shown. */
async function drawInto(draft: string, draw: (outFd: number) => Promise<void>): Promise<number> {
  await using fd = await open(draft, 'wx', 0o600)
  await draw(fd.fd)
  await fd.datasync()
  return (await fd.stat()).size
}

async function makeRoom(shelf: Shelf): Promise<void> {
  let sum = 0
  for (const size of shelf.sizes.values()) sum += size
  for (const [name, size] of [...shelf.sizes]) {
    if (sum <= shelf.maxBytes) return
    await remove(shelf, name)
    sum -= size
  }
}

async function remove({ folder, sizes }: Shelf, name: string): Promise<void> {
  sizes.delete(name)
  await rm(join(folder, name), { force: true })
}
