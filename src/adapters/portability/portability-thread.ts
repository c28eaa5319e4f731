import { Worker } from 'node:worker_threads'
import { entryUrl } from '../../base/entry.ts'
import type { SlowStatement, SlowWatch } from '../../base/slow-watch.ts'
import type { Progress } from '../backup/meter.ts'
import { type ArchiveManifest, ArchiveRefused } from './archive.ts'
import type { ExportRequest } from './export-tenant.ts'

export type PortabilityOrder =
  | { do: 'export'; request: ExportRequest }
  | { do: 'verify'; folder: string }

/** What the thread is started with. */
export type PortabilityWork = PortabilityOrder & { slowMs: number }

export type PortabilityAnswer = { manifest: ArchiveManifest } | { refused: string }
export type PortabilityMessage =
  | PortabilityAnswer
  | { slow: SlowStatement }
  | { progress: Progress }

export type ArchiveWatch = {
  watch?: SlowWatch | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

/**
 * Writes or checks an archive in a thread of its own: every byte is read and hashed. One that is
 * asked to stop takes away what it began. Throws ArchiveRefused, also then and for what the file
 * system refuses.
 */
export async function archiveInThread(
  order: PortabilityOrder,
  { watch, signal, onProgress }: ArchiveWatch = {},
): Promise<ArchiveManifest> {
  const workerData: PortabilityWork = { ...order, slowMs: watch?.slowMs ?? 0 }
  const worker = new Worker(entryUrl('portability'), { name: 'portability', workerData })
  const stop = () => worker.postMessage('stop')
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const answer = await answerOf(worker, { watch, onProgress })
    if ('manifest' in answer) return answer.manifest
    throw new ArchiveRefused(answer.refused)
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function answerOf(worker: Worker, { watch, onProgress }: ArchiveWatch): Promise<PortabilityAnswer> {
  return new Promise((done, fail) => {
    worker.on('message', (message: PortabilityMessage) => {
      if ('slow' in message) watch?.onSlow(message.slow)
      else if ('progress' in message) onProgress?.(message.progress)
      else done(message)
    })
    worker.once('error', fail)
    worker.once('exit', () => done({ refused: 'The thread ended without an answer.' }))
  })
}
