import { deflateSync } from 'node:zlib'

type Content = Buffer | number | string

/** An element of EBML (RFC 8794): its id, its length in eight bytes, and what is in it. */
function element(id: number, ...contents: Content[]): Buffer {
  const inside = Buffer.concat(contents.map(bytesOf))
  const name = Buffer.from(id.toString(16).padStart(id > 0xff ? 4 : 2, '0'), 'hex')
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE((1n << 56n) | BigInt(inside.length))
  return Buffer.concat([name, length, inside])
}

function bytesOf(content: Content): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  if (typeof content !== 'number') return content
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(content)
  return bytes
}

export type Packing = 'plain' | 'zlib' | 'stripped' | 'encrypted' | 'stripped, then zlib'

const prefix = 'In Lübeck '

const zlib = (order: number) => packing(order, element(0x5034, element(0x4254, 0)))
const stripped = (order: number) =>
  packing(order, element(0x5034, element(0x4254, 3), element(0x4255, prefix)))

function packing(order: number, ...contents: Buffer[]): Buffer {
  return element(0x6240, element(0x5031, order), element(0x5032, 1), ...contents)
}

const encodings: Record<Packing, Buffer[]> = {
  plain: [],
  // A compression of which nothing is said is that of zlib.
  zlib: [packing(0, element(0x5034))],
  stripped: [stripped(0)],
  encrypted: [packing(0, element(0x5035, element(0x47e1, 5)))],
  'stripped, then zlib': [stripped(0), zlib(1)],
}

function packed(text: string, how: Packing): Buffer {
  if (how === 'zlib') return deflateSync(text)
  if (how === 'stripped') return Buffer.from(text.slice(prefix.length))
  if (how === 'stripped, then zlib') return deflateSync(text.slice(prefix.length))
  return Buffer.from(text)
}

export type Line = { startMs: number; text: string; damaged?: boolean; track?: number }

/**
 * A Matroska file (RFC 9559) of ten seconds with a track of sound and one of texts, whose blocks
 * are packed as editors do it: compressed, or without what all of them begin with ("In Lübeck ").
 */
export function matroskaFile(
  lines: Line[],
  { how = 'plain' as Packing, codec = 'S_TEXT/UTF8', languages = [] as string[] } = {},
): Buffer {
  const seconds = Buffer.alloc(8)
  seconds.writeDoubleBE(10_000)
  const rate = Buffer.alloc(8)
  rate.writeDoubleBE(8_000)
  const entry = (number: number, type: number, name: string) => [
    ...[element(0xd7, number), element(0x73c5, number), element(0x83, type), element(0x86, name)],
  ]
  const told = (language: string) => (language ? [element(0x22b59c, language)] : [])
  const sound = element(0xe1, element(0xb5, rate), element(0x9f, 1), element(0x6264, 8))
  const packings = encodings[how].length > 0 ? [element(0x6d80, ...encodings[how])] : []
  const block = (track: number, startMs: number, bytes: Buffer) => {
    const head = Buffer.from([0x80 | track, 0, 0, 0])
    head.writeInt16BE(startMs, 1)
    return Buffer.concat([head, bytes])
  }
  const groups = lines.map(({ startMs, text, damaged, track = 0 }) => {
    const bytes = damaged ? Buffer.from(text) : packed(text, how)
    return element(0xa0, element(0xa1, block(2 + track, startMs, bytes)), element(0x9b, 1000))
  })
  const sounds = Array.from({ length: 10 }, (_, second) =>
    element(0xa3, block(1, second * 1000, Buffer.alloc(8_000, 0x80))),
  )
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, 'matroska'), element(0x4287, 4), element(0x4285, 2)),
    element(
      0x18538067,
      element(0x1549a966, element(0x2ad7b1, 1_000_000), element(0x4489, seconds)),
      element(
        0x1654ae6b,
        element(0xae, ...entry(1, 2, 'A_PCM/INT/LIT'), sound),
        ...(languages.length === 0 ? [''] : languages).map((language, i) =>
          element(0xae, ...entry(2 + i, 0x11, codec), ...told(language), ...packings),
        ),
      ),
      element(0x1f43b675, element(0xe7, 0), ...sounds, ...groups),
    ),
  ])
}
