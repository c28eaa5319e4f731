import { emphasise, type Range } from './highlight.ts'

const ellipsis = '…'

type Asked = { ranges: readonly Range[]; highlight: boolean; maxChars: number }

/**
 * At most `maxChars` of a text, marks and ellipses included: the window in which most of what the
 * query asked for stands, whole sentences where they have room, and else whole words.
 */
export function excerpt(text: string, { ranges, highlight, maxChars }: Asked): string {
  const shown = highlight ? ranges : []
  for (let room = maxChars; room > 0; room -= 4) {
    const window = windowOf(text, { ranges, room })
    const inside = shown
      .filter(({ start, end }) => start >= window.start && end <= window.end)
      .map(({ start, end }) => ({ start: start - window.start, end: end - window.start }))
    const before = window.start > 0 ? ellipsis : ''
    const after = window.end < text.length ? ellipsis : ''
    const out = `${before}${emphasise(text.slice(window.start, window.end), inside)}${after}`
    if (out.length <= maxChars) return out
  }
  return ''
}

type Window = { ranges: readonly Range[]; room: number }

function windowOf(text: string, { ranges, room }: Window): Range {
  if (text.length <= room) return { start: 0, end: text.length }
  const core = densest(text, { ranges, room })
  return bySentences(text, core, room) ?? byWords(text, core, room)
}

/** From a match to one behind it: most different words, the closest together, the first. */
function densest(text: string, { ranges, room }: Window): Range {
  let best = { start: 0, end: 0, words: 0 }
  for (const [i, { start }] of ranges.entries()) {
    const words = new Set<string>()
    let end = start
    for (const other of ranges.slice(i)) {
      if (other.end - start > room) break
      const word = text.slice(other.start, other.end).toLowerCase()
      if (!words.has(word)) end = other.end
      words.add(word)
    }
    const isCloser = words.size === best.words && end - start < best.end - best.start
    if (words.size > best.words || isCloser) best = { start, end, words: words.size }
  }
  return best
}

/** Made when it is first needed: the first one of a process takes ten milliseconds. */
let sentences: Intl.Segmenter | undefined

/** The sentences of the core, and as many behind and before them as have room. */
function bySentences(text: string, core: Range, room: number): Range | undefined {
  sentences ??= new Intl.Segmenter(undefined, { granularity: 'sentence' })
  const edges = [...sentences.segment(text)].map(({ index }) => index)
  let from = edges.findLastIndex((edge) => edge <= core.start)
  let to = edges.findIndex((edge) => edge >= core.end)
  if (to < 0) to = edges.length
  const edge = (at: number) => edges[at] ?? text.length
  const fits = () => edge(to) - edge(from) <= room
  if (from < 0 || !fits()) return undefined
  for (;;) {
    const [oldFrom, oldTo] = [from, to]
    if (to < edges.length && edge(to + 1) - edge(from) <= room) to += 1
    if (from > 0 && edge(to) - edge(from - 1) <= room) from -= 1
    if (from === oldFrom && to === oldTo) break
  }
  const said = text.slice(edge(from), edge(to)).trimEnd()
  return { start: edge(from), end: edge(from) + said.length }
}

/** `room` characters with the core in the middle, cut between words where there are any. */
function byWords(text: string, core: Range, room: number): Range {
  const length = Math.min(core.end - core.start, room)
  const wanted = core.start - Math.floor((room - length) / 2)
  const first = Math.max(0, Math.min(wanted, text.length - room))
  const start = first === 0 ? 0 : wordFrom(text, { at: first, before: core.start })
  const last = Math.min(text.length, start + room)
  const end = last === text.length ? last : wordTo(text, { at: last, behind: core.end })
  return { start: start + (isTrail(text, start) ? 1 : 0), end: end - (isTrail(text, end) ? 1 : 0) }
}

/** The first word that begins here or later, not behind `before`. */
function wordFrom(text: string, { at, before }: { at: number; before: number }): number {
  const gap = text.slice(at - 1, before).search(/\s\S/)
  return gap < 0 ? at : at + gap
}

/** The end of the last word that ends here or earlier, not before `behind`. */
function wordTo(text: string, { at, behind }: { at: number; behind: number }): number {
  const [, said] = /^(.*\S)\s/su.exec(text.slice(behind, at + 1)) ?? []
  return said === undefined ? at : behind + said.length
}

/** Whether the character before this place needs the one at it. */
function isTrail(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff
}
