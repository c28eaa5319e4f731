import { Readable } from 'node:stream'
import { inflateRawSync } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { ExtractFailed } from '../../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { zipEntriesMax, zipEntryBytesMax, zipTotalBytesMax } from '../limits.ts'

const readBytes = 256 * 1024
/** A shorter entry is inflated in one go: 300 streams take longer than their 300 slides. */
const wholeMaxBytes = 1024 * 1024
const methods = { stored: 0, deflated: 8 }

/** A container of files: office documents and books are ZIP archives with agreed names inside. */
export type Zip = {
  has(name: string): boolean
  /** In the order of the archive. */
  names(): string[]
  /** The text of an entry (UTF-8, or UTF-16 with its mark) in pieces; nothing without the entry. */
  textOf(name: string): AsyncGenerator<string>
}

/**
 * Opens an archive by its directory. Sizes that the directory states are limits while inflating,
 * and their sum is bounded, so a bomb is refused before or while it opens.
 * Throws ExtractFailed: `corrupt`, `encrypted`.
 */
export async function openZip(source: BlobSource): Promise<Zip> {
  const file = await readDirectory(source)
  const entries = new Map(file.entries.map((entry) => [entry.fileName, entry]))
  let inflated = 0
  async function* textOf(name: string): AsyncGenerator<string> {
    const entry = entries.get(name)
    if (!entry) return
    if (entry.isEncrypted()) throw new ExtractFailed({ code: 'encrypted' })
    inflated += entry.uncompressedSize
    if (entry.uncompressedSize > zipEntryBytesMax || inflated > zipTotalBytesMax) {
      throw new ExtractFailed({ code: 'corrupt', detail: 'it unpacks to too much' })
    }
    const whole = await asCorrupt(() => wholeOf(source, { zip: file.zip, entry }))
    yield* decoded(whole ? [whole] : await asCorrupt(() => file.zip.openReadStreamPromise(entry)))
  }
  return { has: (name) => entries.has(name), names: () => [...entries.keys()], textOf }
}

type Part = { zip: ZipFile; entry: Entry }

type ReadRequest = Parameters<RandomAccessReader['read']>

async function readDirectory(source: BlobSource): Promise<{ zip: ZipFile; entries: Entry[] }> {
  return asCorrupt(async () => {
    const options = { autoClose: false, lazyEntries: true }
    const reader = new BlobReader(source)
    const zip = await fromRandomAccessReaderPromise(reader, source.sizeBytes, options)
    const entries: Entry[] = []
    if (zip.entryCount > zipEntriesMax) throw new Error('it has too many parts')
    for await (const entry of zip.eachEntry()) entries.push(entry)
    return { zip, entries }
  })
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
async function wholeOf(source: BlobSource, { zip, entry }: Part): Promise<Buffer | undefined> {
  const { compressionMethod, compressedSize, uncompressedSize } = entry
  if (Math.max(compressedSize, uncompressedSize) > wholeMaxBytes) return undefined
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const packed = source.slice({ at: fileDataStart, length: compressedSize })
  if (packed.length < compressedSize) throw new Error('a part is cut off')
  if (compressionMethod === methods.stored) return packed
  if (compressionMethod !== methods.deflated) return undefined
  const bytes = inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize) })
  if (bytes.length < uncompressedSize) throw new Error('a part is shorter than it says')
  return bytes
}

async function* decoded(stream: Readable | Buffer[]): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for await (const piece of stream) {
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

async function asCorrupt<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw corrupt(error)
  }
}

function corrupt(error: unknown): ExtractFailed {
  if (error instanceof ExtractFailed) return error
  const detail = error instanceof Error ? error.message.slice(0, 200) : undefined
  return new ExtractFailed({ code: 'corrupt', detail }, { cause: error })
}
