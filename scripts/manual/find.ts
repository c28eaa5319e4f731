// The search of the manual. It runs in the reader's browser, and here in its test.

/** What stands below one heading. */
export type Section = {
  /** The page's name in the address; empty for the first page. */
  page: string
  /** The page's heading. */
  title: string
  heading: string
  anchor: string
  text: string
}

export type Piece = { text: string; isMatch: boolean }
export type Found = { section: Section; snippet: Piece[] }

const foundMax = 12
const snippetChars = 160

/**
 * The sections in which every word of the query is there or begins a word, the best first: a
 * heading says more than a text. Where no section has them all, those with the most of them.
 */
export function find(sections: readonly Section[], query: string): Found[] {
  const terms = [...new Set(wordsOf(query))]
  const counted = sections.map((section) => countIn(section, terms))
  const most = Math.max(0, ...counted.map(({ counts }) => counts.length))
  if (most === 0) return []
  const rarity = (term: string) => {
    const having = counted.filter(({ counts }) => counts.some((count) => count.term === term))
    return Math.log(1 + sections.length / having.length)
  }
  const weight = new Map(terms.map((term) => [term, rarity(term)]))
  return counted
    .filter(({ counts }) => counts.length === most)
    .map((one) => ({ ...one, score: scoreOf(one, weight) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, foundMax)
    .map(({ section }) => ({ section, snippet: snippetOf(section.text, terms) }))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** `of` does not mean `office`: what is short is taken as it stands. */
function begins(word: string, { with: term }: { with: string }): boolean {
  return term.length < 3 ? word === term : word.startsWith(term)
}

type Counted = {
  section: Section
  /** For each word of the query that is there: how often, and where else. */
  counts: { term: string; times: number; inHeading: boolean; inTitle: boolean }[]
  words: number
  isPhrase: boolean
}

function countIn(section: Section, terms: readonly string[]): Counted {
  const [title, heading, text] = [section.title, section.heading, section.text].map(wordsOf) as [
    string[],
    string[],
    string[],
  ]
  const counts = terms.flatMap((term) => {
    const isTerm = (word: string) => begins(word, { with: term })
    const times = text.filter(isTerm).length
    const [inHeading, inTitle] = [heading.some(isTerm), title.some(isTerm)]
    return times > 0 || inHeading || inTitle ? [{ term, times, inHeading, inTitle }] : []
  })
  const together = ` ${heading.join(' ')} ${text.join(' ')}`.includes(` ${terms.join(' ')}`)
  return { section, counts, words: text.length, isPhrase: terms.length > 1 && together }
}

const weights = { heading: 6, title: 3, timesMax: 3, phrase: 8 }
/** A word says less in a long table than in a short paragraph. */
const usualWords = 120

function scoreOf({ counts, words, isPhrase }: Counted, rarity: ReadonlyMap<string, number>) {
  const length = 1 + words / usualWords
  const scores = counts.map(({ term, times, inHeading, inTitle }) => {
    const named = (inHeading ? weights.heading : 0) + (inTitle ? weights.title : 0)
    return (rarity.get(term) ?? 0) * (named + (2 * Math.min(weights.timesMax, times)) / length)
  })
  return scores.reduce((sum, score) => sum + score, isPhrase ? weights.phrase : 0)
}

/** The text around the place with the most of the words, in pieces. */
export function snippetOf(text: string, terms: readonly string[]): Piece[] {
  const matches = [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
    const term = terms.find((one) => begins(word.toLowerCase(), { with: one }))
    return term === undefined ? [] : [{ term, start: index, end: index + word.length }]
  })
  const near = (from: number) =>
    matches.filter(({ start, end }) => start >= from && end <= from + snippetChars)
  const distinct = (from: number) => new Set(near(from).map(({ term }) => term)).size
  const best = Math.max(0, ...matches.map(({ start }) => distinct(start)))
  const first = matches.find(({ start }) => distinct(start) === best)?.start ?? 0
  const from = first < snippetChars / 3 ? 0 : text.lastIndexOf(' ', first - snippetChars / 4) + 1
  const pieces: Piece[] = from > 0 ? [{ text: '… ', isMatch: false }] : []
  let at = from
  for (const { start, end } of near(from)) {
    pieces.push({ text: text.slice(at, start), isMatch: false })
    pieces.push({ text: text.slice(start, end), isMatch: true })
    at = end
  }
  const rest = text.slice(at, from + snippetChars)
  const isCut = from + snippetChars < text.length
  pieces.push({ text: isCut ? `${rest.replace(/\s\S*$/, '')} …` : rest, isMatch: false })
  return pieces.filter((piece) => piece.text !== '')
}
