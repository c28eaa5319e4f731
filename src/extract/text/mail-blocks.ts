import type { Block } from '../../domain/ingest/ports.ts'
import type { Found } from '../formats/reader.ts'

/** A mail, whichever program wrote it down. */
export type Letter = {
  subject: string
  /** Who wrote to whom, and when. */
  lines: string[]
  text: string
  /** What is to be shown instead of it. */
  page: Block[]
  /** Of what hangs on it. */
  names: string[]
}

const attached = 'Attached files were not read: upload them by themselves.'
/** A page that says so many times more than the text beside it is what was written. */
const stubShare = 3

export function* mailBlocks(letter: Letter, found: Found): Generator<Block> {
  const { subject, lines, text, page, names } = letter
  found.title ??= subject.trim() || null
  if (subject !== '') yield { kind: 'heading', text: subject }
  if (lines.length > 0) yield { kind: 'record', text: lines.join('; ') }
  const said = text.trim()
  if (lengthOf(page) > said.length * stubShare) yield* page
  else for (const one of said.split(/\n\s*\n/)) yield { kind: 'prose', text: one }
  if (names.length === 0) return
  yield { kind: 'record', text: `Attachments: ${names.join(', ')}` }
  warn(found, attached)
}

export function warn({ warnings }: Found, warning: string): void {
  if (!warnings.includes(warning)) warnings.push(warning)
}

type Address = { name?: string | undefined; address?: string | undefined }

/** `To: Ada <ada@example.eu>, …`; nothing for nobody. */
export function peopleLine(name: string, list: readonly Address[] = []): string[] {
  if (list.length === 0) return []
  const people = list.map((one) => [one.name, one.address && `<${one.address}>`])
  return [`${name}: ${people.map((parts) => parts.filter(Boolean).join(' ')).join(', ')}`]
}

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0)
}
