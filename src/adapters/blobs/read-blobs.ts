import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FilesAway } from '../../base/errors.ts'
import { nameOfPlace, type S3Place } from '../../base/s3-place.ts'
import { knownPlaces, openDatabase } from '../backup/database-facts.ts'
import { PlaceEmptied } from './admission.ts'
import { blobPath, shelvesIn } from './blob-files.ts'
import { readDiskMark } from './disk-mark.ts'
import { readMark } from './s3/s3-mark.ts'
import { bytesIn, findObject, listObjects } from './s3/s3-objects.ts'
import { openS3Requests, type S3Requests } from './s3/s3-requests.ts'

/** Where the blobs of a data folder lie, as plain data: threads read them by themselves. */
export type BlobPlace = {
  dataDir: string
  /** In the order in which they are read; the disk alone where this is left out. */
  stores?: readonly ('disk' | S3Place)[] | undefined
}

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

export function readBlobs({ dataDir, stores = ['disk'] }: BlobPlace): BlobReader {
  const readers = stores.map((store) => (store === 'disk' ? onDisk(dataDir) : onS3(store)))
  return {
    async find(key) {
      for (const reader of readers) {
        const found = await reader.find(key)
        if (found) return found
      }
      return undefined
    },
    async *keys() {
      for (const reader of readers) yield* reader.keys()
    },
  }
}

function onS3(place: S3Place): BlobReader {
  const s3 = openS3Requests(place)
  return {
    async find(key) {
      const name = `blobs/${key}`
      const found = await findObject(s3, name)
      if (!found) return await partsOf(s3, { place, key })
      const { sizeBytes, etag } = found
      return { sizeBytes, from: () => bytesIn(s3, name, { start: 0, end: sizeBytes - 1, etag }) }
    },
    async *keys() {
      for await (const { name } of listObjects(s3, { ...place, begin: 'blobs/' })) {
        yield name.slice('blobs/'.length)
      }
    },
  }
}

/** What came so far of a file that is not finished, as it would lie on a disk: gaps are zeros. */
async function partsOf(
  s3: S3Requests,
  { place, key }: { place: S3Place; key: string },
): Promise<FoundBlob | undefined> {
  const begin = `parts/${key}/`
  const parts = await Array.fromAsync(listObjects(s3, { ...place, begin }))
  const placed = parts.map((part) => ({ ...part, start: Number(part.name.slice(begin.length)) }))
  const last = placed.at(-1)
  if (!last) return undefined
  return {
    sizeBytes: last.start + last.sizeBytes,
    async *from() {
      let at = 0
      for (const { name, start, sizeBytes, etag } of placed) {
        for (; at < start; at += gapBytes) yield Buffer.alloc(Math.min(gapBytes, start - at))
        yield* bytesIn(s3, name, { start: 0, end: sizeBytes - 1, etag })
        at = start + sizeBytes
      }
    },
  }
}

const gapBytes = 1024 * 1024

function onDisk(dataDir: string): BlobReader {
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

/**
 * The same for whoever would take a file for lost: one that is not in a place which is not that of
 * the records is none, for that place is only away. Throws FilesAway.
 */
export function readKnownBlobs(place: BlobPlace): BlobReader {
  const blobs = readBlobs(place)
  return {
    async find(key) {
      const found = await blobs.find(key)
      if (!found) await requireKnown(place)
      return found
    },
    async *keys() {
      await requireKnown(place)
      yield* blobs.keys()
    },
  }
}

async function requireKnown({ dataDir, stores = ['disk'] }: BlobPlace): Promise<void> {
  const known = placesIn(dataDir)
  for (const store of stores) {
    const had = known.get(store === 'disk' ? store : nameOfPlace(store))
    if (had === undefined) continue
    const onDisk = () => readDiskMark(join(dataDir, 'blobs'))
    const mark = await (store === 'disk' ? onDisk() : readMark(openS3Requests(store)))
    if (mark?.place !== had) throw new FilesAway(new PlaceEmptied())
  }
}

/** By its records: the ids of the places that files were kept in, by their names. */
export function placesIn(dataDir: string): ReadonlyMap<string, string> {
  const file = join(dataDir, 'kontor.db')
  if (!existsSync(file)) return new Map()
  const raw = openDatabase(file)
  try {
    return knownPlaces(raw)
  } finally {
    raw.close()
  }
}
