import type { Bitset } from './bitset.ts'

/**
 * The names of an asset (its title, folder, file name and tags, and what its file says of itself)
 * are a field of each of its passages: words found there lift the passages that have words of the
 * query themselves. By themselves they are found only where no passage of the asset is, and behind
 * passages that say as much (DECISIONS 270).
 */

/** What a word of the names adds to a passage, as a part of its weight. */
const fieldWeight = 0.8
/** What it counts where only the names are found. */
const aloneWeight = 0.5

export type NameTerm = {
  readonly weight: number
  /** The names that have it. */
  readonly names?: readonly number[]
}

/** What names add, in memory that all searches of a thread use. */
export type NameScores = {
  /** Names that have a word of the query, each once. */
  docIds: number[]
  /** By document id: the weights of their words. */
  scores: Float64Array
  /** By object number: what each passage of the object gets. */
  bonuses: Float64Array
  /** By object number: 1 where one of its passages was found. */
  isFound: Uint8Array
  highestBonus: number
}

export function openNameScores(): NameScores {
  return {
    docIds: [],
    scores: new Float64Array(0),
    bonuses: new Float64Array(0),
    isFound: new Uint8Array(0),
    highestBonus: 0,
  }
}

type Objects = { readonly size: number; readonly objects: Int32Array }

/** Looks at the names that have words of the query, and forgets those of the query before. */
export function scoreNames(
  names: NameScores,
  terms: readonly NameTerm[],
  { size, objects }: Objects,
): void {
  forget(names, objects)
  if (!terms.some(({ names: docIds = [] }) => docIds.length > 0)) return
  if (names.scores.length < size) names.scores = new Float64Array(2 * size)
  for (const { names: docIds = [], weight } of terms) {
    for (const docId of docIds) {
      if (names.scores[docId] === 0) names.docIds.push(docId)
      names.scores[docId] = (names.scores[docId] as number) + weight
    }
  }
  const lastObjectNo = names.docIds.reduce((most, at) => Math.max(most, objects[at] as number), -1)
  if (names.bonuses.length <= lastObjectNo) {
    names.bonuses = new Float64Array(2 * lastObjectNo + 1)
    names.isFound = new Uint8Array(2 * lastObjectNo + 1)
  }
  for (const docId of names.docIds) {
    const objectNo = objects[docId] as number
    const bonus = fieldWeight * (names.scores[docId] as number)
    names.bonuses[objectNo] = Math.max(names.bonuses[objectNo] as number, bonus)
    names.highestBonus = Math.max(names.highestBonus, bonus)
  }
}

function forget(names: NameScores, objects: Int32Array): void {
  for (const docId of names.docIds) {
    const objectNo = objects[docId] as number
    names.scores[docId] = 0
    names.bonuses[objectNo] = 0
    names.isFound[objectNo] = 0
  }
  names.docIds = []
  names.highestBonus = 0
}

/** The names that are found by themselves, among those that may be, and what each scores. */
export function* namesAlone(
  { docIds, scores, isFound }: NameScores,
  { objects }: Pick<Objects, 'objects'>,
  allowed: Bitset,
): Generator<[docId: number, score: number]> {
  for (const docId of docIds) {
    if (allowed.bytes[docId] !== 1 || isFound[objects[docId] as number] === 1) continue
    yield [docId, aloneWeight * (scores[docId] as number)]
  }
}

/** What was found without the names of assets of which a passage was found, too. */
export function withoutNamesOfFound(
  docIds: Int32Array,
  { names, objects }: { names: Bitset; objects: Int32Array },
): Int32Array {
  if (!hasOneOf(names, docIds)) return docIds
  const found = new Set<number>()
  for (const docId of docIds) {
    if (names.bytes[docId] !== 1) found.add(objects[docId] as number)
  }
  return docIds.filter((docId) => names.bytes[docId] !== 1 || !found.has(objects[docId] as number))
}

/** A loop: a search for stop words asks it of half of all passages. */
function hasOneOf({ bytes }: Bitset, docIds: Int32Array): boolean {
  for (let i = 0; i < docIds.length; i++) if (bytes[docIds[i] as number] === 1) return true
  return false
}

/**
 * The same where names have a score of their own, by what they mean: the best passage of their
 * asset gets it, where it is the higher one.
 */
export function withNamesInPassages(
  { docIds, scores }: { docIds: Int32Array; scores: Float64Array },
  among: { names: Bitset; objects: Int32Array },
): Int32Array {
  const kept = withoutNamesOfFound(docIds, among)
  if (kept === docIds) return docIds
  const { names, objects } = among
  const best = new Map<number, number>()
  for (const docId of kept) {
    const objectNo = objects[docId] as number
    const other = best.get(objectNo)
    if (other === undefined || (scores[docId] as number) > (scores[other] as number)) {
      best.set(objectNo, docId)
    }
  }
  for (const docId of docIds) {
    const passage = best.get(objects[docId] as number)
    if (names.bytes[docId] !== 1 || passage === undefined) continue
    scores[passage] = Math.max(scores[passage] as number, scores[docId] as number)
  }
  return kept
}
