import { Parser } from 'htmlparser2'
import { ExtractFailed } from '../../../domain/ingest/ports.ts'
import { xmlDepthMax } from '../limits.ts'
import { XmlScanner, type XmlTold } from './xml-scanner.ts'
import { type Attributes, attributesOf } from './xml-tag.ts'

export type { Attributes } from './xml-tag.ts'

/** What a reader does at each event; names are as written, prefix included. */
export type XmlEvents = {
  /** The attributes are those of this tag while the call lasts. */
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
  /** A document type is passed over instead of refused; its entities count for nothing. */
  allowDoctype?: boolean
}

export type Pieces = AsyncIterable<string> | Iterable<string>

/** A piece without a whole tag in it is no document that an office program has written. */
const unfinishedCharsMax = 64 * 1024

/**
 * Walks an XML text and after each piece hands over what the events have put aside, so a long part
 * is never held whole. A document type is refused (no entities of one's own: XXE, billion laughs),
 * and so is absurd nesting. Throws ExtractFailed `corrupt`.
 */
export async function* walkXml<T>(
  pieces: Pieces,
  events: XmlEvents & { take(): T[] },
): AsyncGenerator<T[]> {
  const reading = openXml(events)
  for await (const piece of pieces) {
    reading.write(piece)
    const taken = events.take()
    if (taken.length > 0) yield taken
  }
  reading.end()
  const taken = events.take()
  if (taken.length > 0) yield taken
}

/** Walks a short XML part for what the events note. */
export async function readXml(pieces: Pieces, events: XmlEvents): Promise<void> {
  const reading = openXml(events)
  if (Symbol.iterator in pieces) for (const piece of pieces) reading.write(piece)
  else for await (const piece of pieces) reading.write(piece)
  reading.end()
}

/**
 * The scanner reads as far as the text is what office programs write; from the first other thing
 * on (a comment, CDATA, a tag that is not closed) the library does.
 */
function openXml(events: XmlEvents) {
  const told = boundedDepth(events)
  const scanner = new XmlScanner(told)
  let rest = ''
  let library: Parser | undefined
  const handOver = (xml: string) => {
    library = xmlParser({ ...told, allowDoctype: events.allowDoctype, path: scanner.path })
    library.write(xml)
  }
  return {
    write(piece: string) {
      if (library) return library.write(piece)
      const xml = rest + piece
      const stop = scanner.scan(xml)
      rest = xml.slice(scanner.at)
      if (stop === 'unfinished' && rest.length <= unfinishedCharsMax) return
      handOver(rest)
      rest = ''
    },
    end() {
      if (rest !== '') handOver(rest)
      if (library) library.end()
      else scanner.end()
    },
  }
}

function boundedDepth({ open, close, text }: XmlEvents): XmlTold {
  let depth = 0
  return {
    open(name, attributes) {
      if (++depth > xmlDepthMax) {
        throw new ExtractFailed({ code: 'corrupt', detail: 'nested too deeply' })
      }
      open?.(name, attributes)
    },
    close(name) {
      depth--
      close?.(name)
    },
    text: (piece) => text?.(piece),
  }
}

type Remaining = XmlTold & { allowDoctype: boolean | undefined; path: readonly string[] }

/** A parser that is where the scanner has come to: within the elements of the path. */
function xmlParser({ open, close, text, allowDoctype, path }: Remaining): Parser {
  let isTold = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (isTold) open(name, attributesOf(attributes))
      },
      onclosetag: (name) => close(name),
      ontext: (piece) => text(piece),
      onprocessinginstruction(name) {
        if (allowDoctype || name.toUpperCase() !== '!DOCTYPE') return
        throw new ExtractFailed({ code: 'corrupt', detail: 'it declares a document type' })
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for (const name of path) parser.write(`<${name}>`)
  isTold = true
  return parser
}
