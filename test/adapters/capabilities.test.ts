import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { capabilityNames, listCapabilities } from '../../src/adapters/capabilities.ts'
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

test('a model that lacks a file is broken, and the file is named', async () => {
  using folder = temporaryFolder()
  const speech = async () =>
    (await listCapabilities({ ocr: false, asrModel: folder.path })).find(
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

test('what is turned off is off and not broken', async () => {
  const found = await listCapabilities({ ocr: false, embeddingModel: 'none' })
  const state = (wanted: string) => found.find(({ name }) => name === wanted)?.state
  assert.is(state('text recognition'), 'off')
  assert.is(state('embedder'), 'off')
})

test.run()
