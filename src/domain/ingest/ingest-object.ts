import { setImmediate } from 'node:timers/promises'
import type { ObjectId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import {
  awaitsIndexing,
  getForIngest,
  type Modality,
  markIndexed,
  markIngestFailed,
  type ObjectForIngest,
} from '../catalog/index.ts'
import { enqueue } from '../outbox/index.ts'
import { addPassages, type NewPassage, type PassageOwner } from '../search/index.ts'
import { type Chunk, openChunker } from './chunk.ts'
import { interruptedSentence, reasonOf } from './failures.ts'
import { type LanguageJudge, openLanguageJudge } from './language.ts'
import { sliceMax } from './limits.ts'
import { metadataPassage, userTextPassages } from './own-words.ts'
import {
  type Block,
  ExtractFailed,
  type Extraction,
  type FileKind,
  type TakeBlocks,
} from './ports.ts'
import type { Attempt, IngestDeps } from './room.ts'
import { clearPassages } from './unindex-object.ts'

/**
 * Makes an approved object searchable: extracts its text, cuts it into passages, hands them to the
 * index in slices. The object becomes indexed in the transaction of the last slice; a file that
 * cannot be read becomes failed with the reason. Begins afresh each time, so that an attempt that
 * was cut short leaves nothing behind. Does nothing when the object no longer waits for this.
 */
export async function ingestObject(
  room: IngestDeps,
  attempt: Attempt,
  { objectId }: { objectId: ObjectId },
): Promise<void> {
  const target = getForIngest(room.store.db, objectId)
  if (!target || !awaitsIndexing(target.object)) return
  await clearPassages(attempt, objectId)
  try {
    const slices = openSlices(room, attempt, target, await openLanguageJudge())
    const extraction = await extract(room, attempt, target, slices.take)
    await slices.finish(extraction)
  } catch (error) {
    if (error instanceof ObjectGone) return
    if (!(error instanceof ExtractFailed)) throw error
    await failed(room, attempt, { objectId, reason: reasonOf(error) })
  }
}

/** The last attempt failed for a cause outside the file. A job of its own sweeps its slices. */
export function ingestionGivenUp(room: IngestDeps, tx: Tx, objectId: ObjectId): void {
  const nowMs = room.clock.nowMs()
  if (!markIngestFailed(tx, { objectId, error: interruptedSentence, nowMs })) return
  enqueue(tx, { kind: 'remove-passages', payload: { objectId }, subjectId: objectId, nowMs })
}

async function failed(
  room: IngestDeps,
  attempt: Attempt,
  { objectId, reason }: { objectId: ObjectId; reason: string },
): Promise<void> {
  await clearPassages(attempt, objectId)
  const nowMs = room.clock.nowMs()
  await attempt.write((tx) => markIngestFailed(tx, { objectId, error: reason, nowMs }))
}

/** The text of the file; a file without any is no failure when the provider described it. */
async function extract(
  room: IngestDeps,
  { signal }: Attempt,
  { object, blobKey }: ObjectForIngest,
  take: TakeBlocks,
): Promise<Extraction | undefined> {
  const { fd } = await room.blobs.open(blobKey)
  await using _ = fd
  const { filename, contentType, userText } = object
  try {
    const file = { fd: fd.fd, claims: { filename, contentType }, signal }
    return await room.extractor.extract(file, take)
  } catch (error) {
    const described = userText !== null && userText.trim() !== ''
    if (error instanceof ExtractFailed && error.code === 'empty' && described) return undefined
    throw error
  }
}

/** Deleted while its passages were being made; the job of the deletion removes them. */
class ObjectGone extends Error {
  override readonly name = 'ObjectGone'
}

function openSlices(
  { clock }: IngestDeps,
  { write }: Attempt,
  target: ObjectForIngest,
  judge: LanguageJudge,
) {
  const chunker = openChunker()
  const waiting: NewPassage[] = []
  const nowMs = clock.nowMs()
  let count = 0
  let modality: Modality = target.object.modality

  const addChunks = (chunks: Chunk[]) => {
    for (const chunk of chunks) {
      waiting.push({ kind: 'doc_chunk', ...chunk, lang: judge.ofPassage(chunk.text) })
    }
  }
  const writeSlice = async (then?: (tx: Tx) => void) => {
    const slice = waiting.splice(0, sliceMax)
    await write((tx) => {
      const now = getForIngest(tx, target.object.objectId)
      if (!now || !awaitsIndexing(now.object)) throw new ObjectGone()
      if (slice.length > 0) addPassages(tx, ownerOf(target, { modality, nowMs }), slice)
      then?.(tx)
    })
    count += slice.length
  }

  return {
    async take(blocks: Block[], kind: FileKind) {
      modality = kind.modality
      for (const block of blocks) {
        addChunks(chunker.add(block))
        // The event loop gets its turn between slices, requests are waiting.
        if (waiting.length >= sliceMax) await writeSlice()
      }
      await setImmediate()
    },
    async finish(extraction: Extraction | undefined) {
      addChunks(chunker.end())
      waiting.push(...userTextPassages(target.object, judge))
      waiting.push(metadataPassage(target.object, { extraction, lang: judge.ofDocument() }))
      while (waiting.length > sliceMax) await writeSlice()
      const passageCount = count + waiting.length
      await writeSlice((tx) => {
        markIndexed(tx, indexedOf(target, { extraction, passageCount, modality, nowMs, judge }))
      })
    },
  }
}

/** A passage was created when its object was first indexed, also after a repetition. */
function ownerOf(
  { object, dataset }: ObjectForIngest,
  { modality, nowMs }: { modality: Modality; nowMs: number },
): PassageOwner {
  const { objectNo, objectId, datasetId, tenantId, source } = object
  const createdAtS = Math.floor((object.firstIndexedAtMs ?? nowMs) / 1000)
  const { datasetNo } = dataset
  return { objectNo, objectId, datasetId, tenantId, modality, source, datasetNo, createdAtS }
}

function indexedOf(
  { object }: ObjectForIngest,
  made: {
    extraction: Extraction | undefined
    passageCount: number
    modality: Modality
    nowMs: number
    judge: LanguageJudge
  },
) {
  const { extraction, passageCount, modality, nowMs, judge } = made
  return {
    objectId: object.objectId,
    passageCount,
    modality,
    pageCount: extraction?.pageCount ?? null,
    lang: judge.ofDocument(),
    nowMs,
  }
}
