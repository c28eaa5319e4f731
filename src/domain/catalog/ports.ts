import type { FileHandle } from 'node:fs/promises'

/**
 * Where the bytes of objects lie. A key is written once and never again: whoever holds a key reads
 * the same bytes for as long as they exist.
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
  /** The open file, which the caller closes, and its size. Throws BlobMissing. */
  open(key: BlobKey): Promise<{ fd: FileHandle; sizeBytes: number }>
  /** Removes the bytes; it is no error when they are gone already. */
  remove(key: BlobKey): Promise<void>
  /** Every key that holds bytes, in no particular order. */
  list(): AsyncIterable<BlobKey>
  /** When the last bytes of this key were written; undefined when it holds none. */
  writtenAtMs(key: BlobKey): Promise<number | undefined>
  /** Removes what is left of bytes that were received only in part. */
  removeDrafts(): Promise<void>
}

/** `<object id>-<ten hexadecimal digits>`: which object it belongs to can be read from it. */
export type BlobKey = string

export type ReceivedBlob = { sizeBytes: number; sha256: string }

/** The record is there and the bytes are not: a damaged or half-restored data folder. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'
  readonly key: BlobKey
  constructor(key: BlobKey) {
    super(`The bytes of ${key} are missing.`)
    this.key = key
  }
}
