import type { Hit, SearchResult, Suggestions } from '../../domain/search/index.ts'

/** Spec 2.1, SearchResponse; credits and duration are added. */
export function presentSearch(result: Omit<SearchResult, 'datasets'>) {
  const { availableCredits, budgetLeftCredits, correctedQuery, warnings } = result
  return {
    results: result.hits.map(presentHit),
    total: result.total,
    total_relation: result.totalRelation,
    has_more: result.hasMore,
    limit: result.limit,
    offset: result.offset,
    mode: result.mode,
    search_id: result.searchId,
    facets: result.facets,
    charged_credits: result.chargedCredits,
    ...(availableCredits === undefined ? {} : { available_credits: availableCredits }),
    ...(budgetLeftCredits === undefined ? {} : { budget_left_credits: budgetLeftCredits }),
    ...(correctedQuery === undefined ? {} : { corrected_query: correctedQuery }),
    ...(warnings.length === 0 ? {} : { warnings }),
    took_ms: result.tookMs,
  }
}

/** Spec 2.1, SearchHit; passage, dataset, names and retrieval event are added. */
export function presentHit(hit: Hit) {
  return {
    asset_id: hit.objectId,
    passage_id: hit.passageId,
    dataset_id: hit.datasetId,
    tenant_id: hit.tenantId,
    title: hit.title,
    filename: hit.filename,
    folder: hit.folder,
    kind: hit.kind,
    lang: hit.lang,
    modality: hit.modality,
    page: hit.page,
    time_start_ms: hit.timeStartMs,
    time_end_ms: hit.timeEndMs,
    score: hit.score,
    snippet: hit.snippet,
    retrieval_event_id: hit.retrievalEventId,
    ...(hit.alike === undefined ? {} : { similar_count: hit.alike }),
    ...(hit.alsoIn === undefined ? {} : { also_in: hit.alsoIn }),
  }
}

export function presentSuggestions({ completions, didYouMean }: Suggestions) {
  return { completions, did_you_mean: didYouMean ?? null }
}
