import type { Block } from '../../domain/ingest/ports.ts'
import { decodePieces } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { blockCharsMax } from '../limits.ts'
import { reflow } from './reflow.ts'
import { cutPoint, splitLong } from './split-long.ts'

/** Plain text: paragraphs are parted by blank lines. */
export function* readText(request: ReadRequest): Generator<Block> {
  let paragraph: string[] = []
  let length = 0
  for (const line of readLines(request)) {
    const blank = line.trim() === ''
    if (blank || length + line.length > blockCharsMax) {
      yield* proseOf(paragraph)
      paragraph = []
      length = 0
    }
    if (!blank) {
      paragraph.push(line)
      length += line.length + 1
    }
  }
  yield* proseOf(paragraph)
}

function* proseOf(lines: string[]): Generator<Block> {
  if (lines.length > 0) yield { kind: 'prose', text: reflow(lines.join('\n')) }
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
