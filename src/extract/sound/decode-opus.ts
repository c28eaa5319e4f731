import { OpusDecoder } from 'opus-decoder'
import { sampleRate } from '../models/samples.ts'
import { quietly } from './quietly.ts'
import type { SoundDecoder, SoundSetup } from './sound-decoder.ts'

const channelsMax = 8
const gainAt = 16
const familyAt = 18
const mappingAt = 21

/** Opus can be decoded at any of its rates, whatever it was made of: so at ours. */
export async function openOpus(setup: SoundSetup): Promise<SoundDecoder> {
  const layout = layoutOf(setup)
  const decoder = new OpusDecoder({ sampleRate, ...layout })
  await decoder.ready
  const gain = gainOf(setup.description)
  return {
    async decode(packet) {
      const { channelData } = quietly(() => decoder.decodeFrame(packet))
      const channels = gain === 1 ? channelData : channelData.map((one) => one.map((x) => x * gain))
      return { channels, rate: sampleRate }
    },
    free: () => decoder.free(),
  }
}

type Layout = {
  channels: number
  streamCount?: number
  coupledStreamCount?: number
  channelMappingTable?: number[]
}

/** RFC 7845, 5.1: more than two channels say how they are spread over streams. */
function layoutOf({ channels, description: head }: SoundSetup): Layout {
  const isMapped = head !== undefined && head.length > mappingAt && head[familyAt] !== 0
  if (!isMapped) return { channels: Math.min(2, channels) }
  const count = head[9] ?? 0
  const [streamCount, coupledStreamCount] = [head[19] ?? 0, head[20] ?? 0]
  const channelMappingTable = [...head.subarray(mappingAt, mappingAt + count)]
  const decoded = streamCount + coupledStreamCount
  const isSound =
    count >= 1 &&
    count <= channelsMax &&
    channelMappingTable.length === count &&
    coupledStreamCount <= streamCount &&
    decoded <= channelsMax &&
    channelMappingTable.every((stream) => stream < decoded || stream === 255)
  if (!isSound) throw new Error('the channels of its sound make no sense')
  return { channels: count, streamCount, coupledStreamCount, channelMappingTable }
}

/** In steps of 1/256 decibel. */
function gainOf(head: Buffer | undefined): number {
  if (head === undefined || head.length < gainAt + 2) return 1
  return 10 ** (head.readInt16LE(gainAt) / 256 / 20)
}
