import { fstatSync, readSync } from 'node:fs'

const pieceBytes = 256 * 1024

/** The bytes of an open file, read at positions: a descriptor's own offset is shared. */
export type BlobSource = {
  readonly sizeBytes: number
  head(length: number): Buffer
  /** Shorter at the end of the file. */
  slice(range: { at: number; length: number }): Buffer
  whole(): Buffer
  pieces(): Generator<Buffer>
}

export function blobSource(fd: number): BlobSource {
  const sizeBytes = fstatSync(fd).size
  const read = (range: { at: number; length: number }) => readRange(fd, range)
  return {
    sizeBytes,
    slice: read,
    head: (length) => read({ at: 0, length: Math.min(length, sizeBytes) }),
    whole: () => read({ at: 0, length: sizeBytes }),
    *pieces() {
      for (let at = 0; at < sizeBytes; at += pieceBytes) {
        yield read({ at, length: Math.min(pieceBytes, sizeBytes - at) })
      }
    },
  }
}

function readRange(fd: number, { at, length }: { at: number; length: number }): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let done = 0
  while (done < length) {
    const count = readSync(fd, bytes, done, length - done, at + done)
    if (count === 0) break
    done += count
  }
  return bytes.subarray(0, done)
}
