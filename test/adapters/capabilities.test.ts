import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { capabilityNames, listCapabilities } from '../../src/adapters/capabilities.ts'
import { describeWalls } from '../../src/extract/index.ts'
import { ocrFiles } from '../../src/extract/ocr/ocr-files.ts'
import { smallTable, writeModelFolder } from '../support/onnx-model.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('everything optional is listed once, in order', async () => {
  const found = await listCapabilities({ ocr: true })
  assert.equal(
    found.map(({ name }) => name),
    [...capabilityNames],
  )
  assert.match(found[0]?.detail ?? '', /deu, eng/)
  assert.is(found[1]?.state, 'off')
  assert.match(found[1]?.remedy ?? '', /KONTOR_ASR_MODEL/)
})

test('language files that cannot be read are broken, and named', async () => {
  using folder = temporaryFolder()
  const texts = async () =>
    (await listCapabilities({ ocr: true, ocrLanguagesDir: folder.path })).find(
      ({ name }) => name === 'text recognition',
    )
  const [english = ''] = ocrFiles(undefined)
  const data = readFileSync(english)
  writeFileSync(join(folder.path, 'fra.traineddata'), data)
  writeFileSync(join(folder.path, 'notes.txt'), 'French')
  assert.equal(
    [(await texts())?.state, (await texts())?.detail],
    ['ready', 'Languages: deu, eng, fra.'],
  )
  const torn = join(folder.path, 'ita.traineddata')
  writeFileSync(torn, data.subarray(0, 100_000))
  const packed = join(folder.path, 'spa.traineddata.gz')
  writeFileSync(packed, 'nothing packed')
  // Its table of contents has no network, as that of version 3.
  const old = join(folder.path, 'lat.traineddata')
  data.writeBigInt64LE(-1n, 4 + 8 * 17)
  writeFileSync(old, data)
  const found = await texts()
  assert.is(found?.state, 'broken')
  assert.match(found?.detail ?? '', `${torn}, ${old}, ${packed} cannot be read as language data`)
  assert.match(found?.remedy ?? '', /KONTOR_OCR_LANGUAGES_DIR/)
})

test('a model that lacks a file is broken, and the file is named', async () => {
  using folder = temporaryFolder()
  const speech = async (allowUnconfinedModels = true) =>
    (await listCapabilities({ ocr: false, asrModel: folder.path, allowUnconfinedModels })).find(
      ({ name }) => name === 'speech recognition',
    )
  assert.is((await speech())?.state, 'broken')
  assert.match((await speech())?.detail ?? '', /lacks config\.json/)
  for (const name of ['config', 'preprocessor_config', 'tokenizer', 'tokenizer_config']) {
    writeFileSync(join(folder.path, `${name}.json`), '{}')
  }
  writeFileSync(join(folder.path, 'generation_config.json'), '{}')
  assert.match((await speech())?.detail ?? '', /onnx lacks encoder_model/)
  mkdirSync(join(folder.path, 'onnx'))
  for (const name of ['encoder_model', 'decoder_model_merged']) {
    writeFileSync(join(folder.path, 'onnx', `${name}_quantized.onnx`), '')
  }
  assert.is((await speech())?.state, 'ready')
  const { missing } = await describeWalls()
  const unconfined = await speech(false)
  assert.is(unconfined?.state, missing === null ? 'ready' : 'broken')
  if (missing !== null) assert.match(unconfined?.remedy ?? '', /KONTOR_ALLOW_UNCONFINED_MODELS/)
})

test('it is said which sound is decoded and which films have a frame', async () => {
  const found = await listCapabilities({ ocr: false })
  const detail = (wanted: string) => found.find(({ name }) => name === wanted)?.detail ?? ''
  assert.match(detail('sound'), /^WAV, MP3, FLAC, Vorbis and Opus, .*AAC/)
  assert.match(detail('film frames'), /^VP8 and AV1; .*H\.264, HEVC and VP9/)
})

test('the engine for pictures is loaded to see whether it can be', async () => {
  const found = await listCapabilities({ ocr: false })
  const pictures = found.find(({ name }) => name === 'pictures')
  assert.is(pictures?.state, 'ready', pictures?.detail)
})

test("the scripts that the embedder knows are named, of a model of one's own too", async () => {
  using folder = temporaryFolder()
  const known = async (embeddingModel?: string) =>
    (await listCapabilities({ ocr: false, embeddingModel })).find(({ name }) => name === 'embedder')
      ?.detail
  assert.is(
    await known(),
    'The model that ships with the program. Scripts: Arabic, Cyrillic, Devanagari, Greek, Han, ' +
      'Hangul, Hebrew, Hiragana, Katakana, Latin, Thai.',
  )
  writeModelFolder(folder.path, smallTable())
  assert.is(await known(folder.path), `${folder.path}. Scripts: Latin.`)
  writeModelFolder(folder.path, { ...smallTable(), vocabulary: ['[UNK]', '▁река', 'מים'] })
  assert.is(await known(folder.path), `${folder.path}. Scripts: Cyrillic, Hebrew, Latin.`)
})

test('what is turned off is off and not broken', async () => {
  const found = await listCapabilities({ ocr: false, embeddingModel: 'none' })
  const state = (wanted: string) => found.find(({ name }) => name === wanted)?.state
  assert.is(state('text recognition'), 'off')
  assert.is(state('embedder'), 'off')
})

test.run()
