import { writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type {
  AutomaticSpeechRecognitionPipeline,
  ImageToTextPipeline,
} from '@huggingface/transformers'
import { cleanLine } from '../../../base/clean-text.ts'
import { blobSource } from '../blob-source.ts'
import { captionFiles, speechFiles, wholeModel } from './model-files.ts'
import { type ModelJob, type ModelLine, modelFileFd, modelLinesFd } from './model-protocol.ts'
import { rawSound, waveSound } from './samples.ts'
import { type Recogniser, transcribe } from './transcribe.ts'

/** One network run uses so many processors; searches and requests need the others. */
const threads = 1
const captionCharsMax = 500

/** The child's side: loads the model, hears or looks, and writes what it makes of it. */
export async function runModelJob(job: ModelJob): Promise<void> {
  try {
    if (job.task === 'speech') await speech(job)
    else await caption(job)
    writeLine({ end: true })
  } catch (error) {
    writeLine({ failed: (error as Error).message.slice(0, 500) })
  }
}

async function speech({ folder, raw }: ModelJob): Promise<void> {
  const source = blobSource(modelFileFd)
  const sound = raw ? rawSound(source) : waveSound(source)
  if (!sound) throw new Error('the sound is not in a form that can be read here')
  const pipe = await loaded('automatic-speech-recognition', { folder, files: speechFiles })
  writeLine({ ready: true })
  for await (const blocks of transcribe(sound, pipe as unknown as Recogniser)) {
    writeLine({ blocks })
  }
}

async function caption({ folder }: ModelJob): Promise<void> {
  const pipe = await loaded('image-to-text', { folder, files: captionFiles })
  writeLine({ ready: true })
  const { RawImage } = await import('@huggingface/transformers')
  const image = await RawImage.fromBlob(new Blob([new Uint8Array(blobSource(modelFileFd).whole())]))
  const [first] = (await (pipe as ImageToTextPipeline)(image)) as { generated_text: string }[]
  const text = cleanLine(first?.generated_text ?? '').slice(0, captionCharsMax)
  if (text !== '') writeLine({ blocks: [{ kind: 'prose', passage: 'caption', text }] })
}

async function loaded(
  task: 'automatic-speech-recognition' | 'image-to-text',
  model: { folder: string; files: readonly string[] },
): Promise<AutomaticSpeechRecognitionPipeline | ImageToTextPipeline> {
  const { env, pipeline } = await import('@huggingface/transformers')
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.localModelPath = `${dirname(model.folder)}/`
  env.useFSCache = false
  env.useBrowserCache = false
  env.cacheDir = null
  const options = { dtype: wholeModel(model), device: 'cpu' } as const
  return pipeline(task, basename(model.folder), {
    ...options,
    session_options: { intraOpNumThreads: threads },
  }) as Promise<AutomaticSpeechRecognitionPipeline | ImageToTextPipeline>
}

function writeLine(line: ModelLine): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`, 'utf8')
  for (let at = 0; at < bytes.length; ) at += writeSync(modelLinesFd, bytes, at)
}
