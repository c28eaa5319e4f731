import PostalMime from 'postal-mime'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { emailBytesMax } from '../limits.ts'
import { readPage } from './read-html.ts'

/** An e-mail: subject, who wrote to whom and when, its text, and the names of what hangs on it. */
export async function* readEml({ source, found }: ReadRequest): AsyncGenerator<Block> {
  if (source.sizeBytes > emailBytesMax) {
    throw new ExtractFailed({ code: 'memory' })
  }
  const mail = await PostalMime.parse(source.whole(), { maxNestingDepth: 100 })
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

type Address = { name?: string | undefined; address?: string | undefined }

function lineOf(name: string, list: readonly Address[] | undefined): string {
  const people = (list ?? []).map((one) => [one.name, one.address && `<${one.address}>`])
  return `${name}: ${people.map((parts) => parts.filter(Boolean).join(' ')).join(', ')}`
}
