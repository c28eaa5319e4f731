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
export async function* readForm(
  bytes: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<FormPart> {
  const reader = readerOf(bytes)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // Before the first delimiter there is nothing, or a preamble, which nobody reads.
  reader.pretend(Buffer.from('\r\n'))
  await drained(reader.until(delimiter))
  for (let parts = 0; ; parts++) {
    const end = await reader.take(2)
    if (end.equals(Buffer.from('--'))) return
    if (!end.equals(Buffer.from('\r\n')) || parts >= partsMax) throw malformed()
    const head = headOf(await collected(reader.until(Buffer.from('\r\n\r\n')), headerMaxBytes))
    const body = reader.until(delimiter)
    if (head.filename === undefined) {
      const text = decoded(await collected(body, textMaxBytes))
      yield { name: head.name, text }
    } else {
      yield { ...head, filename: head.filename, source: body }
      await drained(body)
    }
  }
}

function readerOf(bytes: AsyncIterable<Uint8Array>) {
  const incoming = bytes[Symbol.asyncIterator]()
  let kept: Buffer = Buffer.alloc(0)

  async function more(): Promise<void> {
    const { value, done } = await incoming.next()
    if (done) throw malformed()
    kept = kept.length === 0 ? Buffer.from(value) : Buffer.concat([kept, value])
  }

  return {
    pretend(start: Buffer) {
      kept = start
    },
    async take(count: number): Promise<Buffer> {
      while (kept.length < count) await more()
      const taken = kept.subarray(0, count)
      kept = kept.subarray(count)
      return taken
    },
    /** What comes before the mark; the mark itself is passed over. */
    async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const at = kept.indexOf(mark)
        if (at >= 0) {
          const last = kept.subarray(0, at)
          kept = kept.subarray(at + mark.length)
          if (last.length > 0) yield last
          return
        }
        // The beginning of a mark may be at the end of what is there.
        const safe = kept.length - mark.length + 1
        if (safe > 0) {
          const part = kept.subarray(0, safe)
          kept = kept.subarray(safe)
          yield part
        }
        await more()
      }
    },
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

async function drained(source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of source);
}

function headOf(bytes: Buffer): { name: string; filename?: string; contentType: string } {
  const lines = decoded(bytes).split('\r\n')
  const value = (header: string) => {
    const line = lines.find((one) => one.toLowerCase().startsWith(`${header}:`))
    return line?.slice(header.length + 1).trim() ?? ''
  }
  const disposition = value('content-disposition')
  const name = parameter(disposition, { name: 'name' })
  if (!/^form-data\b/i.test(disposition) || name === undefined) throw malformed()
  const filename = parameter(disposition, { name: 'filename' })
  const contentType = value('content-type')
  return { name, contentType, ...(filename === undefined ? {} : { filename }) }
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
