import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { onceFor } from '../../base/once-for.ts'
import type { BlobSource } from '../blob-source.ts'
import { zipEntriesMax } from '../limits.ts'
import type { ZipPart } from './zip-directory.ts'

const readBytes = 256 * 1024

type Library = { zip: ZipFile; entries: Map<string, Entry> }

/** Any archive's directory, in its order. Throws errors of the library: they say what is wrong. */
export async function libraryDirectory(source: BlobSource): Promise<Map<string, ZipPart>> {
  const { entries } = await libraryOf(source)
  return new Map([...entries].map(([name, entry]) => [name, partOf(entry)]))
}

export async function streamOf(source: BlobSource, name: string): Promise<Readable> {
  const { zip, entries } = await libraryOf(source)
  const entry = entries.get(name)
  if (!entry) throw new Error('a part is gone')
  return zip.openReadStreamPromise(entry)
}

/** Of a file that is open: the directory and the parts that are streamed are of the same one. */
const libraryOf = onceFor(async (source: BlobSource): Promise<Library> => {
  const options = { autoClose: false, lazyEntries: true }
  const reader = new BlobReader(source)
  const zip = await fromRandomAccessReaderPromise(reader, source.sizeBytes, options)
  const entries = new Map<string, Entry>()
  if (zip.entryCount > zipEntriesMax) throw new Error('it has too many parts')
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return { zip, entries }
})

function partOf(entry: Entry): ZipPart {
  return {
    name: entry.fileName,
    isEncrypted: entry.isEncrypted(),
    method: entry.compressionMethod,
    crc32: entry.crc32,
    compressedSize: entry.compressedSize,
    uncompressedSize: entry.uncompressedSize,
    headerAt: entry.relativeOffsetOfLocalHeader,
  }
}

type ReadRequest = Parameters<RandomAccessReader['read']>

class BlobReader extends RandomAccessReader {
  private readonly source: BlobSource

  constructor(source: BlobSource) {
    super()
    this.source = source
  }

  override _readStreamForRange(...range: [start: number, end: number]): Readable {
    return Readable.from(this.slices(range), { objectMode: false })
  }

  /** Short ones, such as the head of a part: without a stream for each. */
  override read(...[into, at, length, position, done]: ReadRequest): void {
    const bytes = this.source.slice({ at: position, length })
    bytes.copy(into, at)
    const error = bytes.length < length ? new Error('it ends too early') : null
    process.nextTick(done, error)
  }

  private *slices([start, end]: [start: number, end: number]): Generator<Buffer> {
    for (let at = start; at < end; at += readBytes) {
      yield this.source.slice({ at, length: Math.min(readBytes, end - at) })
    }
  }
}
