// Tags are read by a library that takes a length as it is told: where it would never end, it is not
// asked.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { tagsOf } from '../../../src/extract/media/tags-of.ts'

const synchsafe = (n: number) => [21, 14, 7, 0].map((bits) => (n >> bits) & 0x7f)

type Frame = { id: string; says?: number[]; flags?: number; bytes?: string }

function tagOf(frames: readonly Frame[], { major = 4, flags = 0 } = {}): Buffer {
  const parts = frames.map(({ id, bytes = '\x03word', says, flags: own = 0 }) => {
    const size = says ?? synchsafe(bytes.length)
    return Buffer.concat([Buffer.from(id), Buffer.from([...size, 0, own]), Buffer.from(bytes)])
  })
  const body = Buffer.concat(parts)
  return Buffer.from([...Buffer.from('ID3'), major, 0, flags, ...synchsafe(body.length), ...body])
}

async function isAsked(bytes: Buffer): Promise<boolean> {
  let isSo = false
  const getMetadataTags = async () => {
    isSo = true
    return { title: 'word' }
  }
  await tagsOf({ getMetadataTags }, blobSource(bytes))
  return isSo
}

const tooLong = [0x7f, 0x7f, 0x7f, 0x7f]

test('tags with a frame of no end out of which bytes are left out are not read', async () => {
  const sound: Frame = { id: 'TIT2' }
  const endless: Frame = { id: 'TALB', says: tooLong, flags: 2 }
  assert.is(await isAsked(tagOf([sound, endless])), false)
  assert.is(await isAsked(tagOf([{ ...endless, flags: 0 }], { flags: 0x80 })), false)
  assert.is(await isAsked(Buffer.concat([tagOf([sound]), tagOf([endless])])), false)
})

test('so it is where the frames before it are not where they say', async () => {
  const endless: Frame = { id: 'TALB', says: tooLong, flags: 2 }
  // Whoever goes by its length lands on one zero, which is not yet the end of the tag.
  const short: Frame = { id: 'TIT2', bytes: '\x03word\0', says: synchsafe(5) }
  assert.is(await isAsked(tagOf([short, endless], { flags: 0x80 })), false)
})

test('all other tags are read, damaged ones too', async () => {
  const sound: Frame = { id: 'TIT2', flags: 2 }
  assert.is(await isAsked(tagOf([sound, sound])), true)
  assert.is(await isAsked(tagOf([{ id: 'TIT2', says: tooLong }])), true)
  assert.is(await isAsked(tagOf([{ id: 'TIT2', says: tooLong, flags: 2 }], { major: 3 })), true)
  const long = 'x'.repeat(200)
  const plain: Frame = { id: 'TIT2', says: [0, 0, 0, long.length], bytes: long, flags: 2 }
  assert.is(await isAsked(tagOf([plain, sound])), true, 'a size written in plain')
  assert.is(await isAsked(tagOf([])), true)
  assert.is(await isAsked(Buffer.from('ID')), true)
  const cut = tagOf([sound]).subarray(0, 15)
  assert.is(await isAsked(cut), true)
  const failing = { getMetadataTags: () => Promise.reject(new Error('damaged')) }
  assert.equal(await tagsOf(failing, blobSource(tagOf([sound]))), {})
})

test.run()
