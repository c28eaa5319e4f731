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
  bytes: Buffer
  sha256: string
  objectId: string
  uploadUrl: string
  /** How many clients are buying it now: it is not deleted under them. */
  readers: number
  initiated: Told
  sent: Told
  confirmed: Told
  approved: Told
  deleted: Told
}

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
}

export type Deed = Document | TopUp | Link | Search

export function openJournal(): Journal {
  return { documents: [], topUps: [], links: [], searches: [] }
}

export function allDeeds({ documents, topUps, links, searches }: Journal): Deed[] {
  return [...documents, ...topUps, ...links, ...searches]
}

const nouns = ['valve', 'boiler', 'meter', 'roof', 'cellar', 'pump', 'cable', 'filter']

/** Blank bytes make a file large without making its text longer. */
export type Size = { sentences: number; blankBytes?: number }

/** A text file of so many sentences that no other file has. */
export function newDocument(
  { documents }: Journal,
  random: Random,
  { sentences, blankBytes = 0 }: Size,
): Document {
  const number = documents.length + 1
  const word = wordOf(number)
  const lines = Array.from({ length: sentences }, (_, i) => {
    const noun = random.pick(nouns)
    return `On visit ${i} to ${word} the inspector found ${noun} number ${i * 7} in good order.`
  })
  const blank = Buffer.alloc(blankBytes, `${' '.repeat(4_095)}\n`)
  const bytes = Buffer.concat([Buffer.from(lines.join('\n')), blank])
  const never = { initiated: 'never', sent: 'never', confirmed: 'never' } as const
  const document: Document = {
    ...{ name: `inspection-${number}.txt`, word, bytes, objectId: '', uploadUrl: '', readers: 0 },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...{ ...never, approved: 'never', deleted: 'never' },
  }
  documents.push(document)
  return document
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

export function isOnOffer({ approved, deleted }: Document): boolean {
  return approved === 'done' && deleted === 'never'
}
