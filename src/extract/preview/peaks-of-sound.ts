import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import { startSeconds } from '../media/media-input.ts'
import { sampleRate } from '../models/samples.ts'
import { heardSound } from '../sound/heard-sound.ts'
import { openDecoder } from '../sound/open-decoder.ts'
import type { SoundDecoder } from '../sound/sound-decoder.ts'
import type { Peaks } from './peaks-of-wave.ts'

/** A recording up to this length is decoded whole, of a longer one something in each part. */
const wholeSecondsMax = 600
/** A decoder needs some packets before it is in tune. */
const packetsOfPart = 4
const packetsToTune = 2

/** Of compressed sound, by decoding it; undefined for a form that is not decoded here. */
export async function peaksOfSound(
  track: InputAudioTrack,
  parts: number,
): Promise<Peaks | undefined> {
  const start = await startSeconds(track.input)
  const seconds = (await track.computeDuration()) - start
  if (!(seconds > 0)) return undefined
  if (seconds <= wholeSecondsMax) return peaksOfWhole(track, { seconds, parts })
  const decoder = await openDecoder(track)
  if (!decoder) return undefined
  try {
    return await peaksOfParts(track, { seconds, parts, decoder })
  } finally {
    decoder.free()
  }
}

type Scale = { seconds: number; parts: number }

async function peaksOfWhole(
  track: InputAudioTrack,
  { seconds, parts }: Scale,
): Promise<Peaks | undefined> {
  const pieces = await heardSound(track, seconds + 1)
  if (!pieces) return undefined
  const peaks = new Float32Array(parts)
  const samplesOfPart = (seconds * sampleRate) / parts
  for await (const { at, samples } of pieces) {
    samples.forEach((sample, i) => {
      const part = Math.min(parts - 1, Math.floor((at + i) / samplesOfPart))
      if (Math.abs(sample) > (peaks[part] as number)) peaks[part] = Math.min(1, Math.abs(sample))
    })
  }
  return peaks
}

async function peaksOfParts(
  track: InputAudioTrack,
  { seconds, parts, decoder }: Scale & { decoder: SoundDecoder },
): Promise<Peaks> {
  const sink = new EncodedPacketSink(track)
  const peaks = new Float32Array(parts)
  for (let part = 0; part < parts; part++) {
    let packet = await sink.getPacket((seconds * part) / parts)
    for (let i = 0; packet && i < packetsOfPart; i++) {
      const { channels } = await decoder.decode(packet.data).catch(() => ({ channels: [] }))
      if (i >= packetsToTune) peaks[part] = Math.max(peaks[part] ?? 0, peakOf(channels))
      packet = await sink.getNextPacket(packet)
    }
  }
  return peaks
}

function peakOf(channels: readonly Float32Array[]): number {
  let peak = 0
  for (const channel of channels) {
    for (const sample of channel) if (Math.abs(sample) > peak) peak = Math.abs(sample)
  }
  return Math.min(1, peak)
}
