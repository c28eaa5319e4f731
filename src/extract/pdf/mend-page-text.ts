import { reflow } from '../text/reflow.ts'

/** Words kept of one document; a longer one has shown by then how it is written. */
const wordsMax = 200_000
/** Characters of pages that wait for the first parted word before their words are looked at. */
const waitingCharsMax = 8_000_000
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
/** Both need one of these, which is found much sooner: most pages have none, and others few. */
const mark = /\uFFFE\n?|-\n/g
const markToBe = /\uFFFE|-[ \t\u00AD]*[\r\n]/
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
  /** Pages whose words are not needed yet: most documents part none. */
  const waiting: string[] = []
  let waitingChars = 0
  /** Whether the document parts words that have no hyphen. */
  let partsWords = false

  function learnWaiting(): void {
    for (const text of waiting.splice(0)) learnWords(words, withLineEnds(text))
    waitingChars = 0
  }

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
      for (const text of pageTexts) {
        waiting.push(text)
        waitingChars += text.length
      }
      const parting = pageTexts.filter((text) => markToBe.test(text))
      if (parting.length > 0 || waitingChars > waitingCharsMax) learnWaiting()
      for (const { groups } of parting.flatMap(partedIn)) {
        const { left, right } = groups as Halves
        partsWords ||= words.has(lower(left + right))
      }
    },
    mend(pageText) {
      const joined = whereMarked(withLineEnds(pageText), (piece) => {
        learnWaiting()
        return piece
          .replace(parted, (...match) => join(match.at(-1) as Halves))
          .replace(compound, '-')
      })
      return reflow(joined.replace(/[¨ˆ˜][a-zıA-Z]/g, accented))
    },
  }
}

function partedIn(pageText: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  whereMarked(withLineEnds(pageText), (piece) => {
    found.push(...piece.matchAll(parted))
    return piece
  })
  return found
}

/** Changes what stands around marks, from the space before to the one after; no word is longer. */
function whereMarked(text: string, change: (piece: string) => string): string {
  let out = ''
  let done = 0
  let [from, to] = [0, 0]
  const marks = new RegExp(mark)
  while (marks.test(text)) {
    const end = marks.lastIndex
    const last = end - 1
    if (last > to) {
      out += text.slice(done, from) + change(text.slice(from, to))
      done = to
      from = last
      while (from > to && !isSpace(text, from - 1)) from--
    }
    to = end
    while (to < text.length && !isSpace(text, to)) to++
    // The hyphen before the line end that it stopped at may be the next one.
    marks.lastIndex = Math.max(end, to - 1)
  }
  return to === 0
    ? text
    : out + text.slice(done, from) + change(text.slice(from, to)) + text.slice(to)
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 0x20 || code === 0x0a
}

/** A soft hyphen says itself that it is none. */
function withLineEnds(text: string): string {
  let out = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  if (out.includes(' \n') || out.includes('\t\n')) out = out.replace(/[ \t]+\n/g, '\n')
  return out.includes('\u00AD') ? out.replace(/\u00AD\n?/g, '') : out
}

function learnWords(words: Map<string, boolean>, text: string): void {
  const whole = whereMarked(text, (piece) => piece.replace(parted, ' '))
  for (const found of whole.match(word) ?? []) {
    if (words.size >= wordsMax) return
    // Then its parts are known, too.
    if (words.get(found) === true) continue
    for (const part of [found, ...(found.includes('-') ? found.split('-') : [])]) {
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
