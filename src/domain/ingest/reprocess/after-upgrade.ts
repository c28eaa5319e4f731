import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import { nextReadableDataset } from '../../catalog/index.ts'
import type { Command } from '../../command.ts'
import { enqueue } from '../../outbox/index.ts'
import { readingVersion } from '../limits.ts'
import type { IngestDeps } from '../room.ts'
import { findReadingVersion, isRunning, setReadingVersion, startReprocess } from './queries.ts'

/**
 * Has what an earlier version of the program read be read anew, one dataset after the other and
 * after all other work. Passages that would be the same stay as they are, with their ids. Each
 * dataset that is done begins the next; this begins the first, and goes on after one given up.
 */
export async function readAnewAfterUpgrade(
  deps: IngestDeps,
  write: Command['write'],
): Promise<false> {
  await write((tx) => readNextAnew(deps, tx))
  return false
}

/** Begins with the next dataset where the last one is done; after the last of all, notes that. */
export function readNextAnew({ clock }: Pick<IngestDeps, 'clock'>, tx: Tx): void {
  const at = findReadingVersion(tx) ?? { version: readingVersion, afterDatasetId: '' }
  const isCurrent = at.version >= readingVersion
  if (!isCurrent && isRunning(tx, at.afterDatasetId)) return
  const next = isCurrent ? undefined : nextReadableDataset(tx, at.afterDatasetId)
  if (!next) {
    setReadingVersion(tx, { version: readingVersion, afterDatasetId: '' })
    return
  }
  if (isRunning(tx, next.datasetId)) return
  const { datasetId, tenantId } = next
  const nowMs = clock.nowMs()
  startReprocess(tx, { datasetId, which: 'all', requestedAtMs: nowMs })
  const payload = { datasetId }
  enqueue(tx, { kind: 'reprocess-dataset', payload, subjectId: datasetId, tenantId, nowMs })
  recordAudit(tx, {
    atMs: nowMs,
    tenantId,
    actor: { type: 'system', id: null },
    action: 'dataset.reprocessed',
    subject: { type: 'dataset', id: datasetId },
    details: { which: 'all', reading_version: readingVersion },
  })
  setReadingVersion(tx, { version: at.version, afterDatasetId: datasetId })
}
