// Chapters in the tags of sound files: ID3v2 and Vorbis comments.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { vorbisChapters } from '../../../src/extract/tags/vorbis-chapters.ts'
import { readBytes } from '../../support/read-bytes.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/media/${name}`, import.meta.url))

async function chapters(bytes: Buffer) {
  const { blocks } = await readBytes({ bytes })
  return blocks.flatMap(({ text, time, passage }) =>
    time && passage === 'metadata' ? [[text, time.startMs]] : [],
  )
}

for (const name of ['book.mp3', 'book.opus', 'book.flac', 'book.m4b', 'book.mka']) {
  test(`${name} gives its chapters with their times`, async () => {
    assert.equal(await chapters(fixture(name)), [
      ['The harbour opens', 0],
      ['Wax and tar', 5000],
    ])
  })
}

test('chapters of comments have hours and minutes; what has no time or no name is none', () => {
  const raw = {
    CHAPTER001: '01:02:03.250',
    CHAPTER001NAME: 'Salt',
    CHAPTER002: 'later',
    CHAPTER002NAME: 'Wax',
    CHAPTER003: '01:03:00',
    CHAPTERNAME: 'Tar',
  }
  assert.equal(vorbisChapters({ raw }), [{ startMs: 3_723_250, endMs: 3_723_250, text: 'Salt' }])
  assert.equal(vorbisChapters({}), [])
})

const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const sevenBits = (value: number) =>
  Buffer.from([21, 14, 7, 0].map((shift) => (value >> shift) & 0x7f))

type Version = 3 | 4
const size = (version: Version, value: number) => (version === 3 ? number(value) : sevenBits(value))

function frame(version: Version, id: string, content: Buffer, flags = 0): Buffer {
  return Buffer.concat([
    Buffer.from(id),
    size(version, content.length),
    Buffer.from([0, flags]),
    content,
  ])
}

function chapter(version: Version, title: Buffer, startMs: number): Buffer {
  const places = Buffer.alloc(8, 0xff)
  const picture = frame(version, 'APIC', Buffer.alloc(300, 0xff))
  const name = frame(version, 'TIT2', title)
  return Buffer.concat([Buffer.from('c\0'), number(startMs), number(0), places, picture, name])
}

function tag(version: Version, frames: Buffer, flags = 0): Buffer {
  const head = [Buffer.from(['I', 'D', '3'].map((c) => c.charCodeAt(0)).concat(version, 0, flags))]
  const sound = fixture('tone.mp3')
  const start = 10 + sound.subarray(6, 10).reduce((value, byte) => value * 128 + byte, 0)
  return Buffer.concat([...head, sevenBits(frames.length), frames, sound.subarray(start)])
}

/** With a zero after each byte that might begin a frame of sound. */
function unsynchronised(bytes: Buffer): Buffer {
  return Buffer.from([...bytes].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])))
}

const titles: [string, Buffer][] = [
  ['Latin 1', Buffer.from('\0Lübeck\0', 'latin1')],
  ['UTF-8', Buffer.from('\x03Lübeck')],
  ['UTF-16', Buffer.concat([Buffer.from([1]), Buffer.from('\ufeffLübeck\0', 'utf16le')])],
  [
    'UTF-16, turned',
    Buffer.concat([Buffer.from([1]), Buffer.from('\ufeffLübeck', 'utf16le').swap16()]),
  ],
  [
    'UTF-16 without a mark',
    Buffer.concat([Buffer.from([2]), Buffer.from('Lübeck', 'utf16le').swap16()]),
  ],
]

for (const version of [3, 4] satisfies Version[]) {
  for (const [encoding, title] of titles) {
    test(`a name in ${encoding} is read from version ${version}`, async () => {
      const bytes = tag(version, frame(version, 'CHAP', chapter(version, title, 70_000)))
      assert.equal(await chapters(bytes), [['Lübeck', 70_000]])
    })
  }
}

const title = Buffer.from('\x03Quay')

test('a tag is read through the zeros that keep it from being taken for sound', async () => {
  const third = unsynchronised(frame(3, 'CHAP', chapter(3, title, 255)))
  assert.equal(await chapters(tag(3, third, 0x80)), [['Quay', 255]])
  const content = unsynchronised(chapter(4, title, 255))
  assert.equal(await chapters(tag(4, frame(4, 'CHAP', content), 0x80)), [['Quay', 255]])
  const long = Buffer.concat([sevenBits(chapter(4, title, 255).length), content])
  assert.equal(await chapters(tag(4, frame(4, 'CHAP', long, 0x03))), [['Quay', 255]])
})

test('an extended head is passed over', async () => {
  const frames = frame(3, 'CHAP', chapter(3, title, 1000))
  const third = Buffer.concat([number(6), Buffer.alloc(6), frames])
  assert.equal(await chapters(tag(3, third, 0x40)), [['Quay', 1000]])
  const fourth = Buffer.concat([
    sevenBits(6),
    Buffer.from([1, 0]),
    frame(4, 'CHAP', chapter(4, title, 1000)),
  ])
  assert.equal(await chapters(tag(4, fourth, 0x40)), [['Quay', 1000]])
})

test('of a damaged tag there is what comes before the damage', async () => {
  const whole = frame(4, 'CHAP', chapter(4, title, 1000))
  const short = frame(4, 'CHAP', Buffer.from('no end'))
  const nameless = frame(4, 'CHAP', Buffer.concat([Buffer.from('c\0'), Buffer.alloc(16)]))
  const cut = whole.subarray(0, 40)
  const bytes = tag(4, Buffer.concat([whole, short, nameless, cut]))
  assert.equal(await chapters(bytes), [['Quay', 1000]])
})

test.run()
