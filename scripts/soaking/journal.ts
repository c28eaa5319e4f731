// What the clients asked for and what they were told: the only thing that the checks believe.
import { createHash } from 'node:crypto'
import type { Random } from './random.ts'

/** `asked`: sent, and not answered; it may have happened or not. */
export type Told = 'never' | 'asked' | 'done'

export type Document = {
  /** Of the file; there is no second one of this name. */
  name: string
  /** Stands in this document alone. */
  word: string
  /** Those of a large file are made anew once nobody holds them: there can be many. */
  readonly bytes: Buffer
  sizeBytes: number
  sha256: string
  /** Where it lies when not in the dataset that everybody uses. */
  shelf: Shelf | undefined
  objectId: string
  uploadUrl: string
  /** What it is sent in, when it is too large for one piece. */
  parts: Part[]
  /** How many clients are buying it now: it is not deleted under them. */
  readers: number
  /** Kept from the clients of the day. */
  isReserved: boolean
  initiated: Told
  sent: Told
  confirmed: Told
  approved: Told
  takenDown: Told
  restored: Told
  deleted: Told
}

export type Part = {
  name: string
  partNumber: number
  offsetBytes: number
  sizeBytes: number
  url: string
  etag: string
  sent: Told
}

/** A dataset of its own, to be deleted with what is in it. */
export type Shelf = { name: string; datasetId: string; created: Told; removed: Told }

export type TopUp = { name: string; credits: number; given: Told }
export type Link = {
  name: string
  document: Document
  url: string
  minted: Told
  fetched: Told
  /** Makes a delivery good that a kill cut off: once one such link is used, the others are void. */
  isFree?: boolean
}
export type Search = { name: string; word: string; searched: Told }

export type Journal = {
  documents: Document[]
  topUps: TopUp[]
  links: Link[]
  searches: Search[]
  shelves: Shelf[]
}

export type Deed = Document | Part | TopUp | Link | Search | Shelf

export function openJournal(): Journal {
  return { documents: [], topUps: [], links: [], searches: [], shelves: [] }
}

export function allDeeds(journal: Journal): Deed[] {
  const { documents, topUps, links, searches, shelves } = journal
  const parts = documents.flatMap((document) => document.parts)
  return [...documents, ...parts, ...topUps, ...links, ...searches, ...shelves]
}

const tellings: ReadonlySet<string> = new Set([
  ...['initiated', 'sent', 'confirmed', 'approved', 'takenDown', 'restored', 'deleted'],
  ...['created', 'removed', 'given', 'minted', 'fetched', 'searched'],
])

/** Whether something of it was asked for and not answered. The bytes are not looked at. */
export function isUnanswered(deed: Deed): boolean {
  const record = deed as Record<string, unknown>
  return Object.keys(deed).some((key) => tellings.has(key) && record[key] === 'asked')
}

const nouns = ['valve', 'boiler', 'meter', 'roof', 'cellar', 'pump', 'cable', 'filter']

/**
 * Blank bytes make a file large without making its text longer; filled ones differ everywhere, so
 * that a piece in the wrong place shows.
 */
export type Size = { sentences: number; blankBytes?: number; filledBytes?: number }

/** A text file of so many sentences that no other file has. */
export function newDocument({ documents }: Journal, random: Random, size: Size): Document {
  const number = documents.length + 1
  const word = wordOf(number)
  const lines = Array.from({ length: size.sentences }, (_, i) => {
    const noun = random.pick(nouns)
    return `On visit ${i} to ${word} the inspector found ${noun} number ${i * 7} in good order.`
  })
  const text = Buffer.from(lines.join('\n'))
  const isLarge = (size.blankBytes ?? 0) + (size.filledBytes ?? 0) > 0
  const bytes = isLarge ? held(() => Buffer.concat([text, padding(size, word)])) : () => text
  const never = { initiated: 'never', sent: 'never', confirmed: 'never' } as const
  const later = { approved: 'never', takenDown: 'never', restored: 'never' } as const
  const document: Document = {
    name: `inspection-${number}.txt`,
    word,
    sizeBytes: bytes().length,
    sha256: createHash('sha256').update(bytes()).digest('hex'),
    objectId: '',
    uploadUrl: '',
    parts: [],
    shelf: undefined,
    readers: 0,
    isReserved: false,
    ...never,
    ...later,
    deleted: 'never',
    get bytes() {
      return bytes()
    },
  }
  documents.push(document)
  return document
}

/** Made once for as long as somebody has them. */
function held(make: () => Buffer): () => Buffer {
  let last: WeakRef<Buffer> | undefined
  return () => {
    const bytes = last?.deref() ?? make()
    last = new WeakRef(bytes)
    return bytes
  }
}

const pieceBytes = 1024 * 1024

function padding({ blankBytes = 0, filledBytes = 0 }: Size, word: string): Buffer {
  const pieces = Array.from({ length: Math.ceil(filledBytes / pieceBytes) }, (_, i) =>
    Buffer.alloc(Math.min(pieceBytes, filledBytes - i * pieceBytes), `\n${word} piece ${i}`),
  )
  return Buffer.concat([Buffer.alloc(blankBytes, `${' '.repeat(4_095)}\n`), ...pieces])
}

const letters = 'bcdfghjkmnpqrtvwx'

/** 1 → `quayc`, 18 → `quaycc`: letters that no analyser takes for an ending. */
function wordOf(number: number): string {
  let word = 'quay'
  for (let left = number; left > 0; left = Math.floor(left / letters.length)) {
    word += letters[left % letters.length]
  }
  return word
}

export function isOnOffer({ approved, deleted, takenDown, restored }: Document): boolean {
  return (
    approved === 'done' && deleted === 'never' && (takenDown === 'never' || restored === 'done')
  )
}
