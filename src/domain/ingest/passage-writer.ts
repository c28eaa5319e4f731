import { setImmediate } from 'node:timers/promises'
import type { ObjectId } from '../../base/ids.ts'
import type { Tx, Write } from '../../store/tx.ts'
import {
  awaitsIndexing,
  getForIngest,
  type Modality,
  markIndexed,
  type ObjectForIngest,
  reindexObject,
} from '../catalog/index.ts'
import { addPassages, type NewPassage, type PassageOwner } from '../search/index.ts'
import type { FormerIds } from './former-ids.ts'
import { breatheEveryMs, sliceMax } from './limits.ts'
import {
  type Block,
  type Extraction,
  type FileKind,
  type PageWords,
  unknownLanguage,
} from './ports.ts'
import { putWordBoxes, type WordBoxesRow } from './queries.ts'
import type { Attempt, IngestDeps } from './room.ts'
import { sidecarIds } from './take-sidecars.ts'
import { type Chunk, openChunker } from './text/chunk.ts'
import { documentTitle } from './text/document-title.ts'
import { type LanguageJudge, openLanguageJudge } from './text/language.ts'
import { metadataPassage, userTextPassages } from './text/own-words.ts'

/**
 * Deleted while its passages were being made, or no longer as it was: another job removes them, or
 * makes them.
 */
export class ObjectGone extends Error {
  override readonly name = 'ObjectGone'
}

/**
 * Writes the passages of an object while its file is read:
 *
 *   blocks -> chunks -> passages, once their language is known -> slices of one transaction each
 *
 * `finish` adds the provider's own words and makes the object searchable in the transaction of the
 * last slice. Throws ObjectGone.
 */
export function openPassageWriter(
  { clock, detectLanguages }: IngestDeps,
  attempt: Attempt,
  target: ObjectForIngest & { former: FormerIds },
) {
  const { object, former } = target
  const nowMs = clock.nowMs()
  const judge = openLanguageJudge(detectLanguages)
  const chunker = openChunker()
  /** Without a language yet. */
  const chunks: Chunk[] = []
  /** Not written yet, and the same of the places of words on pages. */
  const passages: NewPassage[] = []
  const boxes: WordBoxesRow[] = []
  let written = 0
  let { modality } = object

  async function nameLanguages(): Promise<void> {
    passages.push(...(await passagesOf(chunks.splice(0), judge)))
  }

  /** One transaction: the next passages, and `then` in it. */
  async function writeSlice(write: Write, then?: (tx: Tx) => void): Promise<void> {
    const slice = former.named(passages.splice(0, sliceMax))
    const pages = boxes.splice(0)
    await write((tx) => {
      const now = getForIngest(tx, object.objectId)
      if (!now || !awaitsIndexing(now.object)) throw new ObjectGone()
      if (slice.length > 0) addPassages(tx, ownerOf(target, { modality, nowMs }), slice)
      for (const page of pages) putWordBoxes(tx, page)
      then?.(tx)
    })
    written += slice.length
  }

  async function take(blocks: Block[], kind: FileKind): Promise<void> {
    modality = kind.modality
    let sinceMs = performance.now()
    for (const block of blocks) {
      chunks.push(...chunker.add(block))
      if (block.words) boxes.push(boxesOf(object, block, block.words))
      if (chunks.length >= sliceMax) await nameLanguages()
      while (passages.length >= sliceMax) await writeSlice(attempt.write)
      if (performance.now() - sinceMs < breatheEveryMs) continue
      // The event loop gets its turn, requests are waiting.
      await setImmediate()
      sinceMs = performance.now()
    }
  }

  /** `sidecars` are the files beside the object that were read for it. */
  async function finish(
    extraction: Extraction | undefined,
    sidecars: readonly ObjectId[] = [],
  ): Promise<void> {
    chunks.push(...chunker.end())
    await nameLanguages()
    passages.push(...(await userTextPassages(object, judge)))
    passages.push(ownNames(object, { extraction, lang: judge.ofDocument() }))
    while (passages.length > sliceMax) await writeSlice(attempt.write)
    modality = extraction?.modality ?? modality
    const passageCount = written + passages.length
    await writeSlice(attempt.finish ?? attempt.write, (tx) => {
      markIndexed(tx, indexedOf(target, { extraction, passageCount, modality, nowMs, judge }))
      indexAgainIfChanged(tx, target, { sidecars, nowMs })
    })
  }

  return {
    take,
    /** What comes now belongs to another file: no passage goes on into it. */
    endFile: () => void chunks.push(...chunker.end()),
    finish,
  }
}

function ownNames(
  object: ObjectForIngest['object'],
  { extraction, lang }: { extraction: Extraction | undefined; lang: string },
): NewPassage {
  return metadataPassage(object, { title: documentTitle(extraction?.title, object), lang })
}

/**
 * Files beside the object came or went while it was read: it is read once more. One that was read
 * before has a job for that already. Throws ObjectGone.
 */
function indexAgainIfChanged(
  tx: Tx,
  { object }: ObjectForIngest,
  { sidecars, nowMs }: { sidecars: readonly ObjectId[]; nowMs: number },
): void {
  const now = getForIngest(tx, object.objectId)?.object
  if (!now || `${sidecarIds(tx, now)}` === `${sidecars}`) return
  if (!awaitsIndexing(object)) throw new ObjectGone()
  reindexObject(tx, now, nowMs)
}

/** Of a page; of a picture, which has no pages, as of its first. */
function boxesOf(
  { objectId }: ObjectForIngest['object'],
  { page = 1 }: Block,
  { width, height, words }: PageWords,
): WordBoxesRow {
  return { objectId, page, width, height, words: Buffer.from(words, 'base64') }
}

async function passagesOf(chunks: readonly Chunk[], judge: LanguageJudge): Promise<NewPassage[]> {
  const languages = await judge.ofPassages(chunks.map(({ text }) => text))
  return chunks.map((chunk, i) => passageOf(chunk, languages[i] ?? unknownLanguage))
}

const languageCode = /^[a-z]{2,3}$/

function passageOf({ text, page, passage, time, ...told }: Chunk, judged: string): NewPassage {
  const kind = passage ?? 'doc_chunk'
  const lang = told.lang && languageCode.test(told.lang) ? told.lang : judged
  return { kind, text, lang, page, timeStartMs: time?.startMs, timeEndMs: time?.endMs }
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
    durationMs: extraction?.durationMs ?? null,
    lang: judge.ofDocument(),
    documentTitle: documentTitle(extraction?.title, object),
    warnings: extraction?.warnings,
    columns: extraction?.columns,
    part: extraction?.part,
    nowMs,
  }
}
