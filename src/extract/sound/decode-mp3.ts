import { MPEGDecoder } from 'mpg123-decoder'
import { quietly } from './quietly.ts'
import type { SoundDecoder } from './sound-decoder.ts'

export async function openMp3(): Promise<SoundDecoder> {
  const decoder = new MPEGDecoder({ enableGapless: false })
  await decoder.ready
  return {
    async decode(packet) {
      const { channelData, sampleRate } = quietly(() => decoder.decodeFrame(packet))
      return { channels: channelData, rate: sampleRate }
    },
    free: () => decoder.free(),
  }
}
