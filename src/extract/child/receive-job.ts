import { readSync } from 'node:fs'
import { type BlobSource, blobSource } from '../blob-source.ts'
import { blobFd, jobFd, type SentJob } from '../sandbox/child-protocol.ts'

const newLine = 0x0a
const pieceBytes = 64 * 1024

export type Received = { job: SentJob; blob: () => BlobSource }

/**
 * Waits for one job after the other, with nothing else going on meanwhile: each is a line, and the
 * bytes of the file when it has no descriptor. Undefined when the parent gives no more.
 */
export function openJobPipe(): () => Received | undefined {
  let held: Buffer = Buffer.alloc(0)

  function receiveLine(): string | undefined {
    const piece = Buffer.allocUnsafe(pieceBytes)
    for (;;) {
      const end = held.indexOf(newLine)
      if (end >= 0) {
        const line = held.toString('utf8', 0, end)
        held = held.subarray(end + 1)
        return line
      }
      const count = readSync(jobFd, piece)
      if (count === 0) return undefined
      held = Buffer.concat([held, piece.subarray(0, count)])
    }
  }
  function receiveBytes(length: number): Buffer | undefined {
    const bytes = Buffer.allocUnsafeSlow(length)
    let done = held.copy(bytes)
    held = Buffer.from(held.subarray(done))
    while (done < length) {
      const count = readSync(jobFd, bytes, done, length - done, null)
      if (count === 0) return undefined
      done += count
    }
    return bytes
  }

  return () => {
    const line = receiveLine()
    if (line === undefined) return undefined
    const job = JSON.parse(line) as SentJob
    if (job.blobBytes === undefined) return { job, blob: () => blobSource(blobFd) }
    const bytes = receiveBytes(job.blobBytes)
    return bytes && { job, blob: () => blobSource(bytes) }
  }
}
