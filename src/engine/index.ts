/**
 * The engine: which passages answer a query, and in which order. An annex: others import this file
 * and nothing behind it. ENGINE.md is its page: parts, limits, glossary, and the way from a request
 * to the line that scores a posting. port.ts is what the market asks of an engine; the rest is for
 * the threads in which the embedded one runs, for the writer's transaction, and for measuring.
 */

export { fold } from './analysis/fold.ts'
export { analysisToken, ownTokens } from './analysis/own-tokens.ts'
export type { Catalogue } from './catalogue.ts'
export { addPassages, removePassages } from './documents/add-passages.ts'
export {
  copyPassages,
  passageIdOf,
  passagesToCopy,
  removeCopiedPassages,
} from './documents/copy-passages.ts'
export { indexAnewAfterUpgrade } from './documents/index-anew.ts'
export { openingText } from './documents/opening-text.ts'
export * from './documents/passage.ts'
export {
  arePassages,
  countPassages,
  listLanguages,
  listPassagesOf,
  type PassageRow,
  pageOfPassages,
} from './documents/queries.ts'
export { type IndexProgress, type IndexSlice, rebuildIndex } from './documents/rebuild-index.ts'
export {
  arePassagesOf,
  listSamplePassages,
  type SamplePassage,
} from './documents/sample-passages.ts'
export { type IndexCheck, type IndexProblem, verifyIndex } from './documents/verify-index.ts'
export { type EmbeddedEngine, openEmbeddedEngine, openKeywordEngine } from './embedded-engine.ts'
export { checkModel, type ModelReport } from './embedding/check-model.ts'
export { openEmbedStatic } from './embedding/embed-static.ts'
export type { Embedder, ModelSource } from './embedding/embedder.ts'
export {
  checkModelFolder,
  modelSource,
  openEmbedder,
  openShippedEmbedder,
  scriptsOfModel,
  sentenceEmbedder,
} from './embedding/open-embedder.ts'
export { scriptNames } from './embedding/scripts.ts'
export { closeFusion, type Fusion, usualFusion } from './hybrid/fuse.ts'
export {
  openSemanticSearcher,
  type SemanticSearcher,
  type SemanticSearcherDeps,
} from './hybrid/semantic-searcher.ts'
export { noLimit } from './keyword/follow-changes.ts'
export type { MemoryIndex } from './keyword/keyword-index.ts'
export { openMemoryIndex } from './keyword/memory-index.ts'
export { passagesPerSliceMax } from './limits.ts'
export { type Hnsw, loadHnsw } from './neighbours/hnsw-index.ts'
export { openSavedIndex } from './neighbours/saved-index.ts'
export { readSnapshot } from './neighbours/snapshot-file.ts'
export { unitVector } from './neighbours/unit-vector.ts'
export type { SavedIndex } from './neighbours/vector-index.ts'
export * from './outcome.ts'
export type * from './outside/outside-index.ts'
export { type OutsideModel, outsideModel, outsideRows } from './outside/outside-rows.ts'
export type { Held, ProposalAsked, Proposals, Proposed } from './outside/proposals.ts'
export type * from './port.ts'
export { type GrammarSection, grammar, refusedExamples } from './query/grammar.ts'
export { parseQuery } from './query/parse-query.ts'
export type { Query } from './query/query.ts'
export { keywordsOf } from './query/query-words.ts'
export { readQuery } from './query/read-query.ts'
export { preferredAs, type TokensInARow, writtenAs } from './query/written-as.ts'
export { addCounts, type WordCounts } from './ranking/word-counts.ts'
export type { CountJob } from './searcher/count-words.ts'
export { type Deadline, installDeadline } from './searcher/deadline.ts'
export { openSearcher, type Searcher } from './searcher/open-searcher.ts'
export type { PartJob, PartPassage, RankedPart } from './searcher/rank-part.ts'
export { anySearch } from './searcher/searcher.ts'
export type { HotData, HotState } from './threads/hot-thread.ts'
export type * from './threads/tasks.ts'
export {
  openVectorThread,
  type VectorThread,
  type VectorThreadData,
} from './threads/vector-thread.ts'
export {
  type CopiedVectors,
  copyModels,
  copyVectors,
  modelsToCopy,
  type VectorsUpTo,
  vectorsToCopy,
} from './vectors/copy-vectors.ts'
export { openVectorStore } from './vectors/keep-vectors.ts'
