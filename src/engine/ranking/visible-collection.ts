import { type PassageColumns, roomOf } from '../documents/doc-values.ts'
import type { Postings } from '../keyword/postings.ts'
import { type Bits, noPlaces } from './bitset.ts'
import { type Collection, openShares, type Shares } from './bm25.ts'

/** What a viewer may see, and what is counted among it. */
export type Reach = Collection & {
  readonly seen: Bits
  readonly shares: Shares
  /** How many of its passages have a word, as far as somebody asked. */
  readonly found: Map<string, number>
  /** Which words a compound is made of, going by these passages; as far as somebody asked. */
  readonly parts: Map<string, readonly string[]>
  /** Codes of the languages that its passages are in. */
  readonly langs: readonly string[]
}

export type Seen = {
  readonly datasetNos: readonly number[]
  /** Objects in those datasets that must not show. */
  readonly hiddenObjectNos: readonly number[]
}

/** Most searches in a row come from a few callers. */
const keptMax = 4

/**
 * Finds out which passages belong to some datasets. The answer depends on the datasets and the
 * passages alone, so it is kept while both stay the same; which datasets a viewer may see is asked
 * anew for each search.
 */
export function openReaches(columns: PassageColumns): (seen: Seen) => Reach {
  let kept: { key: string; reach: Reach }[] = []
  return (seen) => {
    const { datasetNos, hiddenObjectNos } = seen
    const key = `${columns.version}:${datasetNos.join()}:${hiddenObjectNos.join()}`
    const old = kept.find((one) => one.key === key)
    const reach = old?.reach ?? reachOf(columns, seen)
    kept = [{ key, reach }, ...kept.filter((one) => one !== old)].slice(0, keptMax)
    return reach
  }
}

function reachOf(columns: PassageColumns, { datasetNos, hiddenObjectNos }: Seen): Reach {
  const { size, datasets, objects, lengths, langs, langNames } = columns
  const open = flags(datasetNos)
  const hidden = flags(hiddenObjectNos)
  const spoken = new Uint8Array(langNames.length)
  const seen = noPlaces(roomOf(columns))
  let count = 0
  let totalLength = 0
  for (let place = 0; place < size; place++) {
    if (open[datasets[place] as number] !== 1) continue
    if (hiddenObjectNos.length > 0 && hidden[objects[place] as number] === 1) continue
    seen.bytes[place] = 1
    count += 1
    totalLength += lengths[place] as number
    spoken[langs[place] as number] = 1
  }
  const shares = openShares({ count, totalLength })
  return {
    seen,
    shares,
    found: new Map(),
    parts: new Map(),
    count,
    totalLength,
    langs: langNames.filter((_, code) => spoken[code] === 1),
  }
}

/** 1 at each of the numbers; nothing behind the last. */
function flags(numbers: readonly number[]): Uint8Array {
  const all = new Uint8Array(numbers.reduce((most, no) => Math.max(most, no), 0) + 1)
  for (const no of numbers) all[no] = 1
  return all
}

/** How many of the passages in reach a word is in; asked again for the same reach, it is known. */
export function countFound(
  { found, seen }: Reach,
  { key, postings }: { key: string; postings: Postings },
): number {
  const known = found.get(key)
  if (known !== undefined) return known
  const count = countSeen(postings, { seen, max: Number.MAX_SAFE_INTEGER })
  keepIn(found, { key, value: count })
  return count
}

/** Begins anew when there are too many. */
export function keepIn<V>(kept: Map<string, V>, { key, value }: { key: string; value: V }): void {
  if (kept.size >= keptWordsMax) kept.clear()
  kept.set(key, value)
}

const keptWordsMax = 10_000

/** As far as `max`, and not much further. */
export function countSeen(
  postings: Postings,
  { seen: { bytes }, max }: { seen: Bits; max: number },
): number {
  let count = 0
  for (const places of postings) {
    if (!places) continue
    for (let i = 0; i < places.length && count < max; i++) {
      count += bytes[places[i] as number] as number
    }
  }
  return count
}
