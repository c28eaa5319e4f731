import { readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openNameless } from '../../base/nameless-file.ts'
import { blobSource } from '../blob-source.ts'
import { writePng } from '../preview/write-png.ts'
import { childProgram } from '../sandbox/child-program.ts'
import { captionFiles, type ModelForm, speechFiles, wholeModel } from './model-files.ts'
import { openMediaModels } from './open-media-models.ts'
import { sampleRate } from './samples.ts'

/** What a model does: put texts into numbers, write down what is said, describe pictures. */
export type ModelTask = 'embedding' | 'speech' | 'captions'

export type MediaModelReport = {
  readonly task: 'speech' | 'captions'
  readonly folder: string
  /** Numbers of the networks: bytes or floats. */
  readonly form: ModelForm
  /** How long it took, starting and loading included. */
  readonly tookMs: number
  /** What it was tried with. */
  readonly tried: string
  readonly said: readonly { text: string; startMs?: number; endMs?: number }[]
}

const toneSeconds = 30
const toneHertz = 300
const pictureSide = 256

/** By what its folder says; a folder that says nothing is taken for an embedding model. */
export function taskOfModel(folder: string): ModelTask {
  const { model_type: type } = jsonIn({ folder, name: 'config.json' })
  const { sampling_rate, image_mean, size } = jsonIn({ folder, name: 'preprocessor_config.json' })
  if (type === 'whisper' || sampling_rate !== undefined) return 'speech'
  if (type === 'vision-encoder-decoder' || image_mean !== undefined || size !== undefined) {
    return 'captions'
  }
  return 'embedding'
}

function jsonIn({ folder, name }: { folder: string; name: string }): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>
  } catch {
    return {}
  }
}

/**
 * Runs a model that hears or sees as the server does, in its own process, over a file or over a
 * tone or a picture that is made here. Rejects with a sentence for the operator.
 */
export async function checkMediaModel(model: {
  folder: string
  task: 'speech' | 'captions'
  file: string | undefined
}): Promise<MediaModelReport> {
  const folder = resolve(model.folder)
  const { task, file } = model
  const form = wholeModel({ folder, files: task === 'speech' ? speechFiles : captionFiles })
  const temporary = join(tmpdir(), 'kontor-model-check')
  await using handle = await (file === undefined ? made(task, temporary) : open(file))
  const models = openMediaModels({
    asrModel: task === 'speech' ? folder : undefined,
    decoder: childProgram(),
    captionModel: task === 'captions' ? folder : undefined,
    folder: temporary,
    // The operator's own file, by the operator's own command.
    allowUnconfined: true,
  })
  const run = task === 'speech' ? models.speech : models.captions
  if (!run) throw new Error('no model')
  const { sniff } = await import('../formats/sniff.ts')
  const { contentType } = await sniff(blobSource(handle.fd), { filename: '', contentType: '' })
  const startedMs = performance.now()
  const said: MediaModelReport['said'][number][] = []
  for await (const blocks of run({ fd: handle.fd, contentType: contentType ?? '' })) {
    said.push(...blocks.map(({ text, time }) => ({ text, ...time })))
  }
  const tried = file ?? (task === 'speech' ? `${toneSeconds} seconds of a tone` : 'a grey picture')
  return { task, folder, form, tookMs: performance.now() - startedMs, tried, said }
}

async function made(task: 'speech' | 'captions', folder: string): Promise<FileHandle> {
  const handle = await openNameless(folder)
  await handle.write(task === 'speech' ? tone() : picture())
  return handle
}

function picture(): Buffer {
  const data = new Uint8Array(pictureSide * pictureSide).fill(0x80)
  return writePng({ width: pictureSide, height: pictureSide, data }, 1)
}

/** A WAV file of one channel at our rate. */
function tone(): Buffer {
  const samples = Int16Array.from({ length: toneSeconds * sampleRate }, (_, i) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * toneHertz * i) / sampleRate)),
  )
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + samples.byteLength, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([head, Buffer.from(samples.buffer)])
}
