import type { Clock } from '../../base/clock.ts'
import type { ObjectId } from '../../base/ids.ts'
import type { Db, Write } from '../../store/tx.ts'
import type { BlobStore } from '../catalog/index.ts'
import type { Lane } from '../outbox/index.ts'
import type { DetectLanguages, Extractor, PageDrawer, PageRefused, PageShelf } from './ports.ts'

export type IngestDeps = {
  readonly store: { readonly db: Db }
  readonly clock: Clock
  readonly blobs: Pick<BlobStore, 'local' | 'remove' | 'receive'>
  readonly extractor: Extractor
  readonly detectLanguages: DetectLanguages
  readonly pageDrawer: PageDrawer
  readonly pageShelf: PageShelf
}

export type IngestRoom = IngestDeps & {
  /** Inspections that run, and those that an ingestion did before their job's turn came. */
  readonly inspections: Map<ObjectId, Promise<void>>
  /** Pages that could not be drawn: trying again would take as long and end the same way. */
  readonly undrawable: Map<string, PageRefused>
}

/**
 * One attempt at a job. Every write goes through `write`, which refuses once another attempt has
 * taken the job over; `signal` asks to stop. The last write may go through `finish`, with which the
 * job itself is done in the same transaction. What is too heavy for its `lane` throws WrongLane; an
 * attempt without one does everything.
 */
export type Attempt = {
  readonly write: Write
  readonly finish?: Write
  readonly signal: AbortSignal
  readonly lane?: Lane
}
