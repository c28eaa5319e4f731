import type { PassageColumns } from '../documents/doc-values.ts'

/**
 * Where a word is: the places of the passages that have it once, those that have it twice, and so
 * on. A place is in one of the lists only; each list is in ascending order.
 */
export type Postings = readonly (Places | undefined)[]
export type Places = readonly number[] | Int32Array

/** More repetitions than this count as so many: they add nothing to a score any more. */
export const timesMax = 32

export const nowhere: Postings = []

/** Places once each. */
export function onceEach(places: readonly number[]): Postings {
  return [places]
}

/** From places that are repeated for each occurrence, equal ones side by side. */
export function byTimes(places: readonly number[]): Postings {
  const lists: number[][] = []
  for (let i = 0; i < places.length; ) {
    const place = places[i] as number
    let next = i + 1
    while (next < places.length && places[next] === place) next += 1
    put(lists, { place, times: next - i })
    i = next
  }
  return lists
}

/** One word in several forms: what a passage has of them is added up. */
export type Together = (all: readonly Postings[], columns: Pick<PassageColumns, 'size'>) => Postings

/** The counts of all places lie in one array for all words, which is cleaned, not made anew. */
export function openTogether(): Together {
  let counts = new Uint8Array(0)
  let touched = new Int32Array(0)

  function countIn(form: Postings, before: number): number {
    let count = before
    for (let times = 1; times <= form.length; times++) {
      const places = form[times - 1] ?? []
      for (let i = 0; i < places.length; i++) {
        const place = places[i] as number
        const known = counts[place] as number
        if (known === 0) touched[count++] = place
        counts[place] = Math.min(known + times, timesMax)
      }
    }
    return count
  }

  return (all, { size }) => {
    const forms = all.filter((form) => form.length > 0).sort((a, b) => sizeOf(b) - sizeOf(a))
    const [largest = nowhere, ...others] = forms
    if (others.length === 0) return largest
    if (counts.length < size) counts = new Uint8Array(2 * size)
    if (touched.length < size) touched = new Int32Array(2 * size)
    const fewer = others.reduce((count, form) => countIn(form, count), 0)
    const alone = largest.map(
      (places, i) => places && withoutOthers(places, { counts, times: i + 1 }),
    )
    return sideBySide(alone, partedByTimes(touched.subarray(0, fewer).sort(), counts))
  }
}

/** The places that no other form has; in the others it adds its times to what is counted. */
function withoutOthers(
  places: Places,
  { counts, times }: { counts: Uint8Array; times: number },
): Places {
  let alone: Int32Array | undefined
  let kept = 0
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number
    const known = counts[place] as number
    if (known === 0) {
      if (alone) alone[kept++] = place
      continue
    }
    counts[place] = Math.min(known + times, timesMax)
    if (alone) continue
    alone = Int32Array.from(places)
    kept = i
  }
  return alone ? alone.subarray(0, kept) : places
}

/** Lists without a place in common. */
function sideBySide(larger: Postings, smaller: Postings): Postings {
  return Array.from({ length: Math.max(larger.length, smaller.length) }, (_, i) => {
    const [one = nobody, other = nobody] = [larger[i], smaller[i]]
    if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one
    return merged(one, other)
  })
}

/** Of two ascending lists without a place in common. */
function merged(one: Places, other: Places): Int32Array {
  const both = new Int32Array(one.length + other.length)
  let i = 0
  let j = 0
  for (let next = 0; next < both.length; next++) {
    const fromOne = j === other.length || (one[i] as number) < (other[j] as number)
    both[next] = (fromOne ? one[i++] : other[j++]) as number
  }
  return both
}

const nobody: Places = []

/** Cleans the counts behind it. */
function partedByTimes(places: Int32Array, counts: Uint8Array): Postings {
  const sizes = new Int32Array(timesMax + 1)
  for (let i = 0; i < places.length; i++) addOne(sizes, counts[places[i] as number] as number)
  const lists = Array.from(sizes.subarray(1), (size) => new Int32Array(size))
  sizes.fill(0)
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number
    const times = counts[place] as number
    const list = lists[times - 1] as Int32Array
    list[addOne(sizes, times)] = place
    counts[place] = 0
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

export function sizeOf(postings: Postings): number {
  return postings.reduce((sum, places) => sum + (places?.length ?? 0), 0)
}

function put(lists: number[][], { place, times }: { place: number; times: number }): void {
  const at = Math.min(times, timesMax) - 1
  for (let i = lists.length; i <= at; i++) lists.push([])
  lists[at]?.push(place)
}
