import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { chunkBytes } from './limits.ts'
import type { Outcome } from './link.ts'

export type SourceFile = {
  fd: Pick<FileHandle, 'read' | 'close'>
  sizeBytes: number
  /** Told once, when the file is closed. */
  onEnd(outcome: Outcome): void
}

/**
 * The bytes of an open file as a stream that closes it in every case, also when nobody ever reads
 * from it, and that knows how it ended. The first piece is read before this returns: a file that
 * cannot be read at all is an error while an error can still be answered.
 */
export async function streamOf({ fd, sizeBytes, onEnd }: SourceFile): Promise<Readable> {
  let position = 0
  let failed = false

  async function nextChunk(): Promise<Buffer | null> {
    const length = Math.min(chunkBytes, sizeBytes - position)
    if (length === 0) return null
    const { bytesRead, buffer } = await fd.read(Buffer.allocUnsafe(length), 0, length, position)
    if (bytesRead === 0) throw new Error(`the file ends at ${position} of ${sizeBytes} bytes`)
    position += bytesRead
    return buffer.subarray(0, bytesRead)
  }

  async function end(outcome: Outcome): Promise<void> {
    try {
      await fd.close()
    } finally {
      onEnd(outcome)
    }
  }

  let first: Buffer | null
  try {
    first = await nextChunk()
  } catch (error) {
    await end('failed')
    throw error
  }

  let primed = false
  const stream: Readable = new Readable({
    highWaterMark: chunkBytes,
    read() {
      const chunk = primed ? nextChunk() : Promise.resolve(first)
      primed = true
      chunk.then(
        (bytes) => stream.push(bytes),
        (error) => {
          failed = true
          stream.destroy(error)
        },
      )
    },
    destroy(error, done) {
      const outcome = failed ? 'failed' : stream.readableEnded ? 'sent' : 'aborted'
      end(outcome).then(
        () => done(error),
        (closing) => done(error ?? closing),
      )
    },
  })
  return stream
}
