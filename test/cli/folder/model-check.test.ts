// Models that hear and see, tried out by the operator.
import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { writeCaptionModel } from '../../support/caption-model.ts'
import { runCommand } from '../../support/run-command.ts'
import { writeSpeechModel } from '../../support/speech-model.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const fixture = (name: string) => new URL(`../../fixtures/sound/${name}`, import.meta.url).pathname

test('a Whisper model is tried with a tone, and the setting for it is named', async () => {
  using folder = temporaryFolder()
  const model = writeSpeechModel(join(folder.path, 'whisper'))
  const { code, out, err } = await runCommand({ args: ['model', 'check', model] })
  assert.equal([code, err], [0, []])
  const text = out.join('\n')
  assert.match(text, 'A model that writes down what is said, with networks of floats')
  assert.match(text, /30 seconds of a tone: \d+\.\d s, loading included/)
  assert.match(text, '0.0 s  A low tone.')
  assert.match(text, `It can be loaded and run: KONTOR_ASR_MODEL=${model}`)
})

test('a recording of the operator is heard, as data too', async () => {
  using folder = temporaryFolder()
  const model = writeSpeechModel(join(folder.path, 'whisper'))
  const args = ['model', 'check', model, '--try', fixture('high.opus'), '--json']
  const { code, out } = await runCommand({ args })
  assert.is(code, 0)
  const { task, form, said } = JSON.parse(out.join('\n'))
  assert.equal([task, form], ['speech', 'fp32'])
  assert.equal(said, [{ text: 'Ein hoher Ton.', startMs: 0, endMs: 1000 }])
})

test('a captioning model is tried with a picture', async () => {
  using folder = temporaryFolder()
  const model = writeCaptionModel(join(folder.path, 'captions'))
  const { code, out } = await runCommand({ args: ['model', 'check', model] })
  assert.is(code, 0)
  assert.match(out.join('\n'), /a grey picture: .*\n {2}a \w+ picture\n/)
  assert.match(out.join('\n'), `KONTOR_CAPTION_MODEL=${model}`)
})

test('what is missing or cut short in a model is said, with exit code 1', async () => {
  using folder = temporaryFolder()
  const model = writeSpeechModel(join(folder.path, 'whisper'))
  truncateSync(join(model, 'onnx/decoder_model_merged.onnx'), 5000)
  const cut = await runCommand({ args: ['model', 'check', model] })
  assert.equal([cut.code, cut.out], [1, []])
  assert.match(cut.err.join(), /^kontor model check: the model cannot be loaded: ./)
  rmSync(join(model, 'tokenizer.json'))
  const lacks = await runCommand({ args: ['model', 'check', model] })
  assert.equal([lacks.code, lacks.err], [1, [`kontor model check: ${model} lacks tokenizer.json.`]])
})

test('a file for it that is not there is said', async () => {
  using folder = temporaryFolder()
  const model = writeSpeechModel(join(folder.path, 'whisper'))
  const { code, err } = await runCommand({ args: ['model', 'check', model, '--try', '/none.mp3'] })
  assert.is(code, 1)
  assert.match(err.join(), /^kontor model check: .*\/none\.mp3/)
})

test.run()
