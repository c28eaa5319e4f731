import type { DocValues } from '../documents/doc-values.ts'

/**
 * The posting lists of a term, by term frequency: the documents that have it once, those that have
 * it twice, and so on. A document is in one of the lists only; each list is in ascending order.
 */
export type Postings = readonly (DocIds | undefined)[]
export type DocIds = readonly number[] | Int32Array

/** More repetitions than this count as so many: they add nothing to a score any more. */
export const frequencyMax = 32

export const noPostings: Postings = []

/** Places once each. */
export function withFrequencyOne(docIds: readonly number[]): Postings {
  return [docIds]
}

/** From document ids that are repeated for each occurrence, equal ones side by side. */
export function byFrequency(docIds: readonly number[]): Postings {
  const lists: number[][] = []
  for (let i = 0; i < docIds.length; ) {
    const docId = docIds[i] as number
    let next = i + 1
    while (next < docIds.length && docIds[next] === docId) next += 1
    put(lists, { docId, tf: next - i })
    i = next
  }
  return lists
}

/** One word in several forms: what a passage has of them is added up. */
export type MergePostings = (
  all: readonly Postings[],
  docValues: Pick<DocValues, 'size'>,
) => Postings

/** The counts of all documents lie in one array for all terms, which is cleaned, not made anew. */
export function openPostingsMerger(): MergePostings {
  let counts = new Uint8Array(0)
  let touched = new Int32Array(0)

  function countIn(form: Postings, before: number): number {
    let count = before
    for (let tf = 1; tf <= form.length; tf++) {
      const docIds = form[tf - 1] ?? []
      for (let i = 0; i < docIds.length; i++) {
        const docId = docIds[i] as number
        const known = counts[docId] as number
        if (known === 0) touched[count++] = docId
        counts[docId] = Math.min(known + tf, frequencyMax)
      }
    }
    return count
  }

  return (all, { size }) => {
    const forms = all
      .filter((form) => form.length > 0)
      .sort((a, b) => documentFrequency(b) - documentFrequency(a))
    const [largest = noPostings, ...others] = forms
    if (others.length === 0) return largest
    if (counts.length < size) counts = new Uint8Array(2 * size)
    if (touched.length < size) touched = new Int32Array(2 * size)
    const fewer = others.reduce((count, form) => countIn(form, count), 0)
    const alone = largest.map((docIds, i) => docIds && withoutOthers(docIds, { counts, tf: i + 1 }))
    return mergeDisjoint(alone, groupByFrequency(touched.subarray(0, fewer).sort(), counts))
  }
}

/** The documents that no other form has; in the others it adds its tf to what is counted. */
function withoutOthers(docIds: DocIds, { counts, tf }: { counts: Uint8Array; tf: number }): DocIds {
  let alone: Int32Array | undefined
  let kept = 0
  for (let i = 0; i < docIds.length; i++) {
    const docId = docIds[i] as number
    const known = counts[docId] as number
    if (known === 0) {
      if (alone) alone[kept++] = docId
      continue
    }
    counts[docId] = Math.min(known + tf, frequencyMax)
    if (alone) continue
    alone = Int32Array.from(docIds)
    kept = i
  }
  return alone ? alone.subarray(0, kept) : docIds
}

/** Lists without a document in common. */
export function mergeDisjoint(larger: Postings, smaller: Postings): Postings {
  return Array.from({ length: Math.max(larger.length, smaller.length) }, (_, i) => {
    const [one = noDocIds, other = noDocIds] = [larger[i], smaller[i]]
    if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one
    return mergeSorted(one, other)
  })
}

/** Of two ascending lists without a document in common. */
function mergeSorted(one: DocIds, other: DocIds): Int32Array {
  const both = new Int32Array(one.length + other.length)
  let i = 0
  let j = 0
  for (let next = 0; next < both.length; next++) {
    const fromOne = j === other.length || (one[i] as number) < (other[j] as number)
    both[next] = (fromOne ? one[i++] : other[j++]) as number
  }
  return both
}

const noDocIds: DocIds = []

/** Cleans the counts behind it. */
function groupByFrequency(docIds: Int32Array, counts: Uint8Array): Postings {
  const sizes = new Int32Array(frequencyMax + 1)
  for (let i = 0; i < docIds.length; i++) addOne(sizes, counts[docIds[i] as number] as number)
  const lists = Array.from(sizes.subarray(1), (size) => new Int32Array(size))
  sizes.fill(0)
  for (let i = 0; i < docIds.length; i++) {
    const docId = docIds[i] as number
    const tf = counts[docId] as number
    const list = lists[tf - 1] as Int32Array
    list[addOne(sizes, tf)] = docId
    counts[docId] = 0
  }
  while (lists.at(-1)?.length === 0) lists.pop()
  return lists
}

/** Gives what there was before. */
function addOne(sizes: Int32Array, at: number): number {
  const size = sizes[at] as number
  sizes[at] = size + 1
  return size
}

export function documentFrequency(postings: Postings): number {
  return postings.reduce((sum, docIds) => sum + (docIds?.length ?? 0), 0)
}

function put(lists: number[][], { docId, tf }: { docId: number; tf: number }): void {
  const at = Math.min(tf, frequencyMax) - 1
  for (let i = lists.length; i <= at; i++) lists.push([])
  lists[at]?.push(docId)
}
