import iconv from 'iconv-lite'
import type { Email } from 'postal-mime'
import type { Block } from '../../domain/ingest/ports.ts'
import { type BlobSource, blobSource } from '../blob-source.ts'
import type { Found, ReadRequest } from '../formats/reader.ts'
import { mailDepthMax } from '../limits.ts'
import { mailBlocks, peopleLine, warn } from './mail-blocks.ts'
import { mailParser, withReadableHead } from './mail-letters.ts'
import { mailsIn } from './mailbox.ts'
import { readPage } from './read-html.ts'

/**
 * An e-mail, or those of a mailbox: subject, who wrote to whom and when, its text, the names of
 * what hangs on it, and the mails that do.
 */
export async function* readEml({ source, charset, found }: ReadRequest): AsyncGenerator<Block> {
  const unread = { count: 0 }
  yield* readMails(inBytes(source, charset), { found, unread, depth: 0 })
  const { count } = unread
  if (count > 0) found.warnings.push(count === 1 ? unreadOne : `${count} ${unreadMails}`)
}

type Reading = { found: Found; unread: { count: number }; depth: number }

async function* readMails(source: BlobSource, reading: Reading): AsyncGenerator<Block> {
  for (const { bytes, isCut, isOfMany } of mailsIn(source)) {
    if (isCut) warn(reading.found, cut)
    let isFirst = true
    const mail = await parsed(bytes).catch((error: unknown) => {
      if (!isOfMany && reading.depth === 0) throw error
      reading.unread.count++
    })
    if (!mail) continue
    for await (const block of readMail(mail, reading)) {
      yield isFirst ? { ...block, opens: true } : block
      isFirst = false
    }
  }
}

async function parsed(bytes: Buffer): Promise<Email> {
  return await mailParser().parse(withReadableHead(inLines(bytes)))
}

async function* readMail(mail: Email, reading: Reading): AsyncGenerator<Block> {
  const { found, depth } = reading
  const page = mail.html ? await Array.fromAsync(readPage([mail.html], { ...found })) : []
  const isRead = (one: Attachment) => depth < mailDepthMax && isMail(one)
  const others = mail.attachments.filter((one) => !isRead(one))
  const lines = [
    ...peopleLine('From', mail.from && [mail.from]),
    ...peopleLine('To', mail.to),
    ...peopleLine('Cc', mail.cc),
    ...(mail.date ? [`Date: ${mail.date}`] : []),
  ]
  const names = others.map(nameOf).filter((name) => name !== '')
  yield* mailBlocks(
    { subject: mail.subject ?? '', lines, text: mail.text ?? '', page, names },
    found,
  )
  for (const { content } of mail.attachments.filter(isRead)) {
    const source = blobSource(Buffer.from(content as ArrayBuffer))
    yield* readMails(source, { ...reading, depth: depth + 1 })
  }
}

type Attachment = Email['attachments'][number]

const cut = 'A mail of more than 64 MB was read as far as that.'
const unreadOne = 'A mail in this file could not be read.'
const unreadMails = 'mails in this file could not be read.'
const nameless = /^(?:image|multipart)\/|-signature$/

function isMail({ mimeType, filename }: Attachment): boolean {
  return /^message\/(?:rfc822|global)$/.test(mimeType) || /\.eml$/i.test(filename ?? '')
}

/** Pictures of a page and signatures have none, and nobody misses them. */
function nameOf({ filename, mimeType }: Attachment): string {
  return filename || (nameless.test(mimeType) ? '' : mimeType)
}

/** A mail that somebody saved in wide letters. */
function inBytes(source: BlobSource, charset: string): BlobSource {
  if (!/^utf-(?:16|32)/.test(charset)) return source
  return blobSource(Buffer.from(iconv.decode(source.whole(), charset)))
}

/** Lines of an old Macintosh end with a return alone. */
function inLines(bytes: Buffer): Buffer {
  if (bytes.includes('\n') || !bytes.includes('\r')) return bytes
  return Buffer.from(bytes.toString('latin1').replaceAll('\r', '\n'), 'latin1')
}
