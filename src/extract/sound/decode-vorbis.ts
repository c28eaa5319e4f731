import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import { quietly } from './quietly.ts'
import type { SoundDecoder, SoundSetup } from './sound-decoder.ts'

/**
 * What works inside of the decoder: its door takes whole Ogg pages, and we have packets, out of
 * other containers as well. The version is pinned, and a test hears what comes out.
 */
type PacketDecoder = {
  sendSetupHeader(header: Uint8Array): void
  initDsp(): void
  decodePackets(packets: Uint8Array[]): { channelData: Float32Array[]; sampleRate: number }
}

/** Its own buffer for what goes in. */
const packetBytesMax = 128 * 1024
/** Three headers in one, each but the last with its length before it. */
const headers = 3

export async function openVorbis({ description }: SoundSetup): Promise<SoundDecoder> {
  const [first, , setup] = headersIn(description ?? Buffer.alloc(0))
  const decoder = new OggVorbisDecoder()
  await decoder.ready
  const { _decoder: inner } = decoder as unknown as { _decoder: PacketDecoder }
  quietly(() => {
    inner.sendSetupHeader(first)
    inner.sendSetupHeader(setup)
    inner.initDsp()
  })
  return {
    async decode(packet) {
      if (packet.length > packetBytesMax) return { channels: [], rate: 0 }
      const { channelData, sampleRate } = quietly(() => inner.decodePackets([packet]))
      return { channels: channelData, rate: sampleRate }
    },
    free: () => decoder.free(),
  }
}

function headersIn(bytes: Buffer): [first: Buffer, comments: Buffer, setup: Buffer] {
  const lengths: number[] = []
  let at = 1
  for (let i = 0; i < headers - 1; i++) {
    let length = 0
    while (bytes[at] === 255) {
      length += 255
      at++
    }
    lengths.push(length + (bytes[at++] ?? 0))
  }
  const [one = 0, two = 0] = lengths
  const first = bytes.subarray(at, at + one)
  const comments = bytes.subarray(at + one, at + one + two)
  const setup = bytes.subarray(at + one + two)
  const isVorbis = [first, setup].every((part) => part.toString('latin1', 1, 7) === 'vorbis')
  if (bytes[0] !== headers - 1 || !isVorbis || setup.length > packetBytesMax) {
    throw new Error('the beginning of its sound is damaged')
  }
  return [first, comments, setup]
}
