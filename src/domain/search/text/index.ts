/**
 * Text: how words become tokens, and how a query is read. One analyser for documents, queries and
 * highlights, so that they cannot disagree. Pure; knows neither SQL nor HTTP. A second door of the
 * room search: adapters that keep an index of their own import it too.
 */
export {
  type Analysed,
  analyse,
  gramTerms,
  indexTerms,
  prepareStems,
  stemCounts,
  stemOf,
  type Written,
} from './analyse.ts'
export { excerpt } from './excerpt.ts'
export { fold } from './fold.ts'
export { type GrammarExample, type GrammarSection, grammar, refusedExamples } from './grammar.ts'
export { emphasise, type Marks, matchingRanges, type Range } from './highlight.ts'
export { languageCode, languageOf } from './languages.ts'
export { parseQuery, queryDepthMax } from './parse-query.ts'
export {
  type Leaf,
  leavesOf,
  malformedQuery,
  printQuery,
  type Query,
  type QueryField,
  queryFields,
} from './query.ts'
export { type Token, tokenise, type Unit, unitsOf } from './tokenise.ts'
