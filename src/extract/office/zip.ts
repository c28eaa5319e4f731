import { onceFor } from '../../base/once-for.ts'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import { type BlobSource, blobSource } from '../blob-source.ts'
import { zipEntryBytesMax, zipTotalBytesMax } from '../limits.ts'
import { inflated, inflatedTogether, type PackedPart } from './inflate-parts.ts'
import { encodingOf, textPieces } from './text-pieces.ts'
import { plainDirectory, type ZipPart } from './zip-directory.ts'

/** A shorter entry is inflated in one go: 300 streams take longer than their 300 slides. */
const wholeMaxBytes = 16 * 1024 * 1024
/** A shorter archive is read in one go, too. */
const heldMaxBytes = 4 * 1024 * 1024
/** Shorter ones are inflated together, up to so many bytes at once. */
const smallMaxBytes = 64 * 1024
const togetherMaxBytes = 1024 * 1024
const localHeader = { bytes: 30, signature: 0x04034b50, nameLengthAt: 26, extraLengthAt: 28 }

/** A container of files: office documents and books are ZIP archives with agreed names inside. */
export type Zip = {
  has(name: string): boolean
  /** In the order of the archive. */
  names(): string[]
  /** The text of an entry (UTF-8, or UTF-16 with its mark) in pieces; nothing without the entry. */
  textOf(name: string): Iterable<string> | AsyncIterable<string>
  /** Inflates what is small of these at once, and keeps it until it is asked for. */
  ahead(names: readonly string[]): void
}

/**
 * Opens an archive by its directory. Sizes that the directory states are limits while inflating,
 * and their sum is bounded, so a bomb is refused before or while it opens.
 * Throws ExtractFailed: `corrupt`, `encrypted`.
 */
export async function openZip(source: BlobSource): Promise<Zip> {
  const archive = await archiveOf(source)
  const { parts } = archive
  const ready = new Map<string, Buffer>()
  let total = 0
  return {
    has: (name) => parts.has(name),
    names: () => [...parts.keys()],
    textOf(name) {
      const part = parts.get(name)
      if (!part) return []
      if (part.isEncrypted) throw new ExtractFailed({ code: 'encrypted' })
      total += part.uncompressedSize
      if (part.uncompressedSize > zipEntryBytesMax || total > zipTotalBytesMax) {
        throw new ExtractFailed({ code: 'corrupt', detail: 'it unpacks to too much' })
      }
      const known = ready.get(name)
      ready.delete(name)
      const whole = known ?? asCorrupt(() => wholeOf(archive, part))
      return whole ? textPieces(whole) : streamed(archive, part)
    },
    ahead(names) {
      for (const [name, whole] of inflatedAhead(archive, names)) ready.set(name, whole)
    },
  }
}

type Archive = { source: BlobSource; held: Buffer | undefined; parts: Map<string, ZipPart> }

/** Of a file that is open: what it is and what it says are read from the same directory. */
const archiveOf = onceFor(async (file: BlobSource): Promise<Archive> => {
  try {
    const held = file.sizeBytes <= heldMaxBytes ? file.whole() : undefined
    const source = held ? blobSource(held) : file
    return { source, held, parts: plainDirectory(source) ?? (await directoryOf(source)) }
  } catch (error) {
    throw corrupt(error)
  }
})

/** Hardly any archive needs the library. */
async function directoryOf(source: BlobSource): Promise<Map<string, ZipPart>> {
  const { libraryDirectory } = await import('./zip-library.ts')
  return libraryDirectory(source)
}

/** Undefined for one that is long, or packed in another way: then it is read as a stream. */
function wholeOf(archive: Archive, part: ZipPart): Buffer | undefined {
  if (Math.max(part.compressedSize, part.uncompressedSize) > wholeMaxBytes) return undefined
  return inflated(packedOf(archive, part))
}

/** None when one of them is not as it should be: asked for alone, it says what is wrong. */
function inflatedAhead(archive: Archive, names: readonly string[]): [string, Buffer][] {
  const small: ZipPart[] = []
  let size = 0
  for (const name of names) {
    const part = archive.parts.get(name)
    if (!part || part.isEncrypted) continue
    if (Math.max(part.compressedSize, part.uncompressedSize) > smallMaxBytes) continue
    size += part.uncompressedSize
    if (size > togetherMaxBytes) break
    small.push(part)
  }
  const bytes = small.length > 1 ? togetherOf(archive, small) : undefined
  return bytes?.map((whole, i) => [(small[i] as ZipPart).name, whole]) ?? []
}

function togetherOf(archive: Archive, parts: readonly ZipPart[]): Buffer[] | undefined {
  try {
    return inflatedTogether(parts.map((part) => packedOf(archive, part)))
  } catch {
    return undefined
  }
}

function packedOf({ source, held }: Archive, part: ZipPart): PackedPart {
  const { compressedSize: length, headerAt } = part
  const range = { at: dataStartOf(held ?? source, headerAt), length }
  const packed = held ? held.subarray(range.at, range.at + length) : source.slice(range)
  if (packed.length < length) throw new Error('a part is cut off')
  return { part, packed }
}

/** Behind the entry's own header, whose extra fields are not those of the directory. */
function dataStartOf(archive: Buffer | BlobSource, at: number): number {
  const { bytes, signature, nameLengthAt, extraLengthAt } = localHeader
  const isHeld = Buffer.isBuffer(archive)
  const header = isHeld ? archive.subarray(at, at + bytes) : archive.slice({ at, length: bytes })
  if (header.length !== bytes || header.readUInt32LE(0) !== signature) {
    throw new Error('a part is not where the directory says')
  }
  return at + bytes + header.readUInt16LE(nameLengthAt) + header.readUInt16LE(extraLengthAt)
}

async function* streamed({ source }: Archive, { name }: ZipPart): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    const { streamOf } = await import('./zip-library.ts')
    for await (const piece of await streamOf(source, name)) {
      decoder ??= new TextDecoder(encodingOf(piece as Buffer))
      yield decoder.decode(piece as Buffer, { stream: true })
    }
  } catch (error) {
    throw corrupt(error)
  }
  yield decoder?.decode() ?? ''
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
