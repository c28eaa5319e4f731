import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import type { ReceivedBlob } from '../../domain/catalog/ports.ts'

export type Assembly = {
  file: string
  /** Files with where they belong. */
  pieces: readonly { file: string; offsetBytes: number }[]
}

const chunkBytes = 1024 * 1024

/** Copies the pieces to their places, makes that durable, reads the whole. Blocks its thread. */
export function assembleFile({ file, pieces }: Assembly): ReceivedBlob {
  using target = opened(file, 'r+')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (const piece of pieces) {
    using source = opened(piece.file, 'r')
    eachChunk(source.fd, buffer, (chunk, position) =>
      writeAll(target.fd, chunk, piece.offsetBytes + position),
    )
  }
  if (pieces.length > 0) fdatasyncSync(target.fd)
  const hash = createHash('sha256')
  const sizeBytes = eachChunk(target.fd, buffer, (chunk) => hash.update(chunk))
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** Gives how many bytes there were. */
function eachChunk(
  fd: number,
  buffer: Buffer,
  take: (chunk: Buffer, position: number) => void,
): number {
  let position = 0
  for (;;) {
    const bytesRead = readSync(fd, buffer, { position })
    if (bytesRead === 0) return position
    take(buffer.subarray(0, bytesRead), position)
    position += bytesRead
  }
}

function writeAll(fd: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(fd, bytes, done, bytes.length - done, position + done)
  }
}

function opened(file: string, flags: 'r' | 'r+') {
  const fd = openSync(file, flags)
  return { fd, [Symbol.dispose]: () => closeSync(fd) }
}
