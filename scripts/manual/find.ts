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
  if (terms.length === 0) return []
  const scored = sections.map((section) => ({ section, ...scoreOf(section, terms) }))
  const most = Math.max(...scored.map(({ matched }) => matched))
  if (most === 0) return []
  return scored
    .filter(({ matched }) => matched === most)
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

const weights = { heading: 6, title: 4, textMax: 3, phrase: 8 }

function scoreOf({ title, heading, text }: Section, terms: readonly string[]) {
  const [inTitle, inHeading, inText] = [wordsOf(title), wordsOf(heading), wordsOf(text)]
  let [matched, score] = [0, 0]
  for (const term of terms) {
    const isBegun = (word: string) => begins(word, { with: term })
    const times = Math.min(weights.textMax, inText.filter(isBegun).length)
    const named =
      (inHeading.some(isBegun) ? weights.heading : 0) + (inTitle.some(isBegun) ? weights.title : 0)
    if (times + named === 0) continue
    matched += 1
    score += times + named
  }
  const together = ` ${inHeading.join(' ')} ${inText.join(' ')}`.includes(` ${terms.join(' ')}`)
  if (terms.length > 1 && together) score += weights.phrase
  return { matched, score }
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
