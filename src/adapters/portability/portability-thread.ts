import type { SlowStatement, SlowWatch } from '../../base/slow-watch.ts'
import type { Progress } from '../backup/meter.ts'
import { openOrderThreads } from '../order-thread.ts'
import { type ArchiveManifest, ArchiveRefused } from './archive.ts'
import type { ExportRequest } from './export-tenant.ts'

export type PortabilityOrder =
  | { do: 'export'; request: ExportRequest }
  | { do: 'verify'; folder: string }

/** What the thread is given. */
export type PortabilityWork = PortabilityOrder & { slowMs: number }

export type PortabilityAnswer = { manifest: ArchiveManifest } | { refused: string }
export type PortabilityNews = { slow: SlowStatement } | { progress: Progress }

export type ArchiveWatch = {
  watch?: SlowWatch | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
}

const carryOut = openOrderThreads<PortabilityWork, PortabilityAnswer, PortabilityNews>(
  'portability',
)

/**
 * Writes or checks an archive in a thread of its own: every byte is read and hashed. One that is
 * asked to stop takes away what it began. Throws ArchiveRefused, also then and for what the file
 * system refuses.
 */
export async function archiveInThread(
  order: PortabilityOrder,
  { watch, signal, onProgress }: ArchiveWatch = {},
): Promise<ArchiveManifest> {
  const onNews = (news: PortabilityNews) => {
    if ('slow' in news) watch?.onSlow(news.slow)
    else onProgress?.(news.progress)
  }
  const answer = await carryOut({ ...order, slowMs: watch?.slowMs ?? 0 }, { signal, onNews })
  if (answer === undefined) throw new ArchiveRefused('The thread ended without an answer.')
  if ('manifest' in answer) return answer.manifest
  throw new ArchiveRefused(answer.refused)
}
