import { finished, Readable, type Writable } from 'node:stream'
import type { OpenBytes } from '../../base/open-bytes.ts'
import { chunkBytes } from './limits.ts'
import type { Outcome } from './links/link.ts'

export type SourceBytes = {
  bytes: Pick<OpenBytes, 'read' | 'close'>
  sizeBytes: number
  /** Told once, when nothing more is read; settles when it is written down. */
  onEnd(outcome: Outcome): Promise<void>
}

export type ByteStream = Readable & {
  /**
   * Sends all of it, in place of being read: from two buffers that are used again and again, since
   * a new one for each piece makes a gigabyte of garbage of a gigabyte. Settles when the sink has
   * everything or is gone and the end is written down. A file that cannot be read on destroys the
   * sink, after that: who sees the break and comes again is known to have been cut off.
   */
  sendTo(sink: Writable): Promise<void>
}

/**
 * Open bytes as a stream that closes them in every case, also when nobody ever reads
 * from it, and that knows how it ended. The first piece is read before this returns: a file that
 * cannot be read at all is an error while an error can still be answered.
 */
export async function streamOf({ bytes, sizeBytes, onEnd }: SourceBytes): Promise<ByteStream> {
  let position = 0
  let failed = false
  let sent = false

  async function nextChunk(into?: Buffer): Promise<Buffer | null> {
    const length = Math.min(chunkBytes, sizeBytes - position)
    if (length === 0) return null
    const buffer = into ?? Buffer.allocUnsafe(length)
    const bytesRead = await bytes.read(buffer.subarray(0, length), position)
    if (bytesRead === 0) throw new Error(`the file ends at ${position} of ${sizeBytes} bytes`)
    position += bytesRead
    return buffer.subarray(0, bytesRead)
  }

  // Told before the file is closed: who has the last byte is not ahead of what is being noted.
  const end = (outcome: Outcome) => {
    const noted = onEnd(outcome)
    return bytes.close().finally(() => noted)
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
        (piece) => stream.push(piece),
        (error) => {
          failed = true
          stream.destroy(error)
        },
      )
    },
    destroy(error, done) {
      const isSent = sent || stream.readableEnded
      end(failed ? 'failed' : isSent ? 'sent' : 'aborted').then(
        () => done(error),
        (closing) => done(error ?? closing),
      )
    },
  })

  async function sendTo(sink: Writable): Promise<void> {
    const read = (into?: Buffer) =>
      nextChunk(into).catch((error: Error) => {
        failed = true
        throw error
      })
    const closed = new Promise<void>((done) => finished(stream, () => done()))
    try {
      await pump(first, { read, sink })
      sent = true
      stream.destroy()
      await closed
    } catch {
      stream.destroy()
      await closed
      sink.destroy()
    }
  }
  return Object.assign(stream, { sendTo })
}

type Pumping = { read(into: Buffer): Promise<Buffer | null>; sink: Writable }

/** While one piece is written the next one is read. Throws when either cannot be done. */
async function pump(first: Buffer | null, { read, sink }: Pumping): Promise<void> {
  const buffers = [Buffer.allocUnsafeSlow(chunkBytes), Buffer.allocUnsafeSlow(chunkBytes)] as const
  const gone = new Promise<never>((_, fail) => {
    finished(sink, { readable: false }, () => fail(new Error('the sink is closed')))
  })
  // It may close when nobody waits for it any more.
  gone.catch(() => undefined)
  let piece = first
  for (let turn = 0; piece !== null; turn = 1 - turn) {
    const coming: Promise<Buffer | null> = read(buffers[turn === 0 ? 0 : 1])
    const settled = coming.then(
      () => undefined,
      () => undefined,
    )
    try {
      await Promise.race([written(sink, piece), gone])
    } catch (error) {
      // The file is closed only when nothing is read from it.
      await settled
      throw error
    }
    piece = await coming
  }
  sink.end()
}

function written(sink: Writable, piece: Buffer): Promise<void> {
  return new Promise((done, fail) => {
    sink.write(piece, (error) => (error ? fail(error) : done()))
  })
}
