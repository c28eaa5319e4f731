import type { PassageColumns } from './passage-columns.ts'

/**
 * Where a word is: the places of the passages that have it once, those that have it twice, and so
 * on. A place is in one of the lists only; the lists are in no order.
 */
export type Postings = readonly (readonly number[] | undefined)[]

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
export function together(
  all: readonly Postings[],
  { size }: Pick<PassageColumns, 'size'>,
): Postings {
  const forms = all.filter((form) => form.length > 0)
  const [only] = forms
  if (forms.length <= 1) return only ?? nowhere
  const counts = new Uint8Array(size)
  const touched: number[] = []
  for (const form of forms) {
    for (let times = 1; times <= form.length; times++) {
      for (const place of form[times - 1] ?? []) {
        const before = counts[place] ?? 0
        if (before === 0) touched.push(place)
        counts[place] = Math.min(before + times, timesMax)
      }
    }
  }
  const lists: number[][] = []
  for (const place of touched) put(lists, { place, times: counts[place] ?? 1 })
  return lists
}

function put(lists: number[][], { place, times }: { place: number; times: number }): void {
  const at = Math.min(times, timesMax) - 1
  for (let i = lists.length; i <= at; i++) lists.push([])
  lists[at]?.push(place)
}
