import type { BlobSource } from '../blob-source.ts'
import { emailBytesMax } from '../limits.ts'

export type Mail = { bytes: Buffer; isCut: boolean; isOfMany: boolean }

const [pieceBytes, contextBytes] = [1024 * 1024, 2 * 1024]
const mark = '\nFrom '
/** What may stand before the first line: a byte order mark, empty lines. */
const lead = /^(?:\u00ef\u00bb\u00bf)?[\r\n]*/
const time = /\d{1,2}:\d\d/
const year = /\b(?:19|20)\d\d\b/
const header = /^(?:>From |[A-Za-z][\w-]{0,70}:(?!\/\/))/
export const mailHeader =
  /^(?:From|To|Subject|Date|Received|Message-ID|MIME-Version|Return-Path|X-[\w-]+):/i

/**
 * The mails of a mailbox, or the one that the file is. Of each there is only as much in memory as
 * one may have; a mailbox may be much larger.
 */
export function* mailsIn(source: BlobSource): Generator<Mail> {
  const start = lead.exec(source.head(contextBytes).toString('latin1'))?.[0].length ?? 0
  const first = partingAt(source, start)
  if (!first) return yield { ...mailAt(source, { from: start }), isOfMany: false }
  let { from } = first
  for (const next of partingsIn(source, from)) {
    yield unquoted(mailAt(source, { from, to: next.at }))
    from = next.from
  }
  yield unquoted(mailAt(source, { from }))
}

/** The line that parts mails begins `at`, and the mail behind it `from` there. */
type Parting = { at: number; from: number }

function* partingsIn(source: BlobSource, start: number): Generator<Parting> {
  for (let at = start; at < source.sizeBytes; at += pieceBytes) {
    const bytes = source.slice({ at, length: pieceBytes + mark.length - 1 })
    for (let i = bytes.indexOf(mark); i !== -1; i = bytes.indexOf(mark, i + 1)) {
      const parting = partingAt(source, at + i + 1)
      if (parting) yield parting
    }
  }
}

function partingAt(source: BlobSource, at: number): Parting | undefined {
  const begin = Math.max(0, at - 4)
  const context = source.slice({ at: begin, length: contextBytes }).toString('latin1')
  const [before, after] = [context.slice(0, at - begin), context.slice(at - begin)]
  const end = after.indexOf('\n')
  const [line = '', next = ''] = after.split('\n', 2)
  const isAfterBlank = before === '' || /(?:^|\n)\r?\n$|^[^A-Za-z]*$/.test(before)
  if (end === -1 || !isPartingLine({ line, next, isAfterBlank })) return undefined
  return { at, from: at + end + 1 }
}

/**
 * Whether a line says whose mail the next lines are: `From ada@example.eu Wed May 1 10:00:00 2024`.
 * A sentence may begin like that, but no header follows it. Some programs leave out the time, or
 * the empty line before it.
 */
export function isPartingLine(lines: {
  line: string
  next: string
  isAfterBlank: boolean
}): boolean {
  const { line, next, isAfterBlank } = lines
  if (!line.startsWith('From ')) return false
  if (!isAfterBlank) return time.test(line) && year.test(line) && mailHeader.test(next)
  if (time.test(line)) return header.test(next)
  return /^From \S+\s*$/.test(line) && mailHeader.test(next)
}

function mailAt(
  source: BlobSource,
  { from, to = source.sizeBytes }: { from: number; to?: number },
) {
  const length = Math.min(to - from, emailBytesMax)
  return { bytes: source.slice({ at: from, length }), isCut: length < to - from }
}

/** A line of a mail that began as those that part mails got a mark before it. */
function unquoted({ bytes, isCut }: Omit<Mail, 'isOfMany'>): Mail {
  const isMarked = bytes.includes('\n>From ') || bytes.includes('\n>>')
  if (!isMarked) return { bytes, isCut, isOfMany: true }
  const text = bytes.toString('latin1').replace(/^>(>*From )/gm, '$1')
  return { bytes: Buffer.from(text, 'latin1'), isCut, isOfMany: true }
}
