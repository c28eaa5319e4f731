import type { BlobSource } from '../blob-source.ts'
import { cueBytesMax, subtitleCuesMax } from '../limits.ts'
import type { Cue, TimedTexts } from './cue.ts'
import { type Encoding, plainEncoding, unpacked } from './matroska-encodings.ts'
import { withoutDrawings } from './substation.ts'

/** Elements by their ids (RFC 9559). */
const id = {
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  timestamp: 0xe7,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  language: 0x22b59c,
  languageTag: 0x22b59d,
  encodings: 0x6d80,
  encoding: 0x6240,
  encodingOrder: 0x5031,
  encodingScope: 0x5032,
  compression: 0x5034,
  compressionAlgorithm: 0x4254,
  compressionSettings: 0x4255,
  encryption: 0x5035,
  block: 0xa1,
  simpleBlock: 0xa3,
  blockDuration: 0x9b,
  title: 0x7ba9,
  chapters: 0x1043a770,
  edition: 0x45b9,
  chapter: 0xb6,
  chapterStart: 0x91,
  chapterDisplay: 0x80,
  chapterName: 0x85,
} as const
const parents = new Set<number>([
  ...[id.segment, id.tracks, id.trackEntry, id.cluster, id.blockGroup, id.info],
  ...[id.chapters, id.edition, id.chapter, id.chapterDisplay],
  ...[id.encodings, id.encoding, id.compression],
])
const encodingElements = new Set<number>([
  ...[id.encodingOrder, id.encodingScope, id.compressionAlgorithm, id.compressionSettings],
  id.encryption,
])
const subtitleTrack = 0x11
const depthMax = 8
const elementsMax = 20_000_000
const windowBytes = 64 * 1024
/** Of a cue whose end is not told. */
const usualMs = 5_000

/**
 * The cues of the text tracks of a Matroska or WebM file, its chapters and its title; sound and
 * picture are jumped over.
 */
export function matroskaTexts(source: BlobSource): TimedTexts {
  const reader = new MatroskaReader(source)
  reader.walk({ at: 0, end: source.sizeBytes }, 0)
  const { cues, chapters, title, isUnreadable } = reader
  return { cues, chapters, title, isUnreadable }
}

type Span = { at: number; end: number }
type Track = {
  number: number
  type: number
  codec: string
  language?: string
  encodings: Encoding[]
}
type Spoken = { cue: Cue; codec: string }

