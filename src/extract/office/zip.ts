import { inflateRawSync } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { onceFor } from '../../base/once-for.ts'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { zipEntriesMax, zipEntryBytesMax, zipTotalBytesMax } from '../limits.ts'

const [stored, deflated] = [0, 8]
/** Of an entry, as much is handed over at once. */
const pieceBytes = 64 * 1024

/** A container of files: office documents and books are ZIP archives with agreed names inside. */
export type Zip = {
  has(name: string): boolean
  names(): string[]
  /** The text of an entry (UTF-8, or UTF-16 with its mark) in pieces; nothing without the entry. */
  textOf(name: string): AsyncGenerator<string>
  /** An entry as it is; empty without it. */
  bytesOf(name: string): Promise<Buffer>
}

/**
 * Opens an archive by its directory. Sizes that the directory states are limits while inflating,
 * and their sum is bounded, so a bomb is refused before or while it opens.
 * Throws ExtractFailed: `corrupt`, `encrypted`.
 */
export async function openZip(source: BlobSource): Promise<Zip> {
  const { zip, entries } = await directoryOf(source).catch(refuse)
  let total = 0
  const bytesOf = async (name: string): Promise<Buffer> => {
    const entry = entries.get(name)
    if (!entry) return Buffer.alloc(0)
    if (entry.isEncrypted()) throw new ExtractFailed({ code: 'encrypted' })
    const { compressedSize, uncompressedSize } = entry
    total += uncompressedSize
    const largest = Math.max(compressedSize, uncompressedSize)
    if (largest > zipEntryBytesMax || total > zipTotalBytesMax) {
      throw new ExtractFailed({ code: 'corrupt', detail: 'it unpacks to too much' })
    }
    return await inflated(entry, { source, zip }).catch(refuse)
  }
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    bytesOf,
    async *textOf(name) {
      if (entries.has(name)) yield* decoded(await bytesOf(name))
    },
  }
}

type Directory = { zip: ZipFile; entries: Map<string, Entry> }

/** Of a file that is open: what it is and what it says are read from the same directory. */
const directoryOf = onceFor(async (source: BlobSource): Promise<Directory> => {
  const options = { autoClose: false, lazyEntries: true }
  const reader = readerOf(source)
  const zip = await fromRandomAccessReaderPromise(reader, source.sizeBytes, options)
  if (zip.entryCount > zipEntriesMax) throw new Error('it has too many parts')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return { zip, entries }
})

function readerOf(source: BlobSource): RandomAccessReader {
  const read: RandomAccessReader['read'] = (into, at, length, position, done) => {
    const bytes = source.slice({ at: position, length })
    bytes.copy(into, at)
    process.nextTick(done, bytes.length < length ? new Error('it ends too early') : null)
  }
  return Object.assign(new (class extends RandomAccessReader {})(), { read })
}

async function inflated(
  entry: Entry,
  { zip, source }: { zip: ZipFile; source: BlobSource },
): Promise<Buffer> {
  const { compressionMethod, compressedSize: length, uncompressedSize } = entry
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const packed = source.slice({ at: fileDataStart, length })
  if (compressionMethod === stored) return packed
  if (compressionMethod !== deflated) {
    throw new Error(`unsupported compression method: ${compressionMethod}`)
  }
  const bytes = inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize) })
  if (bytes.length < uncompressedSize) throw new Error('a part is shorter than it says')
  return bytes
}

function* decoded(bytes: Buffer): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes))
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
  }
  yield decoder.decode()
}

/** By the mark that it begins with. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

function refuse(error: unknown): never {
  if (error instanceof ExtractFailed) throw error
  const message = error instanceof Error ? error.message.slice(0, 200) : undefined
  const isMisplaced = message?.startsWith('invalid local file header')
  const detail = isMisplaced ? 'a part is not where the directory says' : message
  throw new ExtractFailed({ code: 'corrupt', detail }, { cause: error })
}
