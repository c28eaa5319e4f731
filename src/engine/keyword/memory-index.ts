import { Index } from 'flexsearch'
import type { MemoryDocument, MemoryIndex } from './keyword-index.ts'
import type { DocIds, Postings } from './postings.ts'
import { openTermArray } from './term-array.ts'

/** A passage that has a stem more often than this counts as having it so often. */
const slotsMax = 32
/** So many passages are gathered before they join the others. */
const freshMaxDefault = 20_000
/** A list of so many is worth an array of its own, in which a document id takes half the memory. */
const typedFrom = 64
/** Measured with 100,000 passages: what a document id in a list, a stem and a word take. */
const bytesPerPosting = 5
const bytesPerStem = 230
const bytesPerWord = 90

/**
 * Keywords in memory: FlexSearch holds, for each stem, the documents of the passages that have it
 * once, twice, and so on, in one slot each. Scores are made of these, not by FlexSearch, so that
 * they are those of FTS5.
 *
 * Lists that grow leave room for more, which for rare stems is most of their memory. So new
 * passages go into a small index, and now and then its lists join those of the large one, which
 * fit exactly. What is deleted stays in the lists: nobody sees that document any more.
 */
export function openMemoryIndex({ freshMax = freshMaxDefault } = {}): MemoryIndex {
  let settled = openSlots()
  let fresh = openSlots()
  let stemCount = 0
  let settledPostings = 0
  let words = openTermArray()
  let young = { stems: new Set<string>(), postings: 0, passages: 0 }

  function settle(): void {
    const joined = [...young.stems].map((stem): [string, Postings] => {
      const old = settled.find(stem)
      if (old.length === 0) stemCount += 1
      return [stem, join(old, fresh.find(stem))]
    })
    settled.put(joined)
    settledPostings += young.postings
    fresh = openSlots()
    young = { stems: new Set(), postings: 0, passages: 0 }
  }

  return {
    add(passage) {
      fresh.add(passage)
      for (const stem of passage.stems.keys()) young.stems.add(stem)
      young.postings += passage.stems.size
      young.passages += 1
      words.add(passage.words)
      if (young.passages >= freshMax) settle()
    },
    fill(lists) {
      settled.put(lists.map(([stem, postings]) => [stem, postings.map(fitting)]))
      stemCount += lists.length
      for (const [, postings] of lists) settledPostings += documentFrequency(postings)
    },
    addTerms: (added) => words.add(added),
    postingsOf(stem) {
      const old = settled.find(stem)
      if (young.passages === 0) return old
      const recent = fresh.find(stem)
      if (recent.length === 0) return old
      return old.length === 0 ? recent : join(old, recent)
    },
    terms: () => words.cursor(),
    termsBeginning: (beginning, { limit }) => words.beginning(beginning, { limit }),
    clear() {
      settled = openSlots()
      fresh = openSlots()
      words = openTermArray()
      young = { stems: new Set(), postings: 0, passages: 0 }
      stemCount = 0
      settledPostings = 0
    },
    sizeBytes() {
      const postings = settledPostings + 2 * young.postings
      const stems = stemCount + 2 * young.stems.size
      return postings * bytesPerPosting + stems * bytesPerStem + words.size() * bytesPerWord
    },
  }
}

/** One FlexSearch index, told exactly into which slot each stem of a passage goes. */
function openSlots() {
  let counts: ReadonlyMap<string, number> = new Map()
  const index = new Index({
    encode: (given) => (Array.isArray(given) ? given : [given]),
    resolution: slotsMax,
    score: (_stems, stem) => Math.min(counts.get(stem) ?? 1, slotsMax) - 1,
    context: false,
    fastupdate: false,
    cache: false,
  })
  return {
    add({ docId, stems }: MemoryDocument) {
      counts = stems
      index.add(docId, [...stems.keys()] as unknown as string)
    },
    find(stem: string): Postings {
      return index.search(stem, { resolve: false }).result as unknown as Postings
    },
    /** In the form in which FlexSearch keeps and exports them. */
    put(lists: readonly [string, Postings][]) {
      index.import('map', lists as unknown as string)
    },
  }
}

/** Both together, in arrays without room to spare. */
function join(old: Postings, recent: Postings): Postings {
  return Array.from({ length: Math.max(old.length, recent.length) }, (_, slot) =>
    fitting([...(old[slot] ?? none), ...(recent[slot] ?? none)]),
  )
}

function fitting(docIds: DocIds | undefined): DocIds {
  if (docIds === undefined || docIds.length === 0) return none
  return docIds.length < typedFrom ? none.concat(...docIds) : Int32Array.from(docIds)
}

function documentFrequency(postings: Postings): number {
  return postings.reduce((sum, docIds) => sum + (docIds?.length ?? 0), 0)
}

const none: readonly number[] = []
