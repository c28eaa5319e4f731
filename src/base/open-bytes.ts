import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** Bytes that can be read until they are closed, wherever they lie: an open file is one case. */
export type OpenBytes = AsyncDisposable & {
  readonly sizeBytes: number
  /** From this place into the buffer, and how many came; quickest when asked for in order. */
  read(into: Buffer, position: number): Promise<number>
  /** From the first byte to the last one, both included. Its end closes the bytes. */
  stream(range: { start: number; end: number }): Readable
  close(): Promise<void>
}

/** What a child reads by itself: a descriptor of this machine's, until it is closed. */
export type LocalBytes = AsyncDisposable & { readonly fd: number }

export function bytesOf(file: FileHandle, sizeBytes: number): OpenBytes {
  const close = () => file.close()
  return {
    sizeBytes,
    read: async (into, position) => (await file.read(into, 0, into.length, position)).bytesRead,
    stream: (range) => file.createReadStream(range),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Of the whole file, as it is. */
export function localBytesOf(file: FileHandle): LocalBytes {
  return { fd: file.fd, [Symbol.asyncDispose]: () => file.close() }
}
