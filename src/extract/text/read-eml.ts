import iconv from 'iconv-lite'
import PostalMime from 'postal-mime'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { mixed } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { emailBytesMax } from '../limits.ts'
import { readPage } from './read-html.ts'

/** An e-mail: subject, who wrote to whom and when, its text, and the names of what hangs on it. */
export async function* readEml({ source, charset, found }: ReadRequest): AsyncGenerator<Block> {
  if (source.sizeBytes > emailBytesMax) {
    throw new ExtractFailed({ code: 'memory' })
  }
  const mail = await PostalMime.parse(inUtf8(source.whole(), charset), { maxNestingDepth: 100 })
  found.title ??= mail.subject?.trim() || null
  if (mail.subject) yield { kind: 'heading', text: mail.subject }
  const head = [
    ['From', mail.from && [mail.from]],
    ['To', mail.to],
    ['Cc', mail.cc],
  ] as const
  const lines = head.filter(([, list]) => list?.length).map(([name, list]) => lineOf(name, list))
  if (mail.date) lines.push(`Date: ${mail.date}`)
  if (lines.length > 0) yield { kind: 'record', text: lines.join('; ') }
  if (mail.text?.trim()) {
    for (const text of mail.text.split(/\n\s*\n/)) yield { kind: 'prose', text }
  } else if (mail.html) yield* readPage([mail.html], { ...found })
  const names = mail.attachments.map(({ filename }) => filename).filter(Boolean)
  if (names.length > 0) yield { kind: 'record', text: `Attachments: ${names.join(', ')}` }
  if (names.length > 0)
    found.warnings.push('Attached files were not read: upload them by themselves.')
}

/** Plain letters of which the mail does not say what they are: its own lines, and an old text. */
function inUtf8(bytes: Buffer, charset: string): Buffer {
  if (charset === 'utf-8' || charset === mixed) return bytes
  const all = bytes.toString('latin1')
  const end = /\bcharset\s*=/i.test(all) ? all.search(/\r?\n\r?\n/) : all.length
  const told = iconv.decode(bytes.subarray(0, end), charset)
  return Buffer.concat([Buffer.from(told), bytes.subarray(end)])
}

type Address = { name?: string | undefined; address?: string | undefined }

function lineOf(name: string, list: readonly Address[] | undefined): string {
  const people = (list ?? []).map((one) => [one.name, one.address && `<${one.address}>`])
  return `${name}: ${people.map((parts) => parts.filter(Boolean).join(' ')).join(', ')}`
}
