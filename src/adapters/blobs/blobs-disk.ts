import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesOf, localBytesOf } from '../../base/open-bytes.ts'
import { giveToOwner } from '../../base/owner.ts'
import { type BlobKey, BlobMissing, type BlobStore } from '../../domain/catalog/ports.ts'
import { openAssembler } from './blob-assembler.ts'
import {
  blobPath,
  keyForm,
  moveDurably,
  shelvesIn,
  writeDurably,
  writePartDurably,
} from './blob-files.ts'

/** What is still being received; nothing in it outlives a restart. */
const temporaryFolder = 'tmp'

/**
 * Blobs as files: `<folder>/<last two characters of the object id>/<key>`. The end of an id is
 * random, its start is the time, so that the folders fill evenly. A file that comes in one piece is
 * complete and on disk before it gets its name, and is never opened for writing afterwards. One
 * that comes in parts grows under its name, which no reader is told until it is complete.
 */
export function openBlobsDisk({ folder }: { folder: string }): BlobStore {
  const temporary = join(folder, temporaryFolder)
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true, mode: 0o700 })
  const dataDir = join(folder, '..')
  for (const file of [folder, temporary]) giveToOwner({ file, dataDir })
  const pathOf = (key: BlobKey) => {
    if (!keyForm.test(key)) throw new TypeError(`not a blob key: ${key}`)
    return blobPath({ folder, key })
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

    parts: {
      async put(key, source, place) {
        return writePartDurably(pathOf(key), source, place)
      },
      async finish(key, pieces) {
        const parts = pieces.map((piece) => ({ file: pathOf(piece.key), ...piece }))
        return assemble({ file: pathOf(key), pieces: parts })
      },
      // They lie in the file itself.
      async settle() {},
      async *list() {},
    },

    async open(key) {
      const file = await openForReading(pathOf(key), key)
      return bytesOf(file, (await file.stat()).size)
    },

    // The file itself: nothing is copied.
    local: async (key) => localBytesOf(await openForReading(pathOf(key), key)),

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    list: () => keysIn(folder),

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

async function* keysIn(folder: string): AsyncGenerator<BlobKey> {
  for (const shelf of shelvesIn(folder)) {
    const names = await readdir(join(folder, shelf))
    yield* names.filter((name) => keyForm.test(name))
  }
}

async function openForReading(path: string, key: BlobKey): Promise<FileHandle> {
  const handle = await open(path, 'r').catch(unlessMissing)
  if (handle) return handle
  throw new BlobMissing(key)
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
