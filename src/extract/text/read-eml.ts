import iconv from 'iconv-lite'
import PostalMime from 'postal-mime'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { mixed } from '../formats/charset.ts'
import type { Found, ReadRequest } from '../formats/reader.ts'
import { emailBytesMax } from '../limits.ts'
import { readPage } from './read-html.ts'

/** An e-mail: subject, who wrote to whom and when, its text, and the names of what hangs on it. */
export async function* readEml({ source, charset, found }: ReadRequest): AsyncGenerator<Block> {
  if (source.sizeBytes > emailBytesMax) {
    throw new ExtractFailed({ code: 'memory' })
  }
  for (const bytes of messagesIn(inUtf8(source.whole(), charset))) {
    let isFirst = true
    for await (const block of readMessage(bytes, found)) {
      yield isFirst ? { ...block, opens: true } : block
      isFirst = false
    }
  }
}

const parting = /(?<![^\r\n]\r?\n)^From \S+ .*\d\d:\d\d.*\r?\n/gm

/** One; or those of a mailbox, where such a line stands before each of them. */
function messagesIn(bytes: Buffer): Buffer[] {
  if (bytes.toString('latin1', 0, 5) !== 'From ') return [bytes]
  const lines = [...bytes.toString('latin1').matchAll(parting)]
  return lines.map((line, i) => bytes.subarray(line.index + line[0].length, lines[i + 1]?.index))
}

async function* readMessage(bytes: Buffer, found: Found): AsyncGenerator<Block> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 100 })
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
  const page = mail.html ? await Array.fromAsync(readPage([mail.html], { ...found })) : []
  const said = mail.text?.trim() ?? ''
  if (lengthOf(page) > said.length * stubShare) yield* page
  else for (const text of said.split(/\n\s*\n/)) yield { kind: 'prose', text }
  const names = mail.attachments.map(({ filename }) => filename).filter(Boolean)
  if (names.length > 0) yield { kind: 'record', text: `Attachments: ${names.join(', ')}` }
  if (names.length > 0 && !found.warnings.includes(attached)) found.warnings.push(attached)
}

const attached = 'Attached files were not read: upload them by themselves.'
/** A page that says so many times more than the text beside it is what was written. */
const stubShare = 3

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
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
