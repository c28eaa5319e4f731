import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { blobPath, shelvesIn } from './blob-files.ts'

/** Where the blobs of a data folder lie, as plain data: threads read them by themselves. */
export type BlobPlace = { dataDir: string }

/** The blobs for whoever only reads them: backups, exports, the doctor. */
export type BlobReader = {
  /** Undefined: there are none of these bytes. */
  find(key: string): Promise<FoundBlob | undefined>
  /** Every key that holds bytes. */
  keys(): AsyncIterable<string>
}

export type FoundBlob = { sizeBytes: number; from: Origin }

/** A file of this machine's, which the system may copy, or what gives the bytes in order. */
export type Origin = string | (() => AsyncIterable<Uint8Array>)

export function readBlobs({ dataDir }: BlobPlace): BlobReader {
  const folder = join(dataDir, 'blobs')
  return {
    async find(key) {
      const file = blobPath({ folder, key })
      const found = await stat(file).catch(unlessMissing)
      return found && { sizeBytes: found.size, from: file }
    },
    async *keys() {
      if (!existsSync(folder)) return
      for (const shelf of shelvesIn(folder)) {
        const names = await readdir(join(folder, shelf))
        yield* names.filter((name) => name.startsWith('obj_'))
      }
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
