import {
  cueGapMsMax,
  headingBreakCharsMin,
  indentationCharsMax,
  passageCharsMax,
  spokenCharsMax,
} from '../limits.ts'
import type { Block, BlockKind, SpokenOrSeen, TimeRange } from '../ports.ts'
import { sentencesOf } from './sentences.ts'

export type Chunk = {
  text: string
  page?: number
  passage?: SpokenOrSeen
  lang?: string
  time?: TimeRange
}

/** Headings belong to what is below them; everything else stays with its own kind. */
type Family = Exclude<BlockKind, 'heading'>

type Pending = Chunk & {
  family: Family
  /** Where the headings begin that it ends with, if it does. */
  headingAt: number | undefined
  lastMs: number
}

/** A part of a block that is not parted without need, and what stood between it and the last. */
type Unit = { text: string; glue: string }

/**
 * Packs blocks into passages of at most 900 characters: whole sentences, rows and lines of code as
 * far as they fit, never across a page or from one kind of text to another, headings with what is
 * below them. Deterministic. Passages are verbatim: each is a piece of its block as it stands
 * there, or pieces of several blocks with a line end between them; only white space at the ends of
 * passages and blocks is left out, but for what code is indented by. `add` and `end` give the
 * passages that are complete.
 */
export function openChunker(): { add(block: Block): Chunk[]; end(): Chunk[] } {
  let pending: Pending | undefined
  const flush = (): Chunk[] => {
    const done = pending
    pending = undefined
    return done ? [chunkOf(done)] : []
  }
  /** Before a unit that goes into another passage, and takes the headings above it along. */
  const flushBefore = (block: Block, { glue, text }: Unit): Chunk[] => {
    const { headingAt: at } = pending ?? {}
    if (!pending || at === undefined || isOfItsOwn(pending, block)) return flush()
    const above = pending.text.slice(at)
    if (above.length + glue.length + text.length > passageCharsMax) return flush()
    const before = { ...pending, text: pending.text.slice(0, at).trimEnd() }
    pending = { ...pending, text: above, headingAt: 0, family: familyOf(block) }
    return at > 0 ? [chunkOf(before)] : []
  }
  return {
    add(block) {
      const out: Chunk[] = []
      let isFirst = true
      for (const unit of unitsOf(block)) {
        const length = (pending?.text.length ?? 0) + unit.glue.length + unit.text.length
        const parts = isFirst && pending && partsFrom(pending, block)
        if (pending && (parts || length > passageCharsMax)) {
          out.push(...flushBefore(block, unit))
        }
        isFirst = false
        if (pending) addUnit(pending, block, unit)
        else pending = startWith(block, unit)
      }
      return out
    },
    end: flush,
  }
}

function startWith({ page, passage, lang, time, ...block }: Block, { text }: Unit): Pending {
  return {
    ...(page === undefined ? {} : { page }),
    ...(passage === undefined ? {} : { passage }),
    ...(lang === undefined ? {} : { lang }),
    ...(time === undefined ? {} : { time }),
    family: familyOf(block),
    text,
    headingAt: block.kind === 'heading' ? 0 : undefined,
    lastMs: time?.startMs ?? 0,
  }
}

function addUnit(pending: Pending, { kind, time }: Block, { glue, text }: Unit): void {
  pending.text += glue
  pending.headingAt = kind === 'heading' ? (pending.headingAt ?? pending.text.length) : undefined
  pending.text += text
  if (!time || !pending.time) return
  pending.lastMs = time.startMs
  const endMs = Math.max(pending.time.endMs, time.endMs)
  pending.time = { startMs: pending.time.startMs, endMs }
}

function familyOf({ kind }: Pick<Block, 'kind'>): Family {
  return kind === 'heading' ? 'prose' : kind
}

function partsFrom(pending: Pending, block: Block): boolean {
  if (pending.family !== familyOf(block) || isOfItsOwn(pending, block)) return true
  const opensSection = block.kind === 'heading' && pending.headingAt !== 0
  return opensSection && pending.text.length >= headingBreakCharsMin
}

/** Nothing of what was before goes on into it. */
function isOfItsOwn(pending: Pending, block: Block): boolean {
  if (block.opens || pending.page !== block.page || pending.lang !== block.lang) return true
  return pending.passage !== block.passage || pauses(pending, block)
}

/** What is said after a pause, or after enough was said, or by another track, is of its own. */
function pauses({ time, text, lastMs }: Pending, block: Block): boolean {
  if (!time || !block.time) return time !== block.time
  return (
    block.time.startMs - time.endMs > cueGapMsMax ||
    block.time.startMs < lastMs ||
    text.length + block.text.length > spokenCharsMax
  )
}

function chunkOf({ family: _, headingAt: __, lastMs: ___, ...chunk }: Pending): Chunk {
  return chunk
}

function* unitsOf(block: Block): Generator<Unit> {
  const { text } = block
  let end: number | undefined
  for (const [from, to] of spansOf(block)) {
    yield { text: text.slice(from, to), glue: end === undefined ? '\n' : text.slice(end, from) }
    end = to
  }
}

/** Where in the block's text the units stand, without white space around them; code is indented. */
function* spansOf(block: Block): Generator<[from: number, to: number]> {
  let at = 0
  const isCode = block.kind === 'code'
  for (const piece of piecesOf(block)) {
    let [from, rest] = [at, piece]
    while (rest.length > 0) {
      const bare = isCode && rest === piece ? withIndentation(rest) : rest.trimStart()
      from += rest.length - bare.length
      const part = firstPart(bare.trimEnd())
      if (part !== '') yield [from, from + part.length]
      from += part.length
      rest = part === '' ? '' : bare.slice(part.length)
    }
    at += piece.length
  }
}

function withIndentation(line: string): string {
  const bare = line.trimStart()
  const isTooLong = line.length > passageCharsMax
  const isTooDeep = line.length - bare.length > indentationCharsMax
  return isTooLong || isTooDeep ? bare : line.replace(/^\n+/, '')
}

function piecesOf({ kind, text }: Block): string[] {
  if (kind === 'record') return text.length <= passageCharsMax ? [text] : text.split(/(?<=;\s)/)
  if (kind === 'code') return text.split(/(?<=\n)/)
  return sentencesOf(text)
}

/** The whole, or what fits of a sentence that is too long: to white space, else a character. */
function firstPart(text: string): string {
  return text.length <= passageCharsMax ? text : text.slice(0, cutPoint(text)).trimEnd()
}

function cutPoint(text: string): number {
  for (let at = passageCharsMax; at > 0; at--) {
    if (/\s/.test(text.charAt(at))) return at
  }
  return characterBoundary(text, passageCharsMax)
}

const joinsToLeft = /^(?:\p{M}|\u200C|\u200D|\p{Emoji_Modifier})/u

/** The last place up to `at` that is not inside a letter with its accents or a joined emoji. */
function characterBoundary(text: string, at: number): number {
  for (let cut = at; cut > at - 32; cut--) {
    const code = text.charCodeAt(cut)
    const insidePair = code >= 0xdc00 && code <= 0xdfff
    if (!insidePair && !joinsToLeft.test(text.slice(cut, cut + 2))) return cut
  }
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
