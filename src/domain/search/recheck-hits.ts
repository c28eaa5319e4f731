import type { ObjectId, RetrievalEventId, SearchId } from '../../base/ids.ts'
import {
  type DatasetCount,
  type Facets,
  type FoundPassage,
  type PassageFacts,
  type SearchOutcome,
  scriptNames,
} from '../../engine/index.ts'
import type { Db } from '../../store/tx.ts'
import { findShownObjects, type ShownObject, type Viewer } from '../catalog/index.ts'
import type { ShownPassage } from '../ledger/index.ts'
import { alsoInMax } from './limits.ts'
import { retrievalEventId } from './retrieval-event.ts'
import type { Hit, SearchResult } from './search-request.ts'

type Shown =
  | 'hits'
  | 'total'
  | 'hasMore'
  | 'totalRelation'
  | 'facets'
  | 'datasets'
  | 'correctedQuery'
  | 'warnings'
export type Checked = Pick<SearchResult, Shown> & {
  /** The hits with what their price depends on. */
  shown: ShownPassage[]
}

/**
 * The records have the last word: an asset that was deleted or taken away since the ranking is
 * left out, and where another one that the viewer sees has the same passage, that one is named.
 * Total and facets follow what is known to be gone (spec 2.1, total_relation).
 */
export function recheckHits(
  db: Db,
  viewer: Viewer,
  { outcome, searchId }: { outcome: SearchOutcome; searchId: SearchId },
): Checked {
  const found = outcome.hits.map((hit) => ({ hit, equal: equalTo(hit) }))
  const named = new Set(found.flatMap(({ equal }) => equal.map(({ objectId }) => objectId)))
  const visible = findShownObjects(db, viewer, [...named])
  const isThere = ({ objectId }: PassageFacts) => visible.has(objectId)
  const hits: Hit[] = []
  const shown: ShownPassage[] = []
  const gone: PassageFacts[] = []
  for (const { hit, equal } of found) {
    const [one, ...copies] = equal.filter(isThere)
    if (one) {
      const id = retrievalEventId(searchId, hits.length)
      const passage = { one, copies, visible, retrievalEventId: id }
      hits.push(hitOf(hit, passage))
      shown.push(shownPassage(passage))
      gone.push(...equal.filter((other) => !isThere(other)))
    } else gone.push(...allIn(hit))
  }
  const { facets, datasets } = outcome
  return {
    hits,
    shown,
    facets: facets && gone.reduce(without, facets),
    datasets: datasets && gone.reduce(withoutOneOf, datasets),
    total: outcome.total - gone.length,
    hasMore: outcome.hasMore,
    totalRelation: gone.length > 0 || outcome.isCapped ? 'approximate' : 'exact',
    // The words of a correction may come from what is gone by now.
    correctedQuery: gone.length === 0 ? outcome.correctedQuery : undefined,
    warnings: warningsOf(outcome),
  }
}

/** A hit and those that say the same: who had it first comes first. */
function equalTo(found: FoundPassage): readonly PassageFacts[] {
  const { copies = [], score: _, snippet: __, alike: ___, ...facts } = found
  return [facts, ...copies]
}

/** The same with those that say nearly the same, of which only their number is known. */
function allIn(found: FoundPassage): PassageFacts[] {
  const equal = equalTo(found)
  return Array.from({ length: 1 + (found.alike ?? 0) }, (_, i) => equal[i] ?? found)
}

type Passage = {
  one: PassageFacts
  copies: readonly PassageFacts[]
  visible: ReadonlyMap<ObjectId, ShownObject>
  retrievalEventId: RetrievalEventId
}

function hitOf(found: FoundPassage, { one, copies, visible, retrievalEventId }: Passage): Hit {
  const { score, snippet, alike = 0, copies: before = [] } = found
  const others = new Set(copies.map(({ objectId }) => objectId))
  others.delete(one.objectId)
  const left = alike - (before.length - copies.length)
  const { title, filename, folder } = visible.get(one.objectId) as ShownObject
  return {
    ...one,
    score,
    snippet,
    ...(left > 0 ? { alike: left } : {}),
    alsoIn: others.size > 0 ? [...others].slice(0, alsoInMax) : undefined,
    title,
    filename,
    folder,
    retrievalEventId,
  }
}

function shownPassage({ one, copies, visible, retrievalEventId }: Passage): ShownPassage {
  const object = visible.get(one.objectId) as ShownObject
  const { objectId: assetId, datasetId, tenantId, monetizationMode, curated } = object
  return {
    retrievalEventId,
    passageId: one.passageId,
    assetId,
    datasetId,
    providerTenantId: tenantId,
    monetizationMode,
    curated,
    isFree: one.kind === 'metadata',
    copies: copies.map(({ passageId, objectId }) => ({
      passageId,
      providerTenantId: (visible.get(objectId) as ShownObject).tenantId,
    })),
  }
}

function warningsOf({ unknownScripts, withoutVector }: SearchOutcome): string[] {
  if (withoutVector) {
    return ['The embedding model can take no passage of this asset, so nothing is found like it.']
  }
  if (!unknownScripts) return []
  const names = scriptNames(unknownScripts).join(', ')
  return [
    `The embedding model does not know every script of the query (${names}): ` +
      'such words are found as they are written, in the modes keyword and hybrid, and not by ' +
      'what they mean.',
  ]
}

function without({ modality, kind, lang }: Facets, gone: PassageFacts): Facets {
  return {
    modality: oneLess(modality, gone.modality),
    kind: oneLess(kind, gone.kind),
    ...(lang ? { lang: oneLess(lang, gone.lang) as Record<string, number> } : {}),
  }
}

function withoutOneOf(
  counts: readonly DatasetCount[],
  { datasetId: gone }: PassageFacts,
): DatasetCount[] {
  const left = counts.map(({ datasetId, count }) => ({
    datasetId,
    count: datasetId === gone ? count - 1 : count,
  }))
  return left.filter(({ count }) => count > 0)
}

function oneLess<T extends string>(counts: Readonly<Partial<Record<T, number>>>, key: T) {
  const { [key]: count = 0, ...others } = counts as Record<T, number>
  return count > 1 ? { ...counts, [key]: count - 1 } : (others as Partial<Record<T, number>>)
}
