import { EncodedPacketSink, type InputAudioTrack } from 'mediabunny'
import { startSeconds } from '../media/media-input.ts'
import { sampleRate } from '../models/samples.ts'
import { openDecoder } from './open-decoder.ts'
import { monoOfChannels, openResampler, type Resampler } from './resampler.ts'
import type { Decoded, SoundDecoder } from './sound-decoder.ts'

/** One channel with our rate, and after how many samples it begins. */
export type Heard = { at: number; samples: Float32Array }

/** Packets may be so far from where the sound is before the sound is moved. */
const slack = sampleRate / 10
const rates = { least: 4_000, most: 768_000 }

/**
 * The sound of a track piece by piece, for as long as it lasts or so many seconds, at the times
 * that the container says. A damaged packet leaves a gap. Undefined for a form that is not decoded
 * here.
 */
export async function heardSound(
  track: InputAudioTrack,
  secondsMax: number,
): Promise<AsyncGenerator<Heard> | undefined> {
  const decoder = await openDecoder(track)
  return decoder && heard({ track, decoder, secondsMax })
}

async function* heard(of: {
  track: InputAudioTrack
  decoder: SoundDecoder
  secondsMax: number
}): AsyncGenerator<Heard> {
  const { track, decoder, secondsMax } = of
  const start = await startSeconds(track.input)
  const endAt = secondsMax * sampleRate
  let resampler: (Resampler & { rate: number }) | undefined
  let at = 0
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const said = Math.round((packet.timestamp - start) * sampleRate)
      if (said >= endAt || at >= endAt) return
      const { channels, rate } = await decodedOr(decoder, packet.data)
      const mono = monoOfChannels(channels)
      if (mono.length === 0 || rate < rates.least || rate > rates.most) continue
      if (resampler?.rate !== rate) resampler = { rate, ...openResampler(rate) }
      const samples = resampler.push(mono)
      if (said > at + slack) at = said
      if (samples.length > 0) yield { at, samples }
      at += samples.length
    }
  } finally {
    decoder.free()
  }
}

async function decodedOr(decoder: SoundDecoder, packet: Uint8Array): Promise<Decoded> {
  try {
    return await decoder.decode(packet)
  } catch {
    return { channels: [], rate: 0 }
  }
}
