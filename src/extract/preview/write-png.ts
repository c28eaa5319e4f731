import { crc32, deflateSync } from 'node:zlib'

export type Dots = { width: number; height: number; data: Uint8Array }

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const colourTypes = { 1: 0, 3: 2 } as const
/** Rows come as they are, or as the difference to the dot above where little is even. */
const upFilter = 2
/** Beyond it compressing takes longer than the few bytes are worth. */
const level = 4
const sampleStep = 7

/** A PNG of dots with one byte (grey) or three (red, green, blue) each. */
export function writePng({ width, height, data }: Dots, channels: 1 | 3): Buffer {
  const line = width * channels
  const rows = Buffer.alloc((line + 1) * height)
  const isPlain = isMostlyEven(data, channels)
  for (let y = 0; y < height; y++) {
    const at = y * (line + 1)
    rows.set(data.subarray(y * line, (y + 1) * line), at + 1)
    if (y === 0 || isPlain) continue
    rows[at] = upFilter
    for (let x = 0, above = (y - 1) * line; x < line; x++) {
      rows[at + 1 + x] = (rows[at + 1 + x] as number) - (data[above + x] as number)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = colourTypes[channels]
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Paper with something on it, rather than a photograph. */
function isMostlyEven(data: Uint8Array, channels: 1 | 3): boolean {
  let [even, seen] = [0, 0]
  for (let i = channels; i < data.length; i += sampleStep, seen++) {
    if (data[i] === data[i - channels]) even++
  }
  return even > seen / 2
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
