import type { LocalBytes, OpenBytes } from '../../base/open-bytes.ts'

/**
 * Where the bytes of objects lie. A key is written once and never again: whoever holds a key reads
 * the same bytes for as long as they exist. A file that comes in parts has its key from its first
 * part on; nobody reads it before it was put together.
 */
export type BlobStore = {
  /**
   * Streams into a temporary file and makes it durable under `key`. Nothing is left behind when
   * the source fails. Throws TooLarge as soon as more than `limitBytes` have come.
   */
  receive(
    key: BlobKey,
    source: AsyncIterable<Uint8Array>,
    limits: { limitBytes: number },
  ): Promise<ReceivedBlob>
  /** A file that comes in parts, by the key that it will have. */
  readonly parts: BlobParts
  /** The bytes, which the caller closes, and their size. Throws BlobMissing. */
  open(key: BlobKey): Promise<OpenBytes>
  /** The same for a child: a file of this machine's, or a nameless copy. Throws BlobMissing. */
  local(key: BlobKey): Promise<LocalBytes>
  /** Removes the bytes, parts too; it is no error when they are gone already. */
  remove(key: BlobKey): Promise<void>
  /** Every key that holds bytes, in no particular order. */
  list(): AsyncIterable<BlobKey>
  /** When the last bytes of this key were written; undefined when it holds none. */
  writtenAtMs(key: BlobKey): Promise<number | undefined>
  /** Removes what is left of bytes that were received only in part. */
  removeDrafts(): Promise<void>
  /** Where bytes may come without passing through here; undefined: nowhere. */
  readonly straight?: StraightParts | undefined
  /**
   * Where bytes may be fetched without passing through here, for a short time and as often as one
   * likes; undefined: not these, or none. Throws BlobMissing.
   */
  lend?(key: BlobKey, words: LentWords): Promise<LentBlob | undefined>
}

/** What the store answers beside the bytes: headers, word for word. */
export type LentWords = { contentType: string; contentDisposition: string; cacheControl: string }

/** `url` is the permission, for GET alone. */
export type LentBlob = { url: string; seconds: number; sizeBytes: number }

/** Parts that clients send to the store themselves, by the key that the file will have. */
export type StraightParts = {
  /** Takes so many bytes, not one more or less, at this place. Undefined: not for this key. */
  url(key: BlobKey, place: StraightPlace): Promise<StraightUrl | undefined>
  /** What came; each is there whole. */
  came(key: BlobKey): Promise<CamePart[]>
}

/** With a SHA-256 no other bytes than these are taken. */
export type StraightPlace = {
  offsetBytes: number
  sizeBytes: number
  sha256?: string | undefined
  seconds: number
}

/** `headers` are sent along, word for word: they are signed. */
export type StraightUrl = { url: string; headers: Readonly<Record<string, string>> }

/** `etag` is what the store answered whoever sent it, without quotes. */
export type CamePart = { offsetBytes: number; sizeBytes: number; etag: string }

export type BlobParts = {
  /**
   * Streams a part to its place in the file and makes it durable there. After a failure the place
   * holds no matter what, and can be written again. Throws TooLarge as `receive` does.
   */
  put(
    key: BlobKey,
    source: AsyncIterable<Uint8Array>,
    place: { offsetBytes: number; limitBytes: number },
  ): Promise<ReceivedBlob>
  /**
   * Copies other blobs to their places in the file, makes that durable, and reads it once from end
   * to end, all of it off the event loop. Doing it again does no harm.
   */
  finish(key: BlobKey, pieces: readonly BlobPiece[]): Promise<ReceivedBlob>
  /** Nobody will finish it once more: what is only there for that may go. */
  settle(key: BlobKey): Promise<void>
  /** The keys for which there is anything that settling removes. */
  list(): AsyncIterable<BlobKey>
}

/** `<object id>-<ten hexadecimal digits>`: which object it belongs to can be read from it. */
export type BlobKey = string

export type ReceivedBlob = { sizeBytes: number; sha256: string }

/** The bytes of one blob, and where they belong in another one. */
export type BlobPiece = { key: BlobKey; offsetBytes: number }

/** The record is there and the bytes are not: a damaged or half-restored data folder. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
  readonly key: BlobKey
  constructor(key: BlobKey) {
    super(`The bytes of ${key} are missing.`)
    this.key = key
  }
}
