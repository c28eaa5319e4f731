import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesOf, localBytesOf } from '../../base/open-bytes.ts'
import { giveToOwner } from '../../base/owner.ts'
import {
  type BlobKey,
  BlobMissing,
  type BlobParts,
  type BlobStore,
} from '../../domain/catalog/ports.ts'
import type { Admission } from './admission.ts'
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

type Settings = { folder: string; admission?: typeof anybodys | undefined }

const anybodys: Pick<Admission, 'admitted' | 'stillOurs'> = {
  admitted: async () => {},
  stillOurs: async () => {},
}

/**
 * Blobs as files: `<folder>/<last two characters of the object id>/<key>`. The end of an id is
 * random, its start is the time, so that the folders fill evenly. A file that comes in one piece is
 * complete and on disk before it gets its name, and is never opened for writing afterwards. One
 * that comes in parts grows under its name, which no reader is told until it is complete. Every
 * call throws FilesAway while the folder is another one than that of before: a disk not mounted.
 */
export function openBlobsDisk({ folder, admission = anybodys }: Settings): BlobStore {
  const temporary = join(folder, temporaryFolder)
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true, mode: 0o700 })
  const dataDir = join(folder, '..')
  for (const file of [folder, temporary]) giveToOwner({ file, dataDir })
  const pathOf = (key: BlobKey) => {
    if (!keyForm.test(key)) throw new TypeError(`not a blob key: ${key}`)
    return blobPath({ folder, key })
  }

  async function find(key: BlobKey): Promise<FileHandle> {
    const path = pathOf(key)
    await admission.admitted()
    const handle = await open(path, 'r').catch(unlessMissing)
    if (handle) return handle
    await admission.stillOurs()
    throw new BlobMissing(key)
  }

  const drafts = new Set<string>()

  return {
    async receive(key, source, { limitBytes }) {
      const target = pathOf(key)
      await admission.stillOurs()
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

    parts: partsOn(pathOf, admission),

    async open(key) {
      const file = await find(key)
      return bytesOf(file, (await file.stat()).size)
    },

    // The file itself: nothing is copied.
    local: async (key) => localBytesOf(await find(key)),

    async remove(key) {
      const file = pathOf(key)
      await admission.stillOurs()
      await rm(file, { force: true })
    },

    async *list() {
      await admission.stillOurs()
      yield* keysIn(folder)
    },

    async writtenAtMs(key) {
      const found = await stat(pathOf(key)).catch(unlessMissing)
      if (!found) await admission.stillOurs()
      return found?.mtimeMs
    },

    async removeDrafts() {
      await admission.admitted()
      const left = (await readdir(temporary)).filter((name) => !drafts.has(name))
      for (const name of left) await rm(join(temporary, name), { force: true })
    },
  }
}

function partsOn(
  pathOf: (key: BlobKey) => string,
  admission: Pick<Admission, 'stillOurs'>,
): BlobParts {
  const assemble = openAssembler()
  return {
    async put(key, source, place) {
      const file = pathOf(key)
      await admission.stillOurs()
      return writePartDurably(file, source, place)
    },
    async finish(key, pieces) {
      await admission.stillOurs()
      const parts = pieces.map((piece) => ({ file: pathOf(piece.key), ...piece }))
      return assemble({ file: pathOf(key), pieces: parts })
    },
    // They lie in the file itself.
    async settle() {},
    async *list() {},
  }
}

async function* keysIn(folder: string): AsyncGenerator<BlobKey> {
  for (const shelf of shelvesIn(folder)) {
    const names = await readdir(join(folder, shelf))
    yield* names.filter((name) => keyForm.test(name))
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
