// Sound decoded in the extraction child, which is watched and killed like any other.
import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { extractLimits } from '../../../src/extract/limits.ts'
import { decodeInChild } from '../../../src/extract/models/decode-in-child.ts'
import { soundSecondsMax } from '../../../src/extract/models/decode-with-ffmpeg.ts'
import { rawSound } from '../../../src/extract/models/samples.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import { loudness, pitch } from '../../support/pitch.ts'
import { refusal } from '../../support/refusal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const rate = 16_000
const fixture = (name: string) => new URL(`../../fixtures/sound/${name}`, import.meta.url).pathname

type Options = { folder: string; wallMs?: number; secondsMax?: number }

async function decoded(file: string, { wallMs = 600_000, ...place }: Options) {
  await using handle = await open(file)
  const limits = { ...extractLimits, wallMs }
  return await decodeInChild(handle.fd, { program: childProgram(), limits, ...place })
}

test('what comes back are samples of one channel, 16,000 a second', async () => {
  using folder = temporaryFolder()
  const sound = await decoded(fixture('six.flac'), { folder: folder.path })
  assert.ok('fd' in sound)
  await using _ = sound
  const { samples, read } = rawSound(blobSource(sound.fd))
  assert.ok(Math.abs(samples - 1.5 * rate) < 200, `${samples}`)
  assert.ok(Math.abs(pitch(read({ at: 3200, count: 4000 }), rate) - 300) < 15)
  assert.ok(loudness(read({ at: 11_000, count: 4000 })) < 0.001)
})

const others: [file: string, form: string][] = [
  ['stereo.ogg', 'Vorbis'],
  ['stereo.opus', 'Opus'],
]
for (const [file, form] of others) {
  test(`${form} is decoded, too, by what is loaded once nothing else may be`, async () => {
    using folder = temporaryFolder()
    const sound = await decoded(fixture(file), { folder: folder.path })
    assert.ok('fd' in sound)
    await using _ = sound
    const { read } = rawSound(blobSource(sound.fd))
    assert.ok(Math.abs(pitch(read({ at: 3200, count: 4000 }), rate) - 300) < 15)
  })
}

test('of five hours in a small file four are heard, and silence takes no room', async () => {
  assert.is(soundSecondsMax, 4 * 3_600)
  using folder = temporaryFolder()
  // A part of them: each hour takes two seconds.
  const secondsMax = 600
  const sound = await decoded(fixture('hours.flac'), { folder: folder.path, secondsMax })
  assert.ok('fd' in sound)
  await using _ = sound
  const { size, blocks } = await sound.stat()
  const seconds = size / 2 / rate
  assert.ok(seconds > secondsMax - 10 && seconds < secondsMax + 20, `${seconds}`)
  assert.ok(blocks * 512 < 1e6, `${blocks * 512}`)
})

test('a transport stream is heard from where it begins, whatever its clock says', async () => {
  using folder = temporaryFolder()
  const sound = await decoded(fixture('late.m2ts'), { folder: folder.path })
  assert.ok('fd' in sound)
  await using _ = sound
  const { samples, read } = rawSound(blobSource(sound.fd))
  assert.ok(samples > 1.4 * rate && samples < 1.7 * rate, `${samples}`)
  assert.ok(loudness(read({ at: 8000, count: 4000 })) > 0.01)
})

test('a form that is not decoded is named', async () => {
  using folder = temporaryFolder()
  assert.equal(await decoded(fixture('aac.m4a'), { folder: folder.path }), { codec: 'AAC' })
})

test('what takes too long is killed, and told in words', async () => {
  using folder = temporaryFolder()
  const file = fixture('hours.flac')
  const refused = await refusal(decoded(file, { folder: folder.path, wallMs: 1 }))
  assert.is(`${refused}`, 'ModelFailed: its sound could not be decoded: timeout')
})

test('a recording without sound and one that is none are told apart', async () => {
  using folder = temporaryFolder()
  const film = new URL('../../fixtures/media/talk.mkv', import.meta.url).pathname
  const silent = await refusal(decoded(film, { folder: folder.path }))
  assert.is(`${silent}`, 'ModelFailed: its sound could not be decoded: it has no sound')
  const file = join(folder.path, 'a.mp3')
  writeFileSync(file, Buffer.alloc(4000, 'no sound '))
  const none = await refusal(decoded(file, { folder: folder.path }))
  assert.match(`${none}`, /^ModelFailed: its sound could not be decoded: /)
})

test.run()
