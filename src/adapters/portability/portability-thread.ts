import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { entryUrl } from '../../base/entry.ts'
import { type ArchiveManifest, ArchiveRefused } from './archive.ts'
import type { ExportRequest } from './export-tenant.ts'

export type PortabilityOrder =
  | { do: 'export'; request: ExportRequest }
  | { do: 'verify'; folder: string }

export type PortabilityAnswer = { manifest: ArchiveManifest } | { refused: string }

/**
 * Writes or checks an archive in a thread of its own: every byte is read and hashed. Throws
 * ArchiveRefused, also for what the file system refuses.
 */
export async function archiveInThread(order: PortabilityOrder): Promise<ArchiveManifest> {
  const worker = new Worker(entryUrl('portability'), { workerData: order })
  try {
    const [answer] = (await once(worker, 'message')) as PortabilityAnswer[]
    if (answer && 'manifest' in answer) return answer.manifest
    throw new ArchiveRefused(answer?.refused ?? 'The thread ended without an answer.')
  } finally {
    await worker.terminate()
  }
}
