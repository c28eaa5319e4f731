import type { MetadataTags } from 'mediabunny'
import { cleanLine } from '../../base/clean-text.ts'
import type { TagTexts } from './tag-texts.ts'

const common = ['title', 'artist', 'album', 'albumArtist', 'genre', 'description'] as const

/** Names of four letters, of ID3v2, MP4 and RIFF; what has another one of these is no text. */
const namesOfCodes: Readonly<Record<string, string>> = {
  TCOM: 'composer',
  TEXT: 'lyricist',
  TPE3: 'conductor',
  TPE4: 'remixer',
  TPUB: 'publisher',
  TCOP: 'copyright',
  TIT1: 'grouping',
  TIT3: 'subtitle',
  TDES: 'description',
  TKWD: 'keywords',
  TOAL: 'original album',
  TOPE: 'original artist',
  '©wrt': 'composer',
  '©grp': 'grouping',
  '©cpy': 'copyright',
  '©dir': 'director',
  '©prd': 'producer',
  '©prf': 'performers',
  '©des': 'description',
  '©inf': 'information',
  '©key': 'keywords',
  cprt: 'copyright',
  desc: 'description',
  ldes: 'description',
  catg: 'category',
  keyw: 'keywords',
  tvsh: 'show',
  ICMT: 'comment',
  ICOP: 'copyright',
  IENG: 'engineer',
  IKEY: 'keywords',
  ISBJ: 'subject',
  IMUS: 'composer',
}
const code = /^(?:[A-Z0-9]{4}|©...|[a-z]{4})$/
/** Names of Vorbis comments and Matroska that have four letters, too. */
const wordsOfFour = new Set(['MOOD', 'PART', 'WORK', 'SHOW', 'NOTE'])
/** Of what QuickTime calls com.apple.quicktime.…, what people write. */
const written = new Set([
  ...['comment', 'description', 'keywords', 'copyright', 'director', 'producer', 'information'],
])
/** Of ID3v2: a frame of texts that users name. */
const userTexts = 'T'.padEnd(4, 'X')
/** Of programs for programs, by how its name begins; or given elsewhere. */
const machine = new RegExp(
  `^(?:${[
    ...['itun', 'replaygain', 'r128', 'musicbrainz', 'acoustid', 'accurate', 'cddb', 'disc'],
    ...['mb_', 'wm/', '_', 'bps', 'number_of', 'encod', 'vendor', 'coverart', 'waveformat'],
    ...['major_brand', 'minor_version', 'compatible_brands', 'metadata_block', 'software'],
    ...['isrc', 'barcode', 'upc', 'track', 'bpm', 'tempo', 'language', 'compilation'],
    ...['chapter\\d', 'duration$', 'date$', 'year$', '(?:unsynced)?lyrics$'],
  ].join('|')})`,
  'i',
)

/**
 * What tags say, a line each: the common ones, then all comments and what else people write, as
 * user-defined texts, Vorbis comments and MP4's other names. Each value comes once.
 */
export function tagLines(tags: MetadataTags, { mend, comments }: TagTexts): string[] {
  const { raw = {} } = tags
  const entries: [string, unknown][] = [
    ...common.map((name): [string, unknown] => [name, tags[name]]),
    ...(comments ?? [['comment', tags.comment]]),
    ...Object.entries(raw).flatMap(([key, value]) => rawEntries(key, value)),
  ]
  const lines = new Map<string, string>()
  for (const [key, value] of entries) {
    if (typeof value !== 'string' || machine.test(key)) continue
    const [name, text] = [cleanLine(mend(key)), cleanLine(mend(value))]
    if (isSaid(text) && !lines.has(text)) lines.set(text, `${name || 'comment'}: ${text}`)
  }
  return [...lines.values()]
}

function rawEntries(key: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.map((one) => [nameOf(key), one])
  if (typeof value === 'string') return [[nameOf(key), value]]
  const isMap = typeof value === 'object' && value?.constructor === Object
  return key === userTexts && isMap ? Object.entries(value as object) : []
}

/** A name that says `encoded` for what is no text that people wrote. */
function nameOf(key: string): string {
  const known = namesOfCodes[key]
  if (known) return known
  const last = key.slice(key.lastIndexOf('.') + 1)
  const isWritten = last === key ? !code.test(key) || wordsOfFour.has(key) : written.has(last)
  return isWritten && !machine.test(key) ? last.replaceAll('_', ' ').toLowerCase() : 'encoded'
}

/** A text has a word in it; numbers, ids and sums have none. */
function isSaid(text: string): boolean {
  return /\p{L}{2}/u.test(text) && !/^[\da-f\s:-]{8,}$/i.test(text) && !/^\S{60,}$/.test(text)
}