class MatroskaReader {
  readonly cues: Cue[] = []
  readonly chapters: Cue[] = []
  title: string | undefined
  isUnreadable = false
  private chapterMs = 0
  private readonly source: BlobSource
  private readonly textTracks = new Map<number, Track>()
  private track: Track = { number: 0, type: 0, codec: '', encodings: [] }
  private group: { spoken?: Spoken | undefined; durationMs?: number } = {}
  private scaleNs = 1_000_000
  private clusterTime = 0
  private elements = 0
  private window: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) }

  constructor(source: BlobSource) {
    this.source = source
  }

  walk(span: Span, depth: number): void {
    for (let { at } = span; at < span.end; ) {
      if (++this.elements > elementsMax || this.cues.length >= subtitleCuesMax) return
      const element = this.element(at)
      if (!element) return
      const end = element.length === undefined ? span.end : element.at + element.length
      const inside = { at: element.at, end: Math.min(end, span.end) }
      if (parents.has(element.id) && depth < depthMax) this.parent(element.id, inside, depth)
      else this.value(element.id, inside)
      at = end
    }
  }

  private parent(name: number, inside: Span, depth: number): void {
    if (name === id.trackEntry) this.track = { number: 0, type: 0, codec: '', encodings: [] }
    if (name === id.encoding) this.track.encodings.push(plainEncoding())
    if (name === id.compression) this.encoding.isCompressed = true
    if (name === id.blockGroup) this.group = {}
    this.walk(inside, depth + 1)
    if (name === id.trackEntry) this.endTrack()
    if (name === id.blockGroup) this.endGroup()
  }

  private endTrack(): void {
    const { number, type, codec } = this.track
    const isText = type === subtitleTrack && /^(S_TEXT|D_WEBVTT)/.test(codec)
    if (isText) this.textTracks.set(number, this.track)
  }

  /** The one that is being read; nobody's, where a file has its elements out of place. */
  private get encoding(): Encoding {
    return this.track.encodings.at(-1) ?? plainEncoding()
  }

  private endGroup(): void {
    const { spoken, durationMs } = this.group
    if (spoken) this.add(spoken, durationMs)
  }

  private value(name: number, span: Span): void {
    if (name === id.timestampScale) this.scaleNs = this.integer(span) || this.scaleNs
    else if (name === id.timestamp) this.clusterTime = this.integer(span)
    else if (name === id.trackNumber) this.track.number = this.integer(span)
    else if (name === id.trackType) this.track.type = this.integer(span)
    else if (name === id.codec) this.track.codec = this.bytes(span).toString('latin1')
    else if (name === id.language) this.track.language ??= this.words(span)
    else if (name === id.languageTag) this.track.language = this.words(span)
    else if (encodingElements.has(name)) this.encodingValue(name, span)
    else if (name === id.title) this.title = this.words(span)
    else if (name === id.chapterStart) this.chapterMs = this.integer(span) / 1e6
    else if (name === id.chapterName) this.addChapter(this.words(span))
    else if (name === id.blockDuration) {
      this.group.durationMs = (this.integer(span) * this.scaleNs) / 1e6
    } else if (name === id.block) this.group.spoken = this.spoken(span)
    else if (name === id.simpleBlock) {
      const spoken = this.spoken(span)
      if (spoken) this.add(spoken, undefined)
    }
  }

  private encodingValue(name: number, span: Span): void {
    const { encoding } = this
    if (name === id.encodingOrder) encoding.order = this.integer(span)
    else if (name === id.encodingScope) encoding.scope = this.integer(span)
    else if (name === id.compressionAlgorithm) encoding.algorithm = this.integer(span)
    else if (name === id.compressionSettings) encoding.settings = Buffer.from(this.bytes(span))
    else encoding.isEncrypted = true
  }

  /** The text of a block of a text track; undefined for all other blocks. */
  private spoken({ at, end }: Span): Spoken | undefined {
    const number = this.number(at, { keepMarker: false })
    const track = number && this.textTracks.get(number.value)
    if (!number || !track || end - at > cueBytesMax) return undefined
    const timeAt = at + number.length
    const offset = this.bytes({ at: timeAt, end: timeAt + 2 }).readInt16BE(0)
    const startMs = ((this.clusterTime + offset) * this.scaleNs) / 1e6
    const plain = unpacked(this.bytes({ at: timeAt + 3, end }), track.encodings)
    if (!plain) {
      this.isUnreadable = true
      return undefined
    }
    const text = plain.toString('utf8').replace(/\0+$/, '')
    const { number: order, language, codec } = track
    return { cue: { startMs, endMs: startMs, text, track: order, language }, codec }
  }

  private add({ cue, codec }: Spoken, durationMs = usualMs): void {
    this.cues.push({
      ...cue,
      endMs: cue.startMs + durationMs,
      text: textOf({ text: cue.text, codec }),
    })
  }

  private addChapter(text: string): void {
    if (this.chapters.length >= subtitleCuesMax) return
    this.chapters.push({ startMs: this.chapterMs, endMs: this.chapterMs, text })
  }

  private words(span: Span): string {
    return this.bytes(span).toString('utf8').replace(/\0+$/, '')
  }

  private element(at: number): { id: number; at: number; length: number | undefined } | undefined {
    const name = this.number(at, { keepMarker: true })
    const length = name && this.number(at + name.length, { keepMarker: false })
    if (!name || !length) return undefined
    const inside = at + name.length + length.length
    return { id: name.value, at: inside, length: length.isUnknown ? undefined : length.value }
  }

  /** A number of variable length (RFC 8794, 4); all ones is an unknown one. */
  private number(at: number, { keepMarker }: { keepMarker: boolean }) {
    const first = this.bytes({ at, end: at + 1 })[0]
    if (first === undefined || first === 0) return undefined
    const length = Math.clz32(first) - 23
    const bytes = this.bytes({ at, end: at + length })
    if (bytes.length < length) return undefined
    const marker = 0x80 >> (length - 1)
    let value = keepMarker ? first : first & (marker - 1)
    let isUnknown = !keepMarker && value === marker - 1
    for (const byte of bytes.subarray(1)) {
      value = value * 256 + byte
      isUnknown &&= byte === 0xff
    }
    return { value, length, isUnknown }
  }

  private integer(span: Span): number {
    return this.bytes(span).reduce((value, byte) => value * 256 + byte, 0)
  }

  private bytes({ at, end }: Span): Buffer {
    const length = Math.max(0, Math.min(end, this.source.sizeBytes, at + cueBytesMax) - at)
    const { window } = this
    const isInside = at >= window.at && at + length <= window.at + window.bytes.length
    if (!isInside) {
      const wanted = Math.min(Math.max(length, windowBytes), this.source.sizeBytes - at)
      this.window = { at, bytes: this.source.slice({ at, length: Math.max(0, wanted) }) }
    }
    return this.window.bytes.subarray(at - this.window.at, at - this.window.at + length)
  }
}

/** Advanced SubStation has fields before the text; old WebVTT blocks have two lines. */
function textOf({ text, codec }: { text: string; codec: string }): string {
  if (/ASS|SSA/.test(codec)) return withoutDrawings(text.split(',').slice(8).join(','))
  return codec.startsWith('D_WEBVTT') ? text.split('\n').slice(2).join('\n') : text
}
