import { reflow } from './reflow.ts'

/** Words kept of one document; a longer one has shown by then how it is written. */
const wordsMax = 200_000
/** A shorter half is a syllable more often than a word. */
const halfCharsMin = 4

const word = /\p{L}+(?:-\p{L}+)*/gu
/**
 * A word parted at a line end, with a hyphen that it may have anyway. Where the engine took it for
 * a mere line break it writes U+FFFE and leaves out the line end.
 */
const parted = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?<before>(?:\p{L}+-)*)(?<left>\p{L}{2,})` +
    String.raw`(?:\uFFFE\n?|-\n)(?<right>\p{Ll}{2,})(?<after>-?)`,
  'gu',
)
/** The same where no word is parted: 1914-1918, Baltic-Sea, state-of-the-art. */
const compound = /(?<=[\p{L}\p{N}])(?:\uFFFE\n?|-\n)(?=[\p{L}\p{N}])/gu
/** "Ein- und Ausfuhr" wrapped after its hyphen. Short ones are often the end of a word. */
const conjunction = /^(?:und|oder|bzw|and|or|et|ou|en|of)$/
const longConjunction = /^(?:und|oder|bzw|and)$/
const combining: Record<string, string> = { '¨': '\u0308', ˆ: '\u0302', '˜': '\u0303' }

export type PageMender = {
  /** Tells it the words of pages, the mended ones and some more around them. */
  learn(pageTexts: readonly string[]): void
  mend(pageText: string): string
}

type Halves = { before: string; left: string; right: string; after: string }

/**
 * Turns the engine's text of a page into running text: words parted at a line end are joined,
 * accents that TeX drew as characters of their own go onto their letter, wrapped lines become
 * paragraphs.
 */
export function openPageMender(): PageMender {
  /** Lower case → whether it was written so. */
  const words = new Map<string, boolean>()
  /** Whether the document parts words that have no hyphen. */
  let partsWords = false

  /**
   * Whether a hyphen at a line end stays. What stands elsewhere in the document decides: the word
   * in one piece: no. The word with the hyphen, or both halves as words: yes. Only the second half
   * (as written: "bau" is not "Bau"): yes, unless the document is one that parts words.
   */
  function isOwnHyphen({ before, left, right, after }: Halves): boolean {
    if (before !== '' || after !== '') return true
    if (words.has(lower(left + right))) return false
    if (words.has(lower(`${left}-${right}`))) return true
    if (right.length < halfCharsMin || !words.get(right)) return false
    return partsWords ? left.length >= halfCharsMin && words.has(lower(left)) : true
  }

  function join(halves: Halves): string {
    const { before, left, right, after } = halves
    const linking = partsWords ? longConjunction : conjunction
    if (linking.test(right) && !words.has(lower(left + right))) return `${before}${left}- ${right}`
    return `${before}${left}${isOwnHyphen(halves) ? '-' : ''}${right}${after}`
  }

  return {
    learn(pageTexts) {
      const texts = pageTexts.map(withLineEnds)
      for (const text of texts) learnWords(words, text)
      for (const { groups } of texts.flatMap((text) => [...text.matchAll(parted)])) {
        const { left, right } = groups as Halves
        partsWords ||= words.has(lower(left + right))
      }
    },
    mend(pageText) {
      const joined = withLineEnds(pageText)
        .replace(parted, (...match) => join(match.at(-1) as Halves))
        .replace(compound, '-')
        .replace(/[¨ˆ˜][a-zıA-Z]/g, accented)
      return reflow(joined)
    },
  }
}

/** A soft hyphen says itself that it is none. */
function withLineEnds(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\u00AD\n?/g, '')
}

function learnWords(words: Map<string, boolean>, text: string): void {
  for (const [found] of text.replace(parted, ' ').matchAll(word)) {
    if (words.size >= wordsMax) return
    for (const part of new Set([found, ...found.split('-')])) {
      const key = lower(part)
      words.set(key, words.get(key) === true || key === part)
    }
  }
}

function lower(text: string): string {
  return text.toLowerCase()
}

function accented(pair: string): string {
  const letter = pair.charAt(1) === 'ı' ? 'i' : pair.charAt(1)
  return `${letter}${combining[pair.charAt(0)]}`.normalize('NFC')
}
