import type { StemAtom, StemEvidence, TermClause } from '../query/clause.ts'
import type { CollectionStatistics } from './bm25.ts'

/**
 * What an index says of the words of a query among what a viewer sees: all that the order of hits
 * depends on and the passages themselves do not say. Plain data; what several indexes say of parts
 * of a whole adds up to what one says that has it all.
 */
export type WordCounts = {
  readonly contents: CollectionStatistics
  /** The names of assets, which count where there are no contents. */
  readonly names: CollectionStatistics
  /** How many assets the contents are of. */
  readonly assets: number
  readonly langs: readonly string[]
  /** Passages that have a stem, by the code of their language. */
  readonly stems: Readonly<Record<string, Readonly<Record<string, Counted>>>>
  /** The languages of passages that have a word as it stands. */
  readonly words: Readonly<Record<string, readonly string[]>>
  /** Passages that have what is more than stems: a phrase, a beginning, a fuzzy word. */
  readonly others: Readonly<Record<string, Counted>>
}

/** How many contents, and how many names. */
export type Counted = readonly [contents: number, names: number]

/** What is counted elsewhere, as ranking asks for it. */
export type GivenCounts = {
  documentFrequency(term: TermClause, key: string): number
  /** Of passages in any language. */
  ofStem(stem: string): number
  readonly evidence?: StemEvidence
}

/** A clause is the same one wherever it is read, though the words that it stands for may differ. */
export function sharedKey({ name }: TermClause, key: string): string {
  return name ?? key
}

export function addCounts(all: readonly WordCounts[]): WordCounts {
  const sum = (statistics: readonly CollectionStatistics[]) => ({
    count: statistics.reduce((total, { count }) => total + count, 0),
    totalLength: statistics.reduce((total, { totalLength }) => total + totalLength, 0),
  })
  return {
    contents: sum(all.map(({ contents }) => contents)),
    names: sum(all.map(({ names }) => names)),
    assets: all.reduce((total, { assets }) => total + assets, 0),
    langs: distinct(all.map(({ langs }) => langs)),
    stems: joined(
      all.map(({ stems }) => stems),
      (some) => joined(some, addCounted),
    ),
    words: joined(
      all.map(({ words }) => words),
      distinct,
    ),
    others: joined(
      all.map(({ others }) => others),
      addCounted,
    ),
  }
}

/** By what the counts say of them, and not by what is here. */
export function givenCounts(counts: WordCounts): GivenCounts {
  // Words are anybody's: `constructor` is no property of a map.
  const stems = new Map(Object.entries(counts.stems))
  const words = new Map(Object.entries(counts.words))
  const others = new Map(Object.entries(counts.others))
  const which = counts.contents.count > 0 ? 0 : 1
  const inLanguages = (stem: string, languages: readonly string[] | undefined) => {
    const byLanguage = stems.get(stem) ?? {}
    const found = (languages ?? Object.keys(byLanguage)).map((lang) => byLanguage[lang])
    return found.filter((one) => one !== undefined)
  }
  const countIn = ({ term, languages }: StemAtom) =>
    inLanguages(term, languages).reduce((total, counted) => total + counted[which], 0)
  return {
    documentFrequency(term, key) {
      const atoms = stemsAlone(term)
      // A passage has one language, so that each is counted once.
      if (atoms) return atoms.reduce((total, atom) => total + countIn(atom), 0)
      return others.get(sharedKey(term, key))?.[which] ?? 0
    },
    ofStem: (term) => countIn({ column: 'stem', term }),
    evidence: {
      isStemIn: (stem, languages) => inLanguages(stem, languages).some(([c, n]) => c + n > 0),
      isWordIn: (term, languages) => languages.some((lang) => words.get(term)?.includes(lang)),
      atoms: new Map(),
    },
  }
}

/** Where a term is nothing but stems that no passage has two of: them. */
export function stemsAlone({ alternatives, name }: TermClause): readonly StemAtom[] | undefined {
  const stems = alternatives.filter((atom) => atom.column === 'stem')
  if (name !== undefined || stems.length < alternatives.length) return undefined
  return stems.length < 2 || stems.every(({ languages }) => languages) ? stems : undefined
}

function addCounted(all: readonly Counted[]): Counted {
  return [
    all.reduce((total, [contents]) => total + contents, 0),
    all.reduce((total, [, names]) => total + names, 0),
  ]
}

function distinct(all: readonly (readonly string[])[]): string[] {
  return [...new Set(all.flat())].sort()
}

function joined<T>(
  all: readonly Readonly<Record<string, T>>[],
  join: (some: readonly T[]) => T,
): Record<string, T> {
  const found = new Map<string, T[]>()
  for (const one of all) {
    for (const [key, value] of Object.entries(one)) {
      const others = found.get(key)
      if (others) others.push(value)
      else found.set(key, [value])
    }
  }
  return Object.fromEntries([...found].map(([key, some]) => [key, join(some)]))
}
