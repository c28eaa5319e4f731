import { Readable } from 'node:stream'
import { constants, inflateRawSync } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { ExtractFailed } from '../../../domain/ingest/ports.ts'
import { type BlobSource, blobSource } from '../blob-source.ts'
import { zipEntriesMax, zipEntryBytesMax, zipTotalBytesMax } from '../limits.ts'

const readBytes = 256 * 1024
/** A shorter entry is inflated in one go: 300 streams take longer than their 300 slides. */
const wholeMaxBytes = 16 * 1024 * 1024
/** A shorter archive is read in one go, too. */
const heldMaxBytes = 4 * 1024 * 1024
/** Of a whole entry, as much is handed over at once. */
const pieceBytes = 1024 * 1024
const localHeader = { bytes: 30, signature: 0x04034b50, nameLengthAt: 26, extraLengthAt: 28 }
const methods = { stored: 0, deflated: 8 }

/** A container of files: office documents and books are ZIP archives with agreed names inside. */
export type Zip = {
  has(name: string): boolean
  /** In the order of the archive. */
  names(): string[]
  /** The text of an entry (UTF-8, or UTF-16 with its mark) in pieces; nothing without the entry. */
  textOf(name: string): Iterable<string> | AsyncIterable<string>
}

/**
 * Opens an archive by its directory. Sizes that the directory states are limits while inflating,
 * and their sum is bounded, so a bomb is refused before or while it opens.
 * Throws ExtractFailed: `corrupt`, `encrypted`.
 */
export async function openZip(source: BlobSource): Promise<Zip> {
  const { zip, held, entries } = await directoryOf(source)
  let inflated = 0
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    textOf(name) {
      const entry = entries.get(name)
      if (!entry) return []
      if (entry.isEncrypted()) throw new ExtractFailed({ code: 'encrypted' })
      inflated += entry.uncompressedSize
      if (entry.uncompressedSize > zipEntryBytesMax || inflated > zipTotalBytesMax) {
        throw new ExtractFailed({ code: 'corrupt', detail: 'it unpacks to too much' })
      }
      const whole = asCorrupt(() => wholeOf(held, entry))
      return whole ? piecesOf(whole) : streamed({ zip, entry })
    },
  }
}

type Directory = { zip: ZipFile; held: BlobSource; entries: Map<string, Entry> }

/** Of files that are open: what a file is and what it says are read from the same directory. */
const directories = new WeakMap<BlobSource, Promise<Directory>>()

function directoryOf(source: BlobSource): Promise<Directory> {
  const known = directories.get(source)
  if (known) return known
  const directory = readDirectory(source)
  directories.set(source, directory)
  return directory
}

type Part = { zip: ZipFile; entry: Entry }

type ReadRequest = Parameters<RandomAccessReader['read']>

async function readDirectory(source: BlobSource): Promise<Directory> {
  try {
    const held = source.sizeBytes <= heldMaxBytes ? blobSource(source.whole()) : source
    const options = { autoClose: false, lazyEntries: true }
    const zip = await fromRandomAccessReaderPromise(new BlobReader(held), source.sizeBytes, options)
    const entries = new Map<string, Entry>()
    if (zip.entryCount > zipEntriesMax) throw new Error('it has too many parts')
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
    return { zip, held, entries }
  } catch (error) {
    throw corrupt(error)
  }
}

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

/** Undefined for one that is long, or packed in another way: then it is read as a stream. */
function wholeOf(source: BlobSource, entry: Entry): Buffer | undefined {
  const { compressionMethod, compressedSize, uncompressedSize } = entry
  if (Math.max(compressedSize, uncompressedSize) > wholeMaxBytes) return undefined
  const at = dataStartOf(source, entry)
  const packed = source.slice({ at, length: compressedSize })
  if (packed.length < compressedSize) throw new Error('a part is cut off')
  if (compressionMethod === methods.stored) return packed
  if (compressionMethod !== methods.deflated) return undefined
  const bytes = inflateRawSync(packed, {
    maxOutputLength: Math.max(1, uncompressedSize),
    // One more than it needs: when it is full, another one is begun.
    chunkSize: Math.max(constants.Z_MIN_CHUNK, uncompressedSize + 1),
  })
  if (bytes.length < uncompressedSize) throw new Error('a part is shorter than it says')
  return bytes
}

/** Behind the entry's own header, whose extra fields are not those of the directory. */
function dataStartOf(source: BlobSource, { relativeOffsetOfLocalHeader: at }: Entry): number {
  const header = source.slice({ at, length: localHeader.bytes })
  const isHeader = header.length === localHeader.bytes
  if (!isHeader || header.readUInt32LE(0) !== localHeader.signature) {
    throw new Error('a part is not where the directory says')
  }
  const nameLength = header.readUInt16LE(localHeader.nameLengthAt)
  return at + localHeader.bytes + nameLength + header.readUInt16LE(localHeader.extraLengthAt)
}

function* piecesOf(whole: Buffer): Generator<string> {
  const decoder = new TextDecoder(encodingOf(whole))
  for (let at = 0; at < whole.length; at += pieceBytes) {
    const end = at + pieceBytes
    yield decoder.decode(whole.subarray(at, end), { stream: end < whole.length })
  }
}

async function* streamed({ zip, entry }: Part): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      decoder ??= new TextDecoder(encodingOf(piece as Buffer))
      yield decoder.decode(piece as Buffer, { stream: true })
    }
  } catch (error) {
    throw corrupt(error)
  }
  yield decoder?.decode() ?? ''
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

function asCorrupt<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw corrupt(error)
  }
}

function corrupt(error: unknown): ExtractFailed {
  if (error instanceof ExtractFailed) return error
  const detail = error instanceof Error ? error.message.slice(0, 200) : undefined
  return new ExtractFailed({ code: 'corrupt', detail }, { cause: error })
}
