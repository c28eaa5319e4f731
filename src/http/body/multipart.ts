import { finished, Readable } from 'node:stream'
import { Dicer } from '@fastify/busboy'
import { InvalidInput } from '../../base/errors.ts'

/** A form as it comes in, part by part: what is not a file is text, and short. */
export type FormPart =
  | { readonly name: string; readonly text: string }
  | {
      readonly name: string
      readonly filename: string
      readonly contentType: string
      /** To be read to its end before the next part is asked for. */
      readonly source: AsyncIterable<Uint8Array>
    }

const headerMaxBytes = 8_192
const textMaxBytes = 16_384
const partsMax = 20
const boundaryMaxChars = 70

/** The boundary that a content type names. Throws InvalidInput for what is no such form. */
export function boundaryOf(contentType: string): string {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary !== undefined && boundary.length <= boundaryMaxChars) return boundary
  throw badForm({
    reason: 'content_type',
    message: 'The body must be a form: send content-type: multipart/form-data.',
  })
}

/** Reads a form (RFC 7578) as it arrives; nothing of a file is kept. Throws InvalidInput. */
export async function* readForm(bytes: Readable, boundary: string): AsyncGenerator<FormPart> {
  // Its types do not know of the limit. What is longer is cut, not refused: headOf refuses it.
  const options = { boundary, maxHeaderSize: 2 * headerMaxBytes }
  const form = new Dicer(options)
  const parts = partsOf(form)
  // Bytes that end too early, or break off, end the form: it then knows that it is not whole.
  const unwatch = finished(bytes, () => form.end())
  bytes.pipe(form)
  try {
    for await (const { name, filename, contentType, source } of parts) {
      const content = whole(source)
      if (filename === undefined) {
        yield { name, text: decoded(await collected(content, textMaxBytes)) }
      } else {
        yield { name, filename, contentType, source: content }
        source.resume()
      }
    }
  } finally {
    unwatch()
    bytes.unpipe(form)
  }
}

type Head = { name: string; filename: string | undefined; contentType: string }

/** Ends in an error as soon as the form is known not to be one. */
function partsOf(form: Dicer): AsyncIterable<Head & { source: Readable }> {
  const parts = new Readable({ objectMode: true, read() {} })
  const refuse = (error: unknown) => void parts.destroy(error as InvalidInput)
  let begun = 0
  let headed = 0
  form.on('part', (source) => {
    // Whoever reads the part later than this must hear of it, too.
    source.on('error', (error) => source.destroy(error))
    if (++begun > partsMax) return refuse(malformed())
    source.once('header', (header) => {
      headed++
      try {
        parts.push({ ...headOf(header as Headers), source })
      } catch (error) {
        refuse(error)
      }
    })
  })
  form.on('error', () => refuse(malformed()))
  form.on('finish', () => (headed === begun ? parts.push(null) : refuse(malformed())))
  return parts
}

/** A part's bytes; one that does not come to its end is the form's fault. */
async function* whole(source: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch {
    throw malformed()
  }
}

async function collected(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > maxBytes) throw malformed()
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

/** As the parser gives them: small letters, and a character for each byte. */
type Headers = Record<string, string[]>

function headOf(headers: Headers): Head {
  if (Object.entries(headers).flat(2).join('').length > headerMaxBytes) throw malformed()
  const value = (header: string) =>
    decoded(Buffer.from(headers[header]?.[0] ?? '', 'latin1')).trim()
  const disposition = value('content-disposition')
  const name = parameter(disposition, { name: 'name' })
  if (!/^form-data\b/i.test(disposition) || name === undefined) throw malformed()
  // RFC 7578, 4.7: nobody should; a file would be kept as the letters that stand for it.
  if (!/^(7bit|8bit|binary|)$/i.test(value('content-transfer-encoding'))) {
    const message = 'The parts of the form must be sent as they are, without an encoding.'
    throw badForm({ reason: 'content_encoding', message })
  }
  const filename = parameter(disposition, { name: 'filename' })
  return { name, filename, contentType: value('content-type') }
}

/** Quotes and line breaks in names come percent-encoded (HTML, multipart/form-data). */
function parameter(disposition: string, { name }: { name: string }): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(disposition)
  const text = found?.[1] ?? found?.[2]
  return text?.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badForm({ reason: 'encoding', message: 'The form must be UTF-8.' })
  }
}

function malformed(): InvalidInput {
  return badForm({
    reason: 'malformed_form',
    message: 'The form is not valid, or did not arrive whole.',
  })
}

function badForm(problem: { reason: string; message: string }): InvalidInput {
  return new InvalidInput({ field: 'body', ...problem })
}
