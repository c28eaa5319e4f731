import { Parser } from 'htmlparser2'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import { xmlDepthMax } from '../limits.ts'

export type Attributes = Readonly<Record<string, string>>

/** What a reader does at each event; names have any prefix but that of workbooks. */
export type XmlEvents = {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
  /** A document type is passed over instead of refused; its entities count for nothing. */
  allowDoctype?: boolean
}

export type Pieces = AsyncIterable<string> | Iterable<string>

/**
 * Walks an XML text and after each piece hands over what the events have put aside, so a long part
 * is never held whole. A document type is refused (no entities of one's own: XXE, billion laughs),
 * and so is absurd nesting. Throws ExtractFailed `corrupt`.
 */
export async function* walkXml<T>(
  pieces: Pieces,
  events: XmlEvents & { take(): T[] },
): AsyncGenerator<T[]> {
  const parser = openParser(events)
  for await (const piece of pieces) {
    parser.write(piece)
    const taken = events.take()
    if (taken.length > 0) yield taken
  }
  parser.end()
  const taken = events.take()
  if (taken.length > 0) yield taken
}

/** What some programs put before all names of a workbook. */
const workbookPrefix = 'x:'

/** Walks a short XML part for what the events note. */
export async function readXml(pieces: Pieces, events: XmlEvents): Promise<void> {
  const parser = openParser(events)
  for await (const piece of pieces) parser.write(piece)
  parser.end()
}

function plain(name: string): string {
  return name.startsWith(workbookPrefix) ? name.slice(workbookPrefix.length) : name
}

function openParser({ open, close, text, allowDoctype }: XmlEvents): Parser {
  let depth = 0
  /** An element whose tag does not end is none, but the parser closes it at the end of the text. */
  let inTag = false
  return new Parser(
    {
      onopentagname() {
        inTag = true
      },
      onopentag(name, attributes) {
        inTag = false
        if (++depth > xmlDepthMax) {
          throw new ExtractFailed({ code: 'corrupt', detail: 'nested too deeply' })
        }
        open?.(plain(name), attributes)
      },
      onclosetag(name) {
        if (inTag) {
          inTag = false
          return
        }
        depth--
        close?.(plain(name))
      },
      ontext: (piece) => text?.(piece),
      onprocessinginstruction(name) {
        if (allowDoctype || name.toUpperCase() !== '!DOCTYPE') return
        throw new ExtractFailed({ code: 'corrupt', detail: 'it declares a document type' })
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
}
