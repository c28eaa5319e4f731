import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { quietly } from './quietly.ts'
import type { SoundDecoder } from './sound-decoder.ts'

export async function openFlac(): Promise<SoundDecoder> {
  const decoder = new FLACDecoder()
  await decoder.ready
  return {
    async decode(packet) {
      // It works before it gives its promise.
      const { channelData, sampleRate } = await quietly(() => decoder.decodeFrames([packet]))
      return { channels: channelData, rate: sampleRate }
    },
    free: () => decoder.free(),
  }
}
