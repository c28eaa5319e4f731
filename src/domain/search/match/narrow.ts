import { tagListMax } from '../limits.ts'
import type { SearchFilters } from '../search-request.ts'
import { either, minus, tagText } from './match-text.ts'
import { datasetTag, kindTag, langTag, modalityTag, objectTag, sourceTag } from './tags.ts'

/** What the rows of a search must be besides matching. */
export type Reach = {
  /** Datasets that the viewer may see. */
  readonly visible: readonly number[]
  /** Datasets that have passages at all. */
  readonly indexed: readonly number[]
  /** Objects in visible datasets that must not show. */
  readonly hidden: readonly number[]
}

/** A search as the index is asked: a MATCH text and what is compared row by row. */
export type Narrowed = {
  readonly match: string
  readonly afterS?: number | undefined
  readonly beforeS?: number | undefined
  readonly datasetNos?: readonly number[] | undefined
  readonly hiddenObjectNos?: readonly number[] | undefined
}

/**
 * A MATCH text narrowed to what the viewer may see and to the filters: before ranking, so that
 * results, total and facets are all counted over the very same rows. Undefined when there is
 * nothing to see. The datasets are named, or those that are left out when they are fewer.
 */
export function narrow(
  text: string,
  { reach, filters }: { reach: Reach; filters: SearchFilters },
): Narrowed | undefined {
  const visible = new Set(reach.visible)
  const seen = reach.indexed.filter((datasetNo) => visible.has(datasetNo))
  const unseen = reach.indexed.filter((datasetNo) => !visible.has(datasetNo))
  if (seen.length === 0) return undefined

  const wanted = [text, ...filterTags(filters).map(tagText)]
  const unwanted: string[] = []
  const fewest = Math.min(seen.length, unseen.length)
  if (fewest <= tagListMax) {
    if (seen.length <= unseen.length) wanted.push(either(seen.map(datasetTag).map(tagText)))
    else unwanted.push(...unseen.map(datasetTag).map(tagText))
  }
  const manyHidden = reach.hidden.length > tagListMax
  if (!manyHidden) unwanted.push(...reach.hidden.map(objectTag).map(tagText))
  return {
    match: minus({ wanted, unwanted }),
    afterS: filters.afterS,
    beforeS: filters.beforeS,
    datasetNos: fewest > tagListMax ? seen : undefined,
    hiddenObjectNos: manyHidden ? reach.hidden : undefined,
  }
}

function filterTags({ modality, kind, lang, source }: SearchFilters): string[] {
  return [
    ...(modality === undefined ? [] : [modalityTag(modality)]),
    ...(kind === undefined ? [] : [kindTag(kind)]),
    ...(lang === undefined ? [] : [langTag(lang)]),
    ...(source === undefined ? [] : [sourceTag(source)]),
  ]
}
