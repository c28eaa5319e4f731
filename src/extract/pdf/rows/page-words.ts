import type { PdfiumEngine } from '../pdfium-engine.ts'

/** A word and where it is: in points, to the right and upwards, as the page is shown. */
export type PageWord = {
  /** Where in the page's text. */
  from: number
  to: number
  left: number
  right: number
  baseline: number
  /** Of its font, from the lowest to the highest letter. */
  height: number
}

/** A page with more is none that anybody made to be read. */
const wordsMax = 20_000
/** The engine puts U+FFFE where a word is parted at a line end. */
const wordPattern = /[^\s\uFFFE]+/g
const lowSurrogate = /[\uDC00-\uDFFF]/g
/** Two of FS_RECTF, which are four floats each, and a point of two doubles. */
const placeBytes = 48

/** A page of the engine, its characters, how many they are, and its text. */
export type TextPage = { page: number; chars: number; count: number; text: string }

/** Where the words of a page are; none of one with too many. */
export function pageWords(engine: PdfiumEngine, textPage: TextPage): PageWord[] {
  const { page, chars, text } = textPage
  const quarters = engine.FPDFPage_GetRotation(page)
  const indexOf = indexer(engine, textPage)
  const place = engine.malloc(placeBytes)
  if (place === 0) return []
  const words: PageWord[] = []
  let memory = viewOf(engine)
  for (const { 0: word, index: from } of text.matchAll(wordPattern)) {
    if (words.length === wordsMax) break
    const to = from + word.length
    const isThere = isPlaced(engine, { chars, first: indexOf(from), last: indexOf(to - 1), place })
    if (memory.buffer !== engine.memory.buffer) memory = viewOf(engine)
    if (isThere) words.push(wordAt(memory, place, { from, to, quarters }))
  }
  engine.free(place)
  return words.length === wordsMax ? [] : words
}

function viewOf(engine: PdfiumEngine): DataView {
  return new DataView(engine.memory.buffer)
}

/** The engine's number of a letter: it knows some that are not in the text, and no surrogates. */
function indexer(engine: PdfiumEngine, { chars, count, text }: TextPage) {
  if (count === text.length) return (at: number) => at
  let [seen, surrogates] = [0, 0]
  return (at: number) => {
    surrogates += text.slice(seen, at).match(lowSurrogate)?.length ?? 0
    seen = at
    return engine.FPDFText_GetCharIndexFromTextIndex(chars, at - surrogates)
  }
}

type Letters = { chars: number; first: number; last: number; place: number }

function isPlaced(engine: PdfiumEngine, { chars, first, last, place }: Letters): boolean {
  return (
    first >= 0 &&
    last >= 0 &&
    engine.FPDFText_GetLooseCharBox(chars, first, place) !== 0 &&
    engine.FPDFText_GetLooseCharBox(chars, last, place + 16) !== 0 &&
    engine.FPDFText_GetCharOrigin(chars, first, place + 32, place + 40) !== 0
  )
}

/** On the page as it is shown, turned clockwise by so many quarters. */
function wordAt(
  memory: DataView,
  place: number,
  { from, to, quarters }: { from: number; to: number; quarters: number },
): PageWord {
  const float = (at: number) => memory.getFloat32(place + at, true)
  const double = (at: number) => memory.getFloat64(place + at, true)
  if (quarters === 0) {
    const [left, right, height] = [float(0), float(24), float(4) - float(12)]
    return { from, to, left, right, baseline: double(40), height }
  }
  if (quarters === 2) {
    const [left, right, height] = [-float(8), -float(16), float(4) - float(12)]
    return { from, to, left, right, baseline: -double(40), height }
  }
  const height = float(8) - float(0)
  return quarters === 1
    ? { from, to, left: float(12), right: float(20), baseline: -double(32), height }
    : { from, to, left: -float(4), right: -float(28), baseline: double(32), height }
}
