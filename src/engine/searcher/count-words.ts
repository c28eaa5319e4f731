import { knownLanguages } from '../analysis/languages.ts'
import { findPostings } from '../keyword/find-postings.ts'
import type { Postings } from '../keyword/postings.ts'
import type { Clause, TermClause } from '../query/clause.ts'
import { languagesOfWord } from '../query/word-languages.ts'
import { keyOf } from '../ranking/match.ts'
import type { VisibleCollection } from '../ranking/visible-collection.ts'
import { type Counted, sharedKey, stemsAlone, type WordCounts } from '../ranking/word-counts.ts'
import type { SearchJob } from '../threads/tasks.ts'
import { clauseIn, languagesAsked } from './clause-of.ts'
import type { IndexReader } from './index-reader.ts'
import { type IndexView, viewOf } from './visible-index.ts'

export type CountJob = Pick<SearchJob, 'visibility' | 'query' | 'filters'>

/**
 * What is to be counted of a query before anybody knows what it means: in which languages it is
 * read, which words say nothing and which compounds are parted depends on the passages of all. So
 * it is read in each language by itself, and once as it stands, and whatever comes up is counted.
 */
export function countWords(reader: IndexReader, job: CountJob): WordCounts {
  const own = viewOf(reader, job.visibility)
  const asked = { stems: new Set<string>(), others: new Map<string, TermClause>() }
  const view = { ...own, collection: sayingYes(own.collection, asked.stems) }
  const languages = languagesAsked(job) ?? [...knownLanguages, 'und']
  for (const language of languages) {
    for (const literally of [false, true]) {
      const clause = clauseIn(view, { query: job.query, languages: [language], literally })
      for (const term of termsOf(clause)) note(asked, term)
    }
  }
  const { collection } = own
  const { ofContents, ofNames } = collection
  return {
    contents: ofContents,
    names: ofNames,
    assets: collection.assets,
    langs: collection.langs,
    stems: entries(asked.stems, (stem) => byLanguage(own, own.keywords.postingsOf(stem))),
    words: entries(asked.stems, (word) => languagesOfWord(own, word)),
    others: Object.fromEntries(
      [...asked.others].map(([key, { alternatives }]) => {
        return [key, counted(collection, findPostings(own, alternatives))]
      }),
    ),
  }
}

type Asked = { stems: Set<string>; others: Map<string, TermClause> }

/** Each stem is a word, too: what one language leaves of a word may be one of another. */
function note({ stems, others }: Asked, term: TermClause): void {
  for (const atom of term.alternatives) if (atom.column === 'stem') stems.add(atom.term)
  if (!stemsAlone(term)) others.set(sharedKey(term, keyOf(term)), term)
}

function termsOf(clause: Clause): TermClause[] {
  switch (clause.type) {
    case 'any':
      return [clause]
    case 'and':
    case 'or':
      return clause.clauses.flatMap(termsOf)
    case 'not':
      return termsOf(clause.clause)
    case 'ranked':
      return [...clause.required, ...clause.preferred].flatMap(termsOf)
    default:
      return []
  }
}

/** Of so many passages a word may be the part of a compound, and none is too many. */
const oftenEnough = 3

/** A collection in which every word might be the part of a compound; notes which were asked for. */
function sayingYes(collection: VisibleCollection, stems: Set<string>): VisibleCollection {
  const ofStem = (stem: string) => {
    stems.add(stem)
    return oftenEnough
  }
  return { ...collection, parts: new Map(), given: { documentFrequency: () => 0, ofStem } }
}

function byLanguage({ docValues, collection }: IndexView, postings: Postings) {
  const { langs, langNames } = docValues
  const found: Record<string, [number, number]> = {}
  for (const list of postings) {
    for (const docId of list ?? []) {
      if (collection.visible.bytes[docId] !== 1) continue
      const lang = langNames[langs[docId] as number] ?? 'und'
      const both = found[lang] ?? [0, 0]
      both[collection.names.bytes[docId] === 1 ? 1 : 0] += 1
      found[lang] = both
    }
  }
  return found
}

function counted({ contents, names }: VisibleCollection, postings: Postings): Counted {
  let [ofContents, ofNames] = [0, 0]
  for (const list of postings) {
    for (const docId of list ?? []) {
      ofContents += contents.bytes[docId] as number
      ofNames += names.bytes[docId] as number
    }
  }
  return [ofContents, ofNames]
}

function entries<T>(keys: Iterable<string>, of: (key: string) => T): Record<string, T> {
  return Object.fromEntries([...keys].map((key) => [key, of(key)]))
}
