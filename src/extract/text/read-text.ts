import type { Block } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { blockCharsMax } from '../limits.ts'
import { withoutBase64 } from './base64.ts'
import { isLaidOut, keepsLines } from './layout.ts'
import { reflow } from './reflow.ts'
import { cutPoint, splitLong } from './split-long.ts'

/** So many lines show whether a text is a program, a journal or a table. */
const linesShown = 300

/**
 * Plain text: paragraphs are parted by blank lines. Lines that are ended on purpose stay lines, and
 * what is laid out keeps its indentation, too.
 */
export function* readText(request: ReadRequest): Generator<Block> {
  const lines = readLines(request)
  const shown: string[] = []
  while (shown.length < linesShown) {
    const { value, done } = lines.next()
    if (done) break
    shown.push(value)
  }
  const all = chain(shown, lines)
  if (isLaidOut(shown)) yield* readLaidOut(all)
  else yield* readParagraphs(all)
}

function* readLaidOut(lines: Iterable<string>): Generator<Block> {
  let some: string[] = []
  let length = 0
  for (const line of lines) {
    if (length + line.length > blockCharsMax) {
      yield codeOf(some)
      some = []
      length = 0
    }
    some.push(line)
    length += line.length + 1
  }
  yield codeOf(some)
}

function* readParagraphs(lines: Iterable<string>): Generator<Block> {
  let paragraph: string[] = []
  let length = 0
  for (const line of lines) {
    const blank = line.trim() === ''
    if (blank || length + line.length > blockCharsMax) {
      if (paragraph.length > 0) yield paragraphOf(paragraph)
      paragraph = []
      length = 0
    }
    if (!blank) {
      paragraph.push(line)
      length += line.length + 1
    }
  }
  if (paragraph.length > 0) yield paragraphOf(paragraph)
}

function paragraphOf(lines: readonly string[]): Block {
  if (lines.length > 1 && isLaidOut(lines)) return codeOf(lines)
  const text = lines.join('\n')
  return { kind: 'prose', text: withoutBase64(keepsLines(lines) ? text : reflow(text)) }
}

function codeOf(lines: readonly string[]): Block {
  return { kind: 'code', text: withoutBase64(lines.join('\n')) }
}

function* chain(first: Iterable<string>, rest: Iterable<string>): Generator<string> {
  yield* first
  yield* rest
}

const lineEnd = /\r\n|[\n\r\u2028\u2029\u0085]/

/**
 * The lines of a text without their ends; a line of more than `blockCharsMax` comes in parts, so
 * that a file without line ends needs no more memory than any other.
 */
export function* readLines(
  { source, charset }: ReadRequest,
  lineMax = blockCharsMax,
  end = lineEnd,
): Generator<string> {
  let rest = ''
  for (const piece of decodePieces(source, charset)) {
    // A piece may end between \r and \n; the \r waits for the next one.
    const text = rest + piece
    const held = text.endsWith('\r') ? 1 : 0
    const lines = text.slice(0, text.length - held).split(end)
    rest = (lines.pop() ?? '') + text.slice(text.length - held)
    for (const line of lines) yield* partsOf(line, lineMax)
    while (rest.length > 2 * lineMax) {
      const cut = cutPoint(rest, lineMax)
      yield rest.slice(0, cut)
      rest = rest.slice(cut)
    }
  }
  yield* partsOf(rest.replace(/\r$/, ''), lineMax)
}

function* partsOf(line: string, lineMax: number): Generator<string> {
  if (line.length <= lineMax) yield line
  else yield* splitLong(line, lineMax)
}
