import { Parser } from 'htmlparser2'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import type { XmlTold } from './xml-scanner.ts'
import { attributesOf } from './xml-tag.ts'

type Remaining = XmlTold & { allowDoctype: boolean | undefined; path: readonly string[] }

/** A parser that is where the scanner has come to: within the elements of the path. */
export function xmlParser({ open, close, text, allowDoctype, path }: Remaining): Parser {
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
