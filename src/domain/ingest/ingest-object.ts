import type { ObjectId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import {
  awaitsIndexing,
  getForIngest,
  markIngestFailed,
  type ObjectForIngest,
} from '../catalog/index.ts'
import { enqueue, WrongLane } from '../outbox/index.ts'
import { interruptedSentence, partSentence, reasonOf } from './failures.ts'
import { type FormerIds, formerIds } from './former-ids.ts'
import { inspectFirst } from './inspect-object.ts'
import { keepToLane } from './keep-to-lane.ts'
import { ObjectGone, openPassageWriter } from './passage-writer.ts'
import {
  ExtractFailed,
  type Extraction,
  OcrWanted,
  silentWarnings,
  type TakeBlocks,
} from './ports.ts'
import type { Attempt, IngestRoom } from './room.ts'
import { type Sidecars, takeSidecars, withoutSpeech } from './take-sidecars.ts'
import { clearPassages } from './unindex-object.ts'

/**
 * Makes an approved object searchable: extracts its text, cuts it into passages, hands them to the
 * index in slices. The object becomes indexed in the transaction of the last slice; a file that
 * cannot be read becomes failed with the reason. Begins afresh each time, so that an attempt that
 * was cut short leaves nothing behind. Does nothing when the object no longer waits for this.
 * Throws WrongLane.
 */
export async function ingestObject(
  room: IngestRoom,
  attempt: Attempt,
  { objectId }: { objectId: ObjectId },
): Promise<void> {
  const target = getForIngest(room.store.db, objectId)
  if (!target || !awaitsIndexing(target.object)) return
  keepToLane(room, attempt, target.object)
  await inspectFirst(room, attempt, objectId)
  keepToLane(room, attempt, target.object)
  const former = formerIds(room.store.db, target)
  await clearPassages(attempt, objectId)
  try {
    await readInto(room, attempt, { ...target, former })
  } catch (error) {
    if (error instanceof ObjectGone) return
    if (error instanceof WrongLane) await clearPassages(attempt, objectId)
    if (!(error instanceof ExtractFailed)) throw error
    await failed(room, attempt, { objectId, reason: reasonOf(error) })
  }
}

/**
 * Takes the text out of a file and hands it over as passages. Throws ExtractFailed, ObjectGone,
 * WrongLane.
 */
export async function readInto(
  room: IngestRoom,
  attempt: Attempt,
  target: ObjectForIngest & { former: FormerIds },
): Promise<void> {
  const writer = openPassageWriter(room, attempt, target)
  const sidecars = await takeSidecars(room, attempt, target, writer)
  const take = sidecars.spoken ? withoutSpeech(writer.take) : writer.take
  const extraction = await extract(room, attempt, { ...target, spoken: sidecars.spoken }, take)
  await writer.finish(extraction && withWarnings(extraction, sidecars), sidecars.objectIds)
}

/** Nobody misses words in a recording that has them beside it. */
function withWarnings(extraction: Extraction, { spoken, warnings }: Sidecars): Extraction {
  const own = extraction.warnings.filter((line) => !(spoken && isSilent(line)))
  const { part } = extraction
  const partly = part ? [partSentence(part)] : []
  return { ...extraction, warnings: [...own, ...partly, ...warnings] }
}

function isSilent(warning: string): boolean {
  return Object.values(silentWarnings).includes(warning)
}

/** The last attempt failed for a cause outside the file. A job of its own sweeps its slices. */
export function ingestionGivenUp(room: IngestRoom, tx: Tx, objectId: ObjectId): void {
  const nowMs = room.clock.nowMs()
  if (!markIngestFailed(tx, { objectId, error: interruptedSentence, nowMs })) return
  enqueue(tx, { kind: 'remove-passages', payload: { objectId }, subjectId: objectId, nowMs })
}

async function failed(
  room: IngestRoom,
  attempt: Attempt,
  { objectId, reason }: { objectId: ObjectId; reason: string },
): Promise<void> {
  await clearPassages(attempt, objectId)
  const nowMs = room.clock.nowMs()
  await attempt.write((tx) => markIngestFailed(tx, { objectId, error: reason, nowMs }))
}

/** The text of the file; a file without any is no failure when the provider described it. */
async function extract(
  room: IngestRoom,
  { signal, lane }: Attempt,
  { object, blobKey, spoken }: ObjectForIngest & { spoken: boolean },
  take: TakeBlocks,
): Promise<Extraction | undefined> {
  await using local = await room.blobs.local(blobKey)
  const { filename, contentType, userText } = object
  try {
    const claims = { filename, contentType }
    const ocrLater = lane === 'text'
    const file = { fd: local.fd, claims, signal, key: blobKey, spoken, ocrLater }
    return await room.extractor.extract(file, take)
  } catch (error) {
    if (error instanceof OcrWanted) throw new WrongLane('ocr')
    const described = userText !== null && userText.trim() !== ''
    if (error instanceof ExtractFailed && error.code === 'empty' && described) return undefined
    throw error
  }
}
