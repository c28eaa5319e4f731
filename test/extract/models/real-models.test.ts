// Models loaded and run as an operator's are: out of a folder, by the library, in the child. They
// are made here, tell tones and colours apart, and say so (test/support/{speech,caption}-model.ts).
import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemProgram } from '../../../src/base/system-program.ts'
import type { Block } from '../../../src/domain/ingest/ports.ts'
import { openMediaModels } from '../../../src/extract/models/open-media-models.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import { writeCaptionModel } from '../../support/caption-model.ts'
import { refusal } from '../../support/refusal.ts'
import { writeMoonshineModel, writeSpeechModel } from '../../support/speech-model.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { waveFile } from '../../support/wave-file.ts'

const rate = 16_000
const fixture = (name: string) => new URL(`../../fixtures/sound/${name}`, import.meta.url).pathname

/** What a model says of a file; the folder's models are those of the test. */
async function told(of: {
  folder: string
  file: string
  contentType: string
  model?: string
  ffmpeg?: string | undefined
}): Promise<Block[]> {
  const { folder, file, contentType, ffmpeg } = of
  const isSound = !contentType.startsWith('image/')
  const write = isSound ? writeSpeechModel : writeCaptionModel
  const model = of.model ?? write(join(folder, 'model'))
  const models = openMediaModels({
    asrModel: isSound ? model : undefined,
    captionModel: isSound ? undefined : model,
    folder: join(folder, 'tmp'),
    decoder: childProgram(),
    allowUnconfined: true,
    ffmpeg: () => ffmpeg,
  })
  const tell = isSound ? models.speech : models.captions
  assert.ok(tell)
  await using handle = await open(file)
  const blocks: Block[] = []
  for await (const some of tell({ fd: handle.fd, contentType })) blocks.push(...some)
  return blocks
}

/** What else is decoded in the child is in sound/decode-in-child.test.ts, each form in decode. */
const spoken: [file: string, contentType: string, says: string][] = [
  ['low.mp3', 'audio/mpeg', 'A low tone.'],
  ['high.webm', 'video/webm', 'Ein hoher Ton.'],
]

for (const [file, contentType, says] of spoken) {
  test(`${file} is decoded without ffmpeg and understood in its language`, async () => {
    using folder = temporaryFolder()
    const blocks = await told({ folder: folder.path, file: fixture(file), contentType })
    const time = { startMs: 0, endMs: 1000 }
    assert.equal(blocks, [{ kind: 'prose', passage: 'transcript', text: says, time }])
  })
}

test('a long recording is heard window by window, with the times of the recording', async () => {
  using folder = temporaryFolder()
  // Low for half a minute, ten seconds of nothing, then high.
  const hertz = (second: number) => (second < 30 ? 300 : second < 40 ? 0 : 1500)
  const samples = Float32Array.from({ length: 65 * rate }, (_, i) =>
    hertz(i / rate) === 0 ? 0 : 0.3 * Math.sin((2 * Math.PI * hertz(i / rate) * i) / rate),
  )
  const file = join(folder.path, 'a.wav')
  writeFileSync(file, waveFile(samples, { rate, channels: 1, bits: 16, isFloat: false }))
  const blocks = await told({ folder: folder.path, file, contentType: 'audio/wav' })
  assert.ok(blocks.length >= 2, JSON.stringify(blocks))
  const [first, last] = [blocks[0], blocks.at(-1)]
  assert.equal([first?.text, first?.time], ['A low tone.', { startMs: 0, endMs: 1000 }])
  // The language is that of the beginning; what is said then is told in it.
  assert.is(last?.text, 'A high tone.')
  const startMs = last?.time?.startMs ?? 0
  assert.ok(startMs > 40_000 && startMs < 62_000, `${startMs}`)
})

test('a model without times hears twelve seconds at most, and those are the times', async () => {
  using folder = temporaryFolder()
  const hertz = (second: number) => (second < 14 ? 300 : second < 16 ? 0 : 1500)
  const samples = Float32Array.from(
    { length: 26 * rate },
    (_, i) => 0.3 * Math.sin((2 * Math.PI * hertz(i / rate) * i) / rate),
  )
  const file = join(folder.path, 'a.wav')
  writeFileSync(file, waveFile(samples, { rate, channels: 1, bits: 16, isFloat: false }))
  const model = writeMoonshineModel(join(folder.path, 'model'))
  const blocks = await told({ folder: folder.path, file, contentType: 'audio/wav', model })
  assert.is(blocks[0]?.text, 'A low tone.')
  assert.is(blocks.at(-1)?.text, 'A high tone.')
  let endMs = 0
  for (const { passage, time } of blocks) {
    assert.is(passage, 'transcript')
    assert.ok(time && time.startMs >= endMs && time.endMs - time.startMs <= 12_000, `${time}`)
    endMs = time.endMs
  }
  assert.is(endMs, 26_000)
})

