import assert from 'node:assert/strict'
import { type Modality, modalities, type Source, sources } from '../../base/media.ts'
import { type PassageKind, passageKinds } from './passage.ts'

/**
 * What a search has to know of every passage besides its terms, column by column. A document is a
 * passage in memory; its id is its position in the columns, in the order of passage numbers. One
 * that was deleted keeps its id, in dataset 0, which nobody sees.
 */
export type DocValues = Columns & {
  /** How many documents there are; the doc values have room for more. */
  size: number
  /** How many of them hold a passage that is still there. */
  living: number
  /** Another one after everything that changes here. */
  version: number
  /** Another one after everything was forgotten. */
  epoch: number
  /** What the values of langs stand for. */
  langNames: string[]
  /** By object number: the document id of its last passage and one more; 0: it has none. */
  lastOf: Int32Array
}

/** A passage without its text. */
export type PassageOutline = {
  readonly passageNo: number
  readonly createdAtS: number
  readonly datasetNo: number
  readonly objectNo: number
  readonly modality: Modality
  readonly kind: PassageKind
  readonly source: Source
  readonly lang: string
  readonly page: number | null
  /** How many words it has that count; stop words do not. */
  readonly length: number
}

type Columns = ReturnType<typeof emptyColumns>

const firstRoom = 1024
const lengthMax = 0xffff
/** There are fewer than 190 codes of two letters; whatever comes beyond counts as `und`. */
const langsMax = 250

export function openDocValues(): DocValues {
  const counts = { size: 0, living: 0, version: 0, epoch: 0 }
  const lastOf = new Int32Array(firstRoom)
  return { ...emptyColumns(firstRoom), ...counts, langNames: ['und'], lastOf }
}

function emptyColumns(room: number) {
  return {
    numbers: new Int32Array(room),
    datasets: new Int32Array(room),
    objects: new Int32Array(room),
    createdAtS: new Float64Array(room),
    lengths: new Uint16Array(room),
    pages: new Int32Array(room),
    modalities: new Uint8Array(room),
    kinds: new Uint8Array(room),
    sources: new Uint8Array(room),
    langs: new Uint8Array(room),
    /**
     * The passages before and behind it in its asset, names not among them: their document ids and
     * one more, 0 where there is none. Those of other assets may stand between.
     */
    previous: new Int32Array(room),
    next: new Int32Array(room),
  }
}

/** Takes in a passage with a higher number than all before; gives its document id. */
export function appendDocument(docValues: DocValues, passage: PassageOutline): number {
  const docId = docValues.size
  const last = docId === 0 ? 0 : (docValues.numbers[docId - 1] ?? 0)
  assert(passage.passageNo > last, 'passages come in the order of their numbers')
  if (docId === docValues.numbers.length) makeRoom(docValues)
  docValues.numbers[docId] = passage.passageNo
  docValues.datasets[docId] = passage.datasetNo
  docValues.objects[docId] = passage.objectNo
  docValues.createdAtS[docId] = passage.createdAtS
  docValues.lengths[docId] = Math.min(passage.length, lengthMax)
  docValues.pages[docId] = passage.page ?? 0
  docValues.modalities[docId] = modalities.indexOf(passage.modality)
  docValues.kinds[docId] = passageKinds.indexOf(passage.kind)
  docValues.sources[docId] = sources.indexOf(passage.source)
  docValues.langs[docId] = langCode(docValues, passage.lang)
  if (passage.kind !== 'metadata') linkLast(docValues, docId)
  docValues.size += 1
  docValues.living += 1
  docValues.version += 1
  return docId
}

/** Takes a passage out; gives its document id, or -1 when it is not there. */
export function deleteDocument(docValues: DocValues, passageNo: number): number {
  const docId = docIdOf(docValues, passageNo)
  if (docId < 0 || docValues.datasets[docId] === 0) return -1
  docValues.datasets[docId] = 0
  unlink(docValues, docId)
  docValues.living -= 1
  docValues.version += 1
  return docId
}

function linkLast(docValues: DocValues, docId: number): void {
  const objectNo = docValues.objects[docId] as number
  if (objectNo >= docValues.lastOf.length) {
    const larger = new Int32Array(2 * objectNo)
    larger.set(docValues.lastOf)
    docValues.lastOf = larger
  }
  const { lastOf, previous, next } = docValues
  const last = lastOf[objectNo] as number
  previous[docId] = last
  if (last > 0) next[last - 1] = docId + 1
  lastOf[objectNo] = docId + 1
}

function unlink({ lastOf, objects, previous, next }: DocValues, docId: number): void {
  const objectNo = objects[docId] as number
  const [before, behind] = [previous[docId] as number, next[docId] as number]
  if (before > 0) next[before - 1] = behind
  if (behind > 0) previous[behind - 1] = before
  if (lastOf[objectNo] === docId + 1) lastOf[objectNo] = before
  previous[docId] = 0
  next[docId] = 0
}

/** Forgets everything. */
export function clearDocuments(docValues: DocValues): void {
  const { version, epoch } = docValues
  const next = { version: version + 1, epoch: epoch + 1 }
  Object.assign(docValues, openDocValues(), next)
}

/** The document id of a passage, deleted or not, or -1. */
export function docIdOf({ numbers, size }: DocValues, passageNo: number): number {
  const docId = lowerBound(numbers, { value: passageNo, from: 0, to: size })
  return docId < size && numbers[docId] === passageNo ? docId : -1
}

/** The document ids of passages, whose numbers ascend; unknown ones are left out. */
export function docIdsOf({ numbers, size }: DocValues, passageNos: readonly number[] | Int32Array) {
  const docIds: number[] = []
  let at = 0
  for (let i = 0; i < passageNos.length; i++) {
    const value = passageNos[i] as number
    let step = 1
    while (at + step < size && (numbers[at + step] ?? 0) < value) step *= 2
    at = lowerBound(numbers, { value, from: at, to: Math.min(at + step + 1, size) })
    if (at === size) break
    if (numbers[at] === value) docIds.push(at)
  }
  return docIds
}

/** For how many documents there is room before everything must move: the capacity of sets. */
export function capacityOf({ numbers }: DocValues): number {
  return numbers.length
}

function makeRoom(docValues: DocValues): void {
  const larger = emptyColumns(docValues.numbers.length * 2)
  for (const name of Object.keys(larger) as (keyof Columns)[]) larger[name].set(docValues[name])
  Object.assign(docValues, larger)
}

function langCode({ langNames }: DocValues, name: string): number {
  const known = langNames.indexOf(name)
  if (known >= 0) return known
  return langNames.length < langsMax ? langNames.push(name) - 1 : 0
}

/** The first document between `from` and `to` whose number is not below the value. */
function lowerBound(
  sorted: Int32Array,
  { value, from, to }: { value: number; from: number; to: number },
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
