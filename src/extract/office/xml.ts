import type { Parser } from 'htmlparser2'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import { xmlDepthMax } from '../limits.ts'
import { type KnownElements, XmlScanner, type XmlTold } from './xml-scanner.ts'
import type { Attributes } from './xml-tag.ts'

export type { Attributes } from './xml-tag.ts'

/** What a reader does at each event; names are as written, prefix included. */
export type XmlEvents = {
  /** The attributes are those of this tag while the call lasts. */
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
  /** A document type is passed over instead of refused; its entities count for nothing. */
  allowDoctype?: boolean
  /** Elements that are read without events, as far as they can be. */
  known?: KnownElements
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
    if (!reading.write(piece)) await reading.handOver()
    const taken = events.take()
    if (taken.length > 0) yield taken
  }
  await reading.end()
  const taken = events.take()
  if (taken.length > 0) yield taken
}

/** Walks a short XML part for what the events note. */
export async function readXml(pieces: Pieces, events: XmlEvents): Promise<void> {
  const reading = openXml(events)
  if (Symbol.iterator in pieces) {
    for (const piece of pieces) if (!reading.write(piece)) await reading.handOver()
  } else {
    for await (const piece of pieces) if (!reading.write(piece)) await reading.handOver()
  }
  await reading.end()
}

/**
 * The scanner reads as far as the text is what office programs write; from the first other thing
 * on (a comment, CDATA, a tag that is not closed) the library does, which hardly any file needs.
 */
function openXml(events: XmlEvents) {
  const told = boundedDepth(events)
  const scanner = new XmlScanner(told, events.known)
  let rest = ''
  let library: Parser | undefined
  const handOver = async () => {
    const { xmlParser } = await import('./xml-library.ts')
    const remaining = rest
    rest = ''
    library = xmlParser({ ...told, allowDoctype: events.allowDoctype, path: scanner.path })
    library.write(remaining)
  }
  return {
    /** False: what was not read waits to be handed over. */
    write(piece: string): boolean {
      if (library) {
        library.write(piece)
        return true
      }
      const xml = rest === '' ? piece : rest + piece
      const stop = scanner.scan(xml)
      rest = xml.slice(scanner.at)
      return stop === 'unfinished' && rest.length <= unfinishedCharsMax
    },
    handOver,
    async end() {
      if (rest !== '') await handOver()
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
