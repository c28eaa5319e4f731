import { readFileSync } from 'node:fs'
import { type BlobSource, blobSource } from './blob-source.ts'
import { blobFd, jobFd, type SentJob } from './child-protocol.ts'

const newLine = 0x0a

export type Received = { job: SentJob; blob: () => BlobSource }

/** Waits for the job of this child. Undefined when the parent left without giving one. */
export function receiveJob(): Received | undefined {
  const sent = readFileSync(jobFd)
  const end = sent.indexOf(newLine)
  if (end < 0) return undefined
  const job = JSON.parse(sent.toString('utf8', 0, end)) as SentJob
  if (job.blobBytes === undefined) return { job, blob: () => blobSource(blobFd) }
  const bytes = sent.subarray(end + 1)
  if (bytes.length !== job.blobBytes) return undefined
  return { job, blob: () => blobSource(bytes) }
}
