/**
 * Search: which passages answer a question, best first, and what is in an asset.
 *
 * The market's side of searching: who sees what (visibility.ts, asked by the engine's threads),
 * allowance, charges and the record of searches (whose hits a retrieval event id points into), the
 * check of what was found against the records, readings of assets, the search of Surface B with its
 * cursors, and the catalogue of buyers with samples and prices. What finds and ranks is the annex
 * src/engine, which this room alone asks (ENGINE.md there): other rooms get passages through here.
 *
 * States: a passage is there or not. Whether it shows is the catalog's to say: before ranking, so
 * that results, total and facets count the same rows, and once more when the page is returned.
 *
 * Refuses: queries that cannot be read, with the place (InvalidInput), meaning where there is no
 * model (InvalidInput), searches that take too long or come too many at once (Saturated), searches
 * beyond the month's allowance (PaymentRequired), assets that the caller cannot see (NotFound).
 */

import { bind } from '../../base/bind.ts'
import type { SearchId, TenantId } from '../../base/ids.ts'
import { indexAnewAfterUpgrade, rebuildIndex, verifyIndex } from '../../engine/index.ts'
import type { Db } from '../../store/tx.ts'
import { type FoundAsset, findAssets } from './find-assets.ts'
import { findSearchActivity } from './queries.ts'
import { getAsset, listAssets, readOwnPassages } from './read-assets.ts'
import { findRetrievalEvent } from './retrieval-event.ts'
import type { SearchDeps } from './room.ts'
import { runPublicSearch, runSearch } from './run-search.ts'
import { runSimilar } from './run-similar.ts'
import { runPublicSuggest, runSuggest } from './run-suggest.ts'

export type Search = ReturnType<typeof openSearch>

export function openSearch(room: SearchDeps) {
  type Owner = { tenantId: TenantId }
  return {
    ...bind(room, {
      run: runSearch,
      findSimilar: runSimilar,
      runPublic: runPublicSearch,
      suggest: runSuggest,
      suggestPublic: runPublicSuggest,
      findAssets,
      getAsset,
      listAssets,
      readOwnPassages,
      indexAnewAfterUpgrade,
      rebuildIndex,
      verifyIndex,
    }),
    /** How far the vectors are, model by model. */
    vectorProgress: () => room.engine.progress(),
    /** How each search node does, in the order of the settings. */
    searchNodes: () => room.searchNodes?.() ?? [],
    /** A search that this tenant made, by the id in its answer. */
    findSearch: (db: Db, { tenantId }: Owner, searchId: SearchId) =>
      findSearchActivity(db, { tenantId, searchId }),
    /** A hit of a search that this tenant made, by its retrieval event id. */
    findRetrievalEvent: (db: Db, { tenantId }: Owner, retrievalEventId: string) =>
      findRetrievalEvent(db, tenantId, retrievalEventId),
  }
}

// What other rooms and the doors need of the engine: they know it through this room only.
export {
  type AssetPassage,
  addPassages,
  analysisToken,
  arePassagesOf,
  type FoundPassage,
  fold,
  type GrammarSection,
  grammar,
  keywordsOf,
  listLanguages,
  listPassagesOf,
  type NewPassage,
  openingText,
  ownTokens,
  type PassageOwner,
  passageKinds,
  preferredAs,
  type Query,
  readQuery,
  refusedExamples,
  removePassages,
  type SearchFilters,
  type SearchMode,
  type Suggestions,
  searchModes,
  searchOrders,
  type TokensInARow,
  writtenAs,
} from '../../engine/index.ts'
export {
  type BuyersCatalogue,
  type CatalogueEntry,
  type CataloguePage,
  openBuyersCatalogue,
  type PublicEntry,
} from './catalogue-page.ts'
export * from './limits.ts'
export {
  type DatasetFacet,
  type MarketHit,
  type MarketSearch,
  type NamedResult,
  openMarketSearch,
  retrievalModes,
} from './market-search.ts'
export type { AssetList, AssetWithPassages } from './read-assets.ts'
export type { SearchDeps, SearchNodeReport } from './room.ts'
export * from './search-request.ts'
export { marketCatalogue } from './visibility.ts'
export type { FoundAsset }
