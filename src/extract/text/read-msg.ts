import iconv from 'iconv-lite'
import { type Block, ExtractFailed } from '../../domain/ingest/ports.ts'
import { blobSource } from '../blob-source.ts'
import { decodePieces, detectCharset } from '../formats/charset.ts'
import type { ReadRequest } from '../formats/reader.ts'
import { emailBytesMax, mailDepthMax } from '../limits.ts'
import { openCompound, type Storage } from '../office/compound-file.ts'
import { mailBlocks, peopleLine } from './mail-blocks.ts'
import { unpackRtf } from './packed-rtf.ts'
import { readPage } from './read-html.ts'
import { readRtf } from './read-rtf.ts'

/** Properties of MAPI (MS-OXPROPS). */
const id = {
  subject: 0x0037,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  senderSmtp: 0x5d01,
  to: 0x0e04,
  cc: 0x0e03,
  sent: 0x0039,
  received: 0x0e06,
  text: 0x1000,
  packedRtf: 0x1009,
  page: 0x1013,
  letters: 0x3ffd,
  pageLetters: 0x3fde,
  longName: 0x3707,
  shortName: 0x3704,
  displayName: 0x3001,
  address: 0x3003,
  smtp: 0x39fe,
  recipientKind: 0x0c15,
} as const
const embedded = '__substg1.0_3701000D'
const [unicode, ansi, binary] = ['001F', '001E', '0102']
/** Of a file, of a mail in it, of a recipient: what stands before the first property. */
const [fileHead, mailHead, partHead] = [32, 24, 8]
const propertyBytes = 16
const utf8Page = 65_001
/** 1601, from which tenths of a microsecond are counted. */
const epochMs = -11_644_473_600_000

/** A mail as Outlook saves it (.msg), and the mails that hang on it. */
export function* readMsg(request: ReadRequest): Generator<Block> {
  const { source } = request
  if (source.sizeBytes > emailBytesMax) throw new ExtractFailed({ code: 'memory' })
  const mail = new Folder(openCompound(source.whole()), fileHead)
  yield* readMail(mail, { request, depth: 0, seen: new Set([mail.place]) })
}

/** `seen` are the mails that were read. */
type Reading = { request: ReadRequest; depth: number; seen: Set<number> }

function* readMail(mail: Folder, reading: Reading): Generator<Block> {
  const { request, depth, seen } = reading
  const { found } = request
  const attached = mail.parts('__attach')
  const isRead = (one: Folder) => depth < mailDepthMax && one.mailIn() !== undefined
  const others = attached.filter((one) => !isRead(one))
  const names = others.map((one) => one.text(id.longName) || one.text(id.shortName))
  const sent = mail.day(id.sent) ?? mail.day(id.received)
  const letter = {
    subject: mail.text(id.subject).trim(),
    lines: [...peopleOf(mail), ...(sent ? [`Date: ${sent}`] : [])],
    text: mail.text(id.text),
    page: pageOf(mail, request),
    names: names.filter((name) => name !== ''),
  }
  let isFirst = true
  for (const block of mailBlocks(letter, found)) {
    yield isFirst ? { ...block, opens: true } : block
    isFirst = false
  }
  for (const one of attached.filter(isRead)) {
    const inner = one.mailIn()
    if (!inner || seen.has(inner.place)) continue
    seen.add(inner.place)
    yield* readMail(inner, { request, depth: depth + 1, seen })
  }
}

function peopleOf(mail: Folder): string[] {
  const [name, address] = [mail.text(id.senderName), addressOf(mail, id.senderSmtp)]
  const sender = name || address ? [{ name: name === address ? '' : name, address }] : []
  const people = mail.parts('__recip').map((one) => {
    const called = one.text(id.displayName)
    const at = addressOf(one, id.smtp)
    return { kind: one.number(id.recipientKind), name: called === at ? '' : called, address: at }
  })
  const named = ({ kind, shown }: { kind: number; shown: number }) => {
    const list = people.filter((one) => one.kind === kind && (one.name || one.address))
    const text = mail.text(shown).trim()
    return list.length > 0 || text === '' ? list : [{ name: text }]
  }
  return [
    ...peopleLine('From', sender),
    ...peopleLine('To', named({ kind: 1, shown: id.to })),
    ...peopleLine('Cc', named({ kind: 2, shown: id.cc })),
  ]
}

