import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import {
  constants,
  type FileHandle,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { TooLarge } from '../base/errors.ts'
import {
  type BlobKey,
  BlobMissing,
  type BlobStore,
  type ReceivedBlob,
} from '../domain/catalog/ports.ts'
import { openAssembler } from './blob-assembler.ts'

/** What is still being received; nothing in it outlives a restart. */
const temporaryFolder = 'tmp'

/** What else lies in the folder is not ours: `lost+found` of a disk of its own. */
const shelfForm = /^[0-9a-z]{2}$/
const keyForm = /^obj_[0-9a-z]{26}-[0-9a-f]{10}$/
const idLength = 'obj_'.length + 26

/**
 * Blobs as files: `<folder>/<last two characters of the object id>/<key>`. The end of an id is
 * random, its start is the time, so that the folders fill evenly. A file that comes in one piece is
 * complete and on disk before it gets its name, and is never opened for writing afterwards. One that
 * comes in parts grows under its name, which no record gives to a reader until it is complete.
 */
export function openBlobsDisk({ folder }: { folder: string }): BlobStore {
  const temporary = join(folder, temporaryFolder)
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true, mode: 0o700 })
  const pathOf = (key: BlobKey) => {
    if (!keyForm.test(key)) throw new TypeError(`not a blob key: ${key}`)
    return join(folder, key.slice(idLength - 2, idLength), key)
  }

  const drafts = new Set<string>()
  const assemble = openAssembler()

  return {
    async receive(key, source, { limitBytes }) {
      const target = pathOf(key)
      const name = randomUUID()
      const draft = join(temporary, name)
      drafts.add(name)
      try {
        const received = await writeDurably(draft, source, limitBytes)
        await moveDurably({ from: draft, to: target })
        return received
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      } finally {
        drafts.delete(name)
      }
    },

    async receiveAt(key, source, place) {
      const target = pathOf(key)
      await makeShelf(target)
      const flags = constants.O_RDWR | constants.O_CREAT
      await using handle = await open(target, flags, 0o600)
      const received = await pour(handle, source, place)
      await handle.sync()
      await syncFolder(dirname(target))
      return received
    },

    async assemble(key, pieces) {
      const parts = pieces.map((piece) => ({ file: pathOf(piece.key), ...piece }))
      return assemble({ file: pathOf(key), pieces: parts })
    },

    async open(key) {
      const fd = await openForReading(pathOf(key), key)
      const { size: sizeBytes } = await fd.stat()
      return { fd, sizeBytes }
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async *list() {
      for (const shelf of await readdir(folder)) {
        if (!shelfForm.test(shelf)) continue
        const names = await readdir(join(folder, shelf))
        yield* names.filter((name) => keyForm.test(name))
      }
    },

    async writtenAtMs(key) {
      const found = await stat(pathOf(key)).catch(unlessMissing)
      return found?.mtimeMs
    },

    async removeDrafts() {
      const left = (await readdir(temporary)).filter((name) => !drafts.has(name))
      for (const name of left) await rm(join(temporary, name), { force: true })
    },
  }
}

async function writeDurably(
  file: string,
  source: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<ReceivedBlob> {
  await using handle = await open(file, 'wx', 0o600)
  const received = await pour(handle, source, { offsetBytes: 0, limitBytes })
  await handle.sync()
  return received
}

/** Chunk by chunk, and never a byte beyond the limit. */
async function pour(
  handle: FileHandle,
  source: AsyncIterable<Uint8Array>,
  { offsetBytes, limitBytes }: { offsetBytes: number; limitBytes: number },
): Promise<ReceivedBlob> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of source) {
    if (sizeBytes + chunk.length > limitBytes) {
      throw new TooLarge({
        message: `More bytes than the ${limitBytes} that were declared.`,
        limitBytes,
      })
    }
    hash.update(chunk)
    await writeAll(handle, chunk, offsetBytes + sizeBytes)
    sizeBytes += chunk.length
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** A write may take fewer bytes than it was given. */
async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const left = bytes.length - done
    done += (await handle.write(bytes, done, left, position + done)).bytesWritten
  }
}

/** The name itself is durable only when the folder that holds it is: after a power cut too. */
async function moveDurably({ from, to }: { from: string; to: string }): Promise<void> {
  await makeShelf(to)
  await rename(from, to)
  await syncFolder(dirname(to))
}

/** The folder that a file is to lie in. */
async function makeShelf(file: string): Promise<void> {
  const shelf = dirname(file)
  const made = await mkdir(shelf, { recursive: true, mode: 0o700 })
  if (made !== undefined) await syncFolder(dirname(shelf))
}

async function syncFolder(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

async function openForReading(path: string, key: BlobKey): Promise<FileHandle> {
  const handle = await open(path, 'r').catch(unlessMissing)
  if (handle) return handle
  throw new BlobMissing(key)
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
