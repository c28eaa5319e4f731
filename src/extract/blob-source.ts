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

/** Of an open file, or of one that is in memory already. */
export function blobSource(file: number | Buffer): BlobSource {
  const sizeBytes = typeof file === 'number' ? fstatSync(file).size : file.length
  const read = (range: { at: number; length: number }) =>
    typeof file === 'number' ? readRange(file, range) : copyOf(file, range)
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

/** Readers may give what they get away, or change it. */
function copyOf(bytes: Buffer, { at, length }: { at: number; length: number }): Buffer {
  return Buffer.from(bytes.subarray(at, at + length))
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
