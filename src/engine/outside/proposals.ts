import { languageCode } from '../analysis/languages.ts'
import { type DocValues, docIdOf } from '../documents/doc-values.ts'
import { constraintOf } from '../hybrid/query-text.ts'
import type { SearchFilters } from '../outcome.ts'
import type { Visibility } from '../port.ts'
import type { Query } from '../query/query.ts'
import type { Bitset, BitsetPool } from '../ranking/bitset.ts'

/** What a query means to a model. */
export type Meant = { readonly modelNo: number; readonly vector: Int16Array }

/**
 * What an index elsewhere has, as of a moment: all passages of these datasets up to a number, but
 * those of some objects. Whatever is not in it is looked at here, so that nothing is lost while it
 * follows; what has gone since is not visible here, so that nothing of it is found.
 */
export type Held = {
  readonly datasetNos: Int32Array
  readonly absentObjectNos: Int32Array
  readonly upToPassageNo: number
}

/** The passages of what is held elsewhere that may be near, by their numbers, and what is held. */
export type Proposed = Meant & { readonly held: Held; readonly passageNos: Int32Array }

/** Never rejects; undefined: everything is looked at here. */
export type Proposals = {
  /** Whether it has anything by now. */
  isReady(): boolean
  propose(asked: ProposalAsked): Promise<Proposed | undefined>
}

export type ProposalAsked = Meant & {
  readonly filters: Omit<SearchFilters, 'tags' | 'objectNos'>
  readonly visibility: Exclude<Visibility, 'public'>
}

type Search = {
  readonly query: Query
  readonly filters: SearchFilters
}

/**
 * Whether an index elsewhere could know which passages are near: it has no words, names or tags, is
 * told no list of objects, and has nothing of what a phrase, a field or an exclusion leaves.
 */
export function mayBeProposed({ query, filters }: Search): boolean {
  if ((filters.tags ?? []).length > 0 || filters.objectNos) return false
  return constraintOf(query) === undefined
}

/** As the index has them. */
export function filtersElsewhere({
  tags: _tags,
  objectNos: _objectNos,
  ...filters
}: SearchFilters): ProposalAsked['filters'] {
  return filters.lang === undefined ? filters : { ...filters, lang: languageCode(filters.lang) }
}

type Index = { readonly docValues: DocValues; readonly bitsets: BitsetPool }

/** Of what is allowed all that is not held elsewhere, and of what is held what was proposed. */
export function narrowedBy(
  { docValues, bitsets }: Index,
  { allowed, proposed: { held, passageNos } }: { allowed: Bitset; proposed: Proposed },
): Bitset {
  const { size, numbers, datasets, objects } = docValues
  const isHeld = flagsOf(held.datasetNos)
  const isAbsent = flagsOf(held.absentObjectNos)
  const left = bitsets.take()
  for (let docId = 0; docId < size; docId++) {
    if (allowed.bytes[docId] !== 1) continue
    const isThere =
      isHeld[datasets[docId] as number] === 1 &&
      isAbsent[objects[docId] as number] !== 1 &&
      (numbers[docId] as number) <= held.upToPassageNo
    if (!isThere) left.bytes[docId] = 1
  }
  for (const passageNo of passageNos) {
    const docId = docIdOf(docValues, passageNo)
    if (docId >= 0) left.bytes[docId] = allowed.bytes[docId] as number
  }
  return left
}

function flagsOf(numbers: Int32Array): Uint8Array {
  const flags = new Uint8Array(numbers.reduce((most, one) => Math.max(most, one), 0) + 1)
  for (const one of numbers) flags[one] = 1
  return flags
}
