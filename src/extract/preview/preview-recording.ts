import { EncodedPacketSink, type Input, type InputVideoTrack } from 'mediabunny'
import type { Preview } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { imageBytesMax } from '../limits.ts'
import { mediaInput } from '../media/media-input.ts'
import { tagsOf } from '../media/tags-of.ts'
import { drawWaveform } from './draw-waveform.ts'
import { waveWidth } from './limits.ts'
import { peaksOfMp3 } from './peaks-of-mp3.ts'
import { type Peaks, peaksOfWave } from './peaks-of-wave.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { avifOf, webpOf } from './still-picture.ts'

/** The first pictures of a film are often black. */
const posterShare = 0.1

/**
 * Of a film its embedded cover, or else a whole frame where one can be decoded; of a sound its
 * waveform, or else its cover.
 */
export async function previewRecording(source: BlobSource): Promise<Preview> {
  const input = mediaInput(source)
  try {
    const film = await input.getPrimaryVideoTrack()
    const cover = async () => previewCover(input, source)
    if (film) return (await cover()) ?? (await previewFrame(film))
    return (await previewSound(source, input)) ?? (await cover()) ?? (await noWaveform(input))
  } catch {
    return { problem: 'No preview: the recording cannot be opened far enough.' }
  } finally {
    input.dispose()
  }
}

async function noWaveform(input: Input): Promise<Preview> {
  const track = await input.getPrimaryAudioTrack()
  const name = (await track?.getCodec())?.toUpperCase() ?? 'this format'
  return { problem: `No preview: sound in ${name} is not decoded here, and there is no cover.` }
}

/** What needs no decoding is looked at in places, so that the length does not matter. */
async function previewSound(source: BlobSource, input: Input): Promise<Preview | undefined> {
  const { name } = await input.getFormat()
  const peaks =
    (name === 'WAVE' && peaksOfWave(source, waveWidth)) ||
    (name === 'MP3' && peaksOfMp3(source, waveWidth)) ||
    (await decodedPeaks(input))
  return peaks && drawWaveform(peaks)
}

async function decodedPeaks(input: Input): Promise<Peaks | undefined> {
  const track = await input.getPrimaryAudioTrack()
  if (!track) return undefined
  const { peaksOfSound } = await import('./peaks-of-sound.ts')
  // A damaged one may have a cover.
  return peaksOfSound(track, waveWidth).catch(() => undefined)
}

async function previewCover(input: Input, source: BlobSource): Promise<Preview | undefined> {
  const { images = [] } = await tagsOf(input, source)
  const cover = images.find(({ kind }) => kind === 'coverFront') ?? images[0]
  if (!cover) return undefined
  const preview = await shrinkPicture(cover.data)
  return 'picture' in preview ? preview : undefined
}

/** Two codecs of films are those of pictures: a whole frame of them is one. */
async function previewFrame(film: InputVideoTrack): Promise<Preview> {
  const codec = await film.getCodec()
  if (codec !== 'vp8' && codec !== 'av1') {
    const name = codec?.toUpperCase() ?? 'this format'
    return { problem: `No preview: films in ${name} are not decoded here, and there is no cover.` }
  }
  const sink = new EncodedPacketSink(film)
  const at = (await film.computeDuration()) * posterShare
  const frame = (await sink.getKeyPacket(at)) ?? (await sink.getFirstKeyPacket())
  if (!frame || frame.data.byteLength > imageBytesMax) return { problem: 'No preview: no frame.' }
  if (codec === 'vp8') return shrinkPicture(webpOf(frame.data))
  const { description } = (await film.getDecoderConfig()) ?? {}
  const size = { width: await film.getCodedWidth(), height: await film.getCodedHeight() }
  return shrinkPicture(avifOf(frame.data, { ...size, description }))
}
