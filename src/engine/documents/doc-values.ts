import assert from 'node:assert/strict'
import { type Modality, modalities, type Source, sources } from '../../base/media.ts'
import { type PassageKind, passageKinds } from './passage.ts'

/**
 * What a search has to know of every passage besides its words, column by column. A passage has a
 * place in them, and places are in the order of passage numbers. One that was deleted keeps its
 * place, in dataset 0, which nobody sees.
 */
export type PassageColumns = Columns & {
  /** How many places there are; the columns have room for more. */
  size: number
  /** How many of them hold a passage that is still there. */
  living: number
  /** Another one after everything that changes here. */
  version: number
  /** Another one after everything was forgotten. */
  epoch: number
  /** What the values of langs stand for. */
  langNames: string[]
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

export function openPassageColumns(): PassageColumns {
  const counts = { size: 0, living: 0, version: 0, epoch: 0 }
  return { ...emptyColumns(firstRoom), ...counts, langNames: ['und'] }
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
  }
}

/** Takes in a passage with a higher number than all before; gives its place. */
export function appendPassage(columns: PassageColumns, passage: PassageOutline): number {
  const place = columns.size
  const last = place === 0 ? 0 : (columns.numbers[place - 1] ?? 0)
  assert(passage.passageNo > last, 'passages come in the order of their numbers')
  if (place === columns.numbers.length) makeRoom(columns)
  columns.numbers[place] = passage.passageNo
  columns.datasets[place] = passage.datasetNo
  columns.objects[place] = passage.objectNo
  columns.createdAtS[place] = passage.createdAtS
  columns.lengths[place] = Math.min(passage.length, lengthMax)
  columns.pages[place] = passage.page ?? 0
  columns.modalities[place] = modalities.indexOf(passage.modality)
  columns.kinds[place] = passageKinds.indexOf(passage.kind)
  columns.sources[place] = sources.indexOf(passage.source)
  columns.langs[place] = langCode(columns, passage.lang)
  columns.size += 1
  columns.living += 1
  columns.version += 1
  return place
}

/** Takes a passage out; gives its place, or -1 when it is not there. */
export function buryPassage(columns: PassageColumns, passageNo: number): number {
  const place = placeOf(columns, passageNo)
  if (place < 0 || columns.datasets[place] === 0) return -1
  columns.datasets[place] = 0
  columns.living -= 1
  columns.version += 1
  return place
}

/** Forgets everything. */
export function clearPassages(columns: PassageColumns): void {
  const { version, epoch } = columns
  const next = { version: version + 1, epoch: epoch + 1 }
  Object.assign(columns, openPassageColumns(), next)
}

/** The place of a passage, buried or not, or -1. */
export function placeOf({ numbers, size }: PassageColumns, passageNo: number): number {
  const place = lowerBound(numbers, { value: passageNo, from: 0, to: size })
  return place < size && numbers[place] === passageNo ? place : -1
}

/** The places of passages whose numbers come in ascending order; unknown ones are left out. */
export function placesOf(
  { numbers, size }: PassageColumns,
  passageNos: readonly number[] | Int32Array,
) {
  const places: number[] = []
  let at = 0
  for (let i = 0; i < passageNos.length; i++) {
    const value = passageNos[i] as number
    let step = 1
    while (at + step < size && (numbers[at + step] ?? 0) < value) step *= 2
    at = lowerBound(numbers, { value, from: at, to: Math.min(at + step + 1, size) })
    if (at === size) break
    if (numbers[at] === value) places.push(at)
  }
  return places
}

/** How many places there can be before everything must move: the size of sets. */
export function roomOf({ numbers }: PassageColumns): number {
  return numbers.length
}

function makeRoom(columns: PassageColumns): void {
  const larger = emptyColumns(columns.numbers.length * 2)
  for (const name of Object.keys(larger) as (keyof Columns)[]) larger[name].set(columns[name])
  Object.assign(columns, larger)
}

function langCode({ langNames }: PassageColumns, name: string): number {
  const known = langNames.indexOf(name)
  if (known >= 0) return known
  return langNames.length < langsMax ? langNames.push(name) - 1 : 0
}

/** The first place between `from` and `to` whose number is not below the value. */
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
