import { createFile, type ISOFile, MP4BoxBuffer } from 'mp4box'
import type { BlobSource } from '../blob-source.ts'
import { subtitleCuesMax } from '../limits.ts'
import type { TimedTexts } from './cue.ts'

const pieceBytes = 256 * 1024
/** The boxes that tell where everything is are a few pieces; a file without them has no end. */
const piecesMax = 2_000
const sampleBytesMax = 64 * 1024

/**
 * The cues of the timed-text tracks (3GPP TS 26.245) of an MP4 or QuickTime file, and its chapters,
 * which are a text track that another track refers to as such.
 */
export function mp4Texts(source: BlobSource): TimedTexts {
  const file = readBoxes(source)
  const chapterTracks = chapterTracksOf(file)
  const texts: TimedTexts = { cues: [], chapters: [] }
  for (const { id, codec } of file.getInfo().tracks) {
    if (!/^(tx3g|text)/.test(codec)) continue
    const cues = chapterTracks.has(id) ? texts.chapters : texts.cues
    for (const sample of file.getTrackSamplesInfo(id)) {
      if (sample.size > sampleBytesMax || cues.length >= subtitleCuesMax) break
      const text = sampleText(source.slice({ at: sample.offset, length: sample.size }))
      const startMs = (sample.cts * 1000) / sample.timescale
      const endMs = startMs + (sample.duration * 1000) / sample.timescale
      if (text !== '') cues.push({ startMs, endMs, text })
    }
  }
  return texts
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
  let at = 0
  for (let i = 0; i < piecesMax && at < source.sizeBytes && !ready; i++) {
    const bytes = source.slice({ at, length: Math.min(pieceBytes, source.sizeBytes - at) })
    const buffer = MP4BoxBuffer.fromArrayBuffer(new Uint8Array(bytes).buffer, at)
    const next = file.appendBuffer(buffer)
    at = next !== undefined && next > at ? next : at + bytes.length
  }
  if (!ready) throw new Error('no movie box')
  return file
}

/** Two bytes of length, then the text; what follows is style. */
function sampleText(bytes: Buffer): string {
  const length = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0
  return bytes.toString('utf8', 2, 2 + length)
}