/** Of people in the same house there is a path of the directory, which says nothing. */
function addressOf(folder: Folder, smtp: number): string {
  const plain = smtp === id.smtp ? id.address : id.senderAddress
  return [folder.text(smtp), folder.text(plain)].find((one) => one.includes('@')) ?? ''
}

/** The page; or the Rich Text, where the mail has nothing else. */
function pageOf(mail: Folder, request: ReadRequest): Block[] {
  const page = mail.page()
  if (page !== '') return [...readPage([page], { ...request.found })]
  const rtf = mail.bytes(id.packedRtf)
  if (!rtf || mail.text(id.text).trim() !== '') return []
  return [...readRtf({ ...request, source: blobSource(unpackRtf(rtf)) })].flat()
}

/** What a mail, a recipient or an attachment says of itself. */
class Folder {
  readonly place: number
  private readonly storage: Storage
  private readonly fixed: Buffer
  private readonly letters: number

  /** `inside` is the code page of the mail that it is a part of. */
  constructor(storage: Storage, headBytes: number, { letters: inside = 0 } = {}) {
    this.place = storage.place
    this.storage = storage
    this.fixed = storage.streamOf('__properties_version1.0')?.subarray(headBytes) ?? Buffer.alloc(0)
    this.letters = this.number(id.letters) || inside || this.number(id.pageLetters) || 0
  }

  text(property: number): string {
    const wide = this.stream(property, unicode)
    if (wide) return wide.toString('utf16le').replace(/\0+$/, '')
    const bytes = this.stream(property, ansi)
    return bytes ? lettersOf(bytes, this.letters).replace(/\0+$/, '') : ''
  }

  bytes(property: number): Buffer | undefined {
    return this.stream(property, binary)
  }

  page(): string {
    const bytes = this.bytes(id.page)
    return bytes ? lettersOf(bytes, this.number(id.pageLetters) ?? 0) : this.text(id.page)
  }

  number(property: number): number | undefined {
    return this.value(property)?.readUInt32LE(0)
  }

  day(property: number): string | undefined {
    const value = this.value(property)
    const date = value && new Date(epochMs + Number(value.readBigUInt64LE(0) / 10_000n))
    return date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined
  }

  parts(name: string): Folder[] {
    const parts = this.storage.storages().filter((one) => one.name.startsWith(name))
    const sorted = parts.sort((a, b) => (a.name < b.name ? -1 : 1))
    return sorted.map((one) => new Folder(one, partHead, { letters: this.letters }))
  }

  mailIn(): Folder | undefined {
    const inner = this.storage.storages().find(({ name }) => name === embedded)
    return inner && new Folder(inner, mailHead, { letters: this.letters })
  }

  private stream(property: number, type: string): Buffer | undefined {
    const name = property.toString(16).toUpperCase().padStart(4, '0')
    return this.storage.streamOf(`__substg1.0_${name}${type}`)
  }

  /** Eight bytes of a property that has no stream of its own. */
  private value(property: number): Buffer | undefined {
    for (let at = 0; at + propertyBytes <= this.fixed.length; at += propertyBytes) {
      const isIt = this.fixed.readUInt16LE(at + 2) === property
      if (isIt) return this.fixed.subarray(at + 8, at + propertyBytes)
    }
    return undefined
  }
}

function lettersOf(bytes: Buffer, page: number): string {
  if (page === utf8Page) return bytes.toString()
  if (page > 0 && iconv.encodingExists(`cp${page}`)) return iconv.decode(bytes, `cp${page}`)
  const source = blobSource(bytes)
  return [...decodePieces(source, detectCharset(source))].join('')
}
