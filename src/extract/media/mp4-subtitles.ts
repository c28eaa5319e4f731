import { BoxParser, createFile, type ISOFile, MP4BoxBuffer, type Sample } from 'mp4box'
import type { BlobSource } from '../blob-source.ts'
import { cueBytesMax, subtitleCuesMax } from '../limits.ts'
import type { Cue, TimedTexts } from './cue.ts'
import { isTextCodec, textsOfSample } from './mp4-text-samples.ts'
import { neroChapters } from './nero-chapters.ts'

const pieceBytes = 256 * 1024
/** The boxes that tell where everything is are a few pieces; a file without them has no end. */
const piecesMax = 2_000
/** Of a film in fragments each has such boxes: of two seconds each, they are eleven hours. */
const fragmentBytes = 64 * 1024
const fragmentsMax = 20_000

// How pictures and sound are coded is not looked at: it is not asked for, and it may be damaged.
for (const codec of Object.keys(BoxParser.sampleEntry)) {
  if (!isTextCodec(codec)) Reflect.deleteProperty(BoxParser.sampleEntry, codec)
}

/**
 * The cues of the text tracks of an MP4 or QuickTime file, whole or in fragments, and its chapters:
 * a text track that another track refers to as such, or else Nero's list.
 */
export function mp4Texts(source: BlobSource): TimedTexts {
  const file = readBoxes(source)
  const chapterTracks = chapterTracksOf(file)
  const texts: TimedTexts = { cues: [], chapters: [] }
  for (const { id, codec, language } of textTracksOf(file)) {
    const cues = chapterTracks.has(id) ? texts.chapters : texts.cues
    for (const cue of cuesOf({ source, file, id, codec })) {
      if (cues.length >= subtitleCuesMax) break
      cues.push(Object.assign(cue, { track: id, language }))
    }
  }
  if (texts.chapters.length === 0) texts.chapters = neroChapters(file)
  return texts
}

function textTracksOf(file: ISOFile) {
  return file.getInfo().tracks.filter(({ codec }) => isTextCodec(codec.slice(0, 4)))
}

type TextTrack = { source: BlobSource; file: ISOFile; id: number; codec: string }

/** A cue of WebVTT that another one begins beside goes on in the next sample: it is one. */
function* cuesOf({ source, file, id, codec }: TextTrack): Generator<Cue> {
  const isSplit = codec.startsWith('wvtt')
  let before: Cue[] = []
  for (const { sample, at } of timed(file, id)) {
    if (sample.size > cueBytesMax) continue
    const bytes = source.slice({ at: sample.offset, length: sample.size })
    const startMs = (at * 1000) / sample.timescale
    const endMs = startMs + (sample.duration * 1000) / sample.timescale
    const shown: Cue[] = []
    for (const text of textsOfSample({ codec, bytes })) {
      const known = isSplit
        ? before.find((cue) => cue.text === text && cue.endMs === startMs)
        : undefined
      const cue = known ?? { startMs, endMs, text }
      cue.endMs = endMs
      shown.push(cue)
      if (!known) yield cue
    }
    before = shown
  }
}

/**
 * Samples with their times, in units of their track. In a fragment they are counted from the time
 * that it tells (ISO/IEC 14496-12, 8.8.12); the library goes on from the fragment before.
 */
function* timed(file: ISOFile, id: number): Generator<{ sample: Sample; at: number }> {
  let shift = 0
  for (const sample of file.getTrackSamplesInfo(id)) {
    if (sample.moof_number !== undefined && sample.number_in_traf === 0) {
      const fragment = file.moofs[sample.moof_number - 1]?.trafs.find(
        ({ tfhd }) => tfhd.track_id === id,
      )
      const told = fragment?.tfdt?.baseMediaDecodeTime
      shift = told === undefined ? shift : told - sample.dts
    }
    yield { sample, at: sample.cts + shift }
  }
}

function chapterTracksOf(file: ISOFile): Set<number> {
  const references = (file.moov?.traks ?? []).flatMap(({ tref }) => tref?.references ?? [])
  return new Set(
    references.flatMap((one) => (one.type === 'chap' ? [...(one.track_ids ?? [])] : [])),
  )
}

/** Feeds the parser only the parts that it asks for: it skips over sound and picture. */
function readBoxes(source: BlobSource): ISOFile {
  const file = createFile(false)
  let ready = false
  file.onReady = () => {
    ready = true
  }
  let at = feed({ source, file, at: 0, length: pieceBytes })
  for (let i = 1; i < piecesMax && at < source.sizeBytes && !ready; i++) {
    at = feed({ source, file, at, length: pieceBytes })
  }
  if (!ready) throw new Error('no movie box')
  const hasMore = file.getInfo().isFragmented && textTracksOf(file).length > 0
  for (let i = 0; i < fragmentsMax && at < source.sizeBytes && hasMore; i++) {
    at = feed({ source, file, at, length: fragmentBytes })
  }
  return file
}

type Piece = { source: BlobSource; file: ISOFile; at: number; length: number }

/** Where the parser wants to go on. */
function feed({ source, file, at, length }: Piece): number {
  const bytes = source.slice({ at, length: Math.min(length, source.sizeBytes - at) })
  const next = file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(new Uint8Array(bytes).buffer, at))
  return next !== undefined && next > at ? next : at + bytes.length
}
