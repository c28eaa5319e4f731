// Tags of sound files, as programs write them that know nothing of encodings.
import { readFileSync } from 'node:fs'

const tone = readFileSync(new URL('../fixtures/media/tone.mp3', import.meta.url))
const headBytes = 10

export type FrameBytes = { id: string; content: Buffer }

/** A sound whose ID3v2 tag is made of these frames. */
export function taggedMp3(version: 2 | 3 | 4, frames: readonly FrameBytes[]): Buffer {
  const all = Buffer.concat(frames.map((frame) => frameBytes(version, frame)))
  const head = Buffer.from([...Buffer.from('ID3'), version, 0, 0])
  return Buffer.concat([head, sevenBits(all.length), all, soundAlone()])
}

/** A sound that ends with the 128 bytes of an ID3v1 tag. */
export function oldTaggedMp3(fields: readonly Buffer[]): Buffer {
  const padded = [30, 30, 30, 4, 30].map((length, i) => {
    const bytes = Buffer.alloc(length)
    fields[i]?.copy(bytes)
    return bytes
  })
  return Buffer.concat([soundAlone(), Buffer.from('TAG'), ...padded, Buffer.from([255])])
}

function soundAlone(): Buffer {
  const start = tone.subarray(6, headBytes).reduce((value, byte) => value * 128 + byte, 0)
  return tone.subarray(headBytes + start)
}

function frameBytes(version: 2 | 3 | 4, { id, content }: FrameBytes): Buffer {
  const plain = Buffer.alloc(4)
  plain.writeUInt32BE(content.length)
  const sizes = { 2: plain.subarray(1), 3: plain, 4: sevenBits(content.length) }
  const flags = Buffer.alloc(version === 2 ? 0 : 2)
  return Buffer.concat([Buffer.from(id), sizes[version], flags, content])
}

function sevenBits(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f))
}
