import { Parser } from 'htmlparser2'
import { ExtractFailed } from '../../../domain/ingest/ports.ts'
import { xmlDepthMax } from '../limits.ts'

export type Attributes = Record<string, string>

/** What a reader does at each event; names are as written, prefix included. */
export type XmlEvents = {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
  /** A document type is passed over instead of refused; its entities count for nothing. */
  allowDoctype?: boolean
}

type Pieces = AsyncIterable<string> | Iterable<string>

/**
 * Walks an XML text and after each piece hands over what the events have put aside, so a long part
 * is never held whole. A document type is refused (no entities of one's own: XXE, billion laughs),
 * and so is absurd nesting. Throws ExtractFailed `corrupt`.
 */
export async function* walkXml<T>(
  pieces: Pieces,
  events: XmlEvents & { take(): T[] },
): AsyncGenerator<T> {
  const parser = xmlParser(events)
  for await (const piece of pieces) {
    parser.write(piece)
    yield* events.take()
  }
  parser.end()
  yield* events.take()
}

/** Walks a short XML part for what the events note. */
export async function readXml(pieces: Pieces, events: XmlEvents): Promise<void> {
  for await (const _ of walkXml(pieces, { ...events, take: () => [] }));
}

function xmlParser({ open, close, text, allowDoctype }: XmlEvents): Parser {
  let depth = 0
  return new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > xmlDepthMax) {
          throw new ExtractFailed({ code: 'corrupt', detail: 'nested too deeply' })
        }
        open?.(name, attributes)
      },
      onclosetag(name) {
        depth--
        close?.(name)
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