test('a model that never ends is stopped after six and a half tokens a second', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'a.wav')
  const samples = Float32Array.from(
    { length: 4 * rate },
    (_, i) => 0.3 * Math.sin((2 * Math.PI * 300 * i) / rate),
  )
  writeFileSync(file, waveFile(samples, { rate, channels: 1, bits: 16, isFloat: false }))
  const model = writeMoonshineModel(join(folder.path, 'model'), { babbles: true })
  const [block] = await told({ folder: folder.path, file, contentType: 'audio/wav', model })
  assert.is(block?.text, `${'A low tone. '.repeat(8)}A low`)
})

test('AAC without ffmpeg: it is said what is missing', async () => {
  using folder = temporaryFolder()
  const file = fixture('low.m4a')
  const refused = await refusal(told({ folder: folder.path, file, contentType: 'audio/mp4' }))
  assert.is(`${refused}`, 'ModelFailed: its sound is AAC, which takes ffmpeg, and there is none')
})

test('a WAV of compressed samples without ffmpeg: the same', async () => {
  using folder = temporaryFolder()
  const file = fixture('mulaw.wav')
  const refused = await refusal(told({ folder: folder.path, file, contentType: 'audio/wav' }))
  assert.is(`${refused}`, 'ModelFailed: its sound is compressed in a way that takes ffmpeg')
})

const ffmpeg = systemProgram('ffmpeg')
if (ffmpeg === undefined) console.log('    no ffmpeg here: AAC is not tried')
else
  test('AAC with ffmpeg is understood, and a compressed WAV', async () => {
    using folder = temporaryFolder()
    const file = fixture('low.m4a')
    const blocks = await told({ folder: folder.path, file, contentType: 'audio/mp4', ffmpeg })
    assert.is(blocks[0]?.text, 'A low tone.')
    const wave = { folder: folder.path, file: fixture('mulaw.wav'), contentType: 'audio/wav' }
    assert.match((await told({ ...wave, ffmpeg }))[0]?.text ?? '', /tone|Ton/)
  })

test('a file of noise that is called sound fails with a reason, and nothing is left', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'a.mp3')
  writeFileSync(file, Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) & 0xff)))
  const refused = await refusal(told({ folder: folder.path, file, contentType: 'audio/mpeg' }))
  assert.match(`${refused}`, /^ModelFailed: its sound could not be decoded: /)
})

const colours = [
  ['red', { r: 220, g: 20, b: 30 }],
  ['green', { r: 20, g: 190, b: 30 }],
  ['blue', { r: 5, g: 10, b: 120 }],
] as const

for (const [colour, background] of colours) {
  test(`a ${colour} picture gets a caption that says so`, async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'a.jpg')
    await sharp({ create: { width: 90, height: 60, channels: 3, background } }).toFile(file)
    const blocks = await told({ folder: folder.path, file, contentType: 'image/jpeg' })
    assert.equal(blocks, [{ kind: 'prose', passage: 'caption', text: `a ${colour} picture` }])
  })
}

const damages: [title: string, says: RegExp, damage: (model: string) => void][] = [
  [
    'without generation_config.json',
    /^ModelFailed: the model lacks generation_config\.json\.$/,
    (model) => rmSync(join(model, 'generation_config.json')),
  ],
  [
    'without a decoder',
    /^ModelFailed: the model\/?onnx lacks|^ModelFailed: onnx lacks encoder_model\.onnx/,
    (model) => rmSync(join(model, 'onnx/decoder_model_merged.onnx')),
  ],
  [
    'with half an encoder',
    /^ModelFailed: the model cannot be loaded: .*encoder_model\.onnx/,
    (model) => truncateSync(join(model, 'onnx/encoder_model.onnx'), 4000),
  ],
  [
    'with an empty decoder',
    /^ModelFailed: the model cannot be loaded: ./,
    (model) => truncateSync(join(model, 'onnx/decoder_model_merged.onnx'), 0),
  ],
  [
    'with a tokenizer of nothing',
    /^ModelFailed: the model cannot be loaded: ./,
    (model) => writeFileSync(join(model, 'tokenizer.json'), '{}'),
  ],
  [
    'that looks at pictures',
    /^ModelFailed: the model (cannot be loaded|lacks)/,
    (model) => {
      rmSync(model, { recursive: true })
      writeCaptionModel(model)
    },
  ],
  [
    'with the networks of another',
    /^ModelFailed: ./,
    (model) => {
      const other = writeCaptionModel(`${model}-other`)
      cpSync(join(other, 'onnx'), join(model, 'onnx'), { recursive: true })
    },
  ],
]

for (const [title, says, damage] of damages) {
  test(`a model ${title} is refused in words, without the places of the server`, async () => {
    using folder = temporaryFolder()
    const model = writeSpeechModel(join(folder.path, 'model'))
    damage(model)
    const file = fixture('low.flac')
    const about = { folder: folder.path, file, contentType: 'audio/flac', model }
    const refused = `${await refusal(told(about))}`
    assert.match(refused, says)
    assert.not.ok(refused.includes(folder.path), refused)
  })
}

test.run()
