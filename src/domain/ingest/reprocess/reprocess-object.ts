import type { ObjectId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import * as catalog from '../../catalog/index.ts'
import { listPassagesOf, removePassages } from '../../search/index.ts'
import { reasonOf } from '../failures.ts'
import { formerIds } from '../former-ids.ts'
import { readInto } from '../ingest-object.ts'
import { keepToLane } from '../keep-to-lane.ts'
import { ObjectGone } from '../passage-writer.ts'
import { ExtractFailed } from '../ports.ts'
import { countWordBoxes, deleteWordBoxes } from '../queries.ts'
import type { Attempt, IngestRoom } from '../room.ts'
import type { ReprocessOutcome } from '../tables.ts'
import { readNextAnew } from './after-upgrade.ts'
import { setOutcome } from './queries.ts'

/** Takes back what the transaction did: this time there was no time for all of the file. */
class LessThanBefore extends Error {
  override readonly name = 'LessThanBefore'
}

/** Takes back what the transaction did: the file says what it said before. */
class NothingNew extends Error {
  override readonly name = 'NothingNew'
}

/**
 * Reads an object anew. Everything is made ready first and put into the place of the old passages
 * in one transaction, so that each search finds the old ones or the new ones. The passages stay,
 * with their ids, when nothing changed, and when the file cannot be read any more; else those keep
 * their ids that say the same.
 * Throws WrongLane.
 */
export async function reprocessObject(
  room: IngestRoom,
  attempt: Attempt,
  { objectId }: { objectId: ObjectId },
): Promise<void> {
  const target = catalog.getForIngest(room.store.db, objectId)
  const end = (outcome: ReprocessOutcome, then?: (tx: Tx) => void) =>
    attempt.write((tx) => {
      then?.(tx)
      noteOutcome(tx, { objectId, outcome })
      readNextAnew(room, tx)
    })
  if (!target || !catalog.canBeReadAnew(target.object)) return end('skipped')
  keepToLane(room, attempt, target.object)
  const steps: ((tx: Tx) => unknown)[] = []
  const { signal, lane } = attempt
  const later: Attempt = {
    signal,
    ...(lane && { lane }),
    write: async (step) => steps.push(step) as never,
  }
  try {
    const former = formerIds(room.store.db, target)
    await readInto(room, later, { ...target, former })
    await end('changed', (tx) => replace(tx, { objectId, steps }))
  } catch (error) {
    if (error instanceof NothingNew) return end('unchanged')
    if (error instanceof LessThanBefore) return end('failed')
    if (error instanceof ObjectGone) return end('skipped')
    if (!(error instanceof ExtractFailed)) throw error
    const reason = reasonOf(error)
    await end('failed', (tx) => tellAgain(tx, { objectId, reason, nowMs: room.clock.nowMs() }))
  }
}

/** The last attempt failed for a cause outside the file: it stays as it was. */
export function reprocessingGivenUp(tx: Tx, objectId: ObjectId): void {
  noteOutcome(tx, { objectId, outcome: 'failed' })
}

/** Throws NothingNew, LessThanBefore, ObjectGone. */
function replace(
  tx: Tx,
  { objectId, steps }: { objectId: ObjectId; steps: readonly ((tx: Tx) => unknown)[] },
): void {
  const before = contentOf(tx, objectId)
  const wasWhole = isWhole(tx, objectId)
  if (!catalog.beginAnew(tx, objectId)) throw new ObjectGone()
  removePassages(tx, objectId, { limit: Number.MAX_SAFE_INTEGER })
  deleteWordBoxes(tx, objectId)
  for (const step of steps) step(tx)
  if (wasWhole && !isWhole(tx, objectId)) throw new LessThanBefore()
  if (contentOf(tx, objectId) === before) throw new NothingNew()
}

function isWhole(db: Db, objectId: ObjectId): boolean {
  const object = catalog.getForIngest(db, objectId)?.object
  return object?.indexState === 'indexed' && object.part === null
}

/** What a reader of the object would see, and whoever looks at what is on offer. */
function contentOf(db: Db, objectId: ObjectId): string {
  const object = catalog.getForIngest(db, objectId)?.object
  const passages = listPassagesOf(db, objectId).map(({ passageId: _, ...passage }) => passage)
  const columns = catalog.findColumns(db, objectId)
  const facts = object && factsOf(object)
  return JSON.stringify([passages, facts, columns, countWordBoxes(db, objectId)])
}

function factsOf(object: catalog.ObjectRecord) {
  const { indexState, modality, lang, pageCount, durationMs, warnings } = object
  return [indexState, modality, lang, pageCount, durationMs, warnings]
}

/** One that failed before has the reason of today; one that was read well goes on as it is. */
function tellAgain(
  tx: Tx,
  { objectId, reason, nowMs }: { objectId: ObjectId; reason: string; nowMs: number },
): void {
  if (catalog.getForIngest(tx, objectId)?.object.indexState !== 'failed') return
  catalog.beginAnew(tx, objectId)
  catalog.markIngestFailed(tx, { objectId, error: reason, nowMs })
}

function noteOutcome(
  tx: Tx,
  { objectId, outcome }: { objectId: ObjectId; outcome: ReprocessOutcome },
): void {
  const datasetId = catalog.findDatasetOf(tx, objectId)
  if (datasetId) setOutcome(tx, { datasetId, objectId, outcome })
}
