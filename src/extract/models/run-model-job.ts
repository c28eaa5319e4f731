import { writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type {
  AutomaticSpeechRecognitionPipeline,
  ImageToTextPipeline,
} from '@huggingface/transformers'
import { cleanLine } from '../../base/clean-text.ts'
import { blobSource } from '../blob-source.ts'
import { importPictureEngine } from '../preview/picture-engine.ts'
import { captionFiles, type ModelForm, speechFiles, wholeModel } from './model-files.ts'
import {
  compressedWave,
  type ModelJob,
  type ModelLine,
  modelFileFd,
  modelLinesFd,
} from './model-protocol.ts'
import { rawSound, sampleRate, waveSound } from './samples.ts'
import { type SpokenLanguage, spokenLanguage } from './spoken-language.ts'
import {
  type Recogniser,
  timedWindowSeconds,
  transcribe,
  untimedWindowSeconds,
} from './transcribe.ts'

/** One network run uses so many processors; searches and requests need the others. */
const threads = 1
const captionCharsMax = 500
/**
 * What Whisper can say of half a minute. Without a limit the library looks at the silence behind a
 * short piece again and again.
 */
const newTokensMax = 440
/** What Moonshine says of a second at most; beyond that it repeats itself (arXiv:2410.15608). */
const tokensPerSecond = 6.5

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
  if (!sound) throw new Error(compressedWave)
  const pipe = await loaded('automatic-speech-recognition', { folder, files: speechFiles })
  writeLine({ ready: true })
  const heard = hearing(pipe as AutomaticSpeechRecognitionPipeline)
  for await (const blocks of transcribe(sound, heard.recognise, heard)) writeLine({ blocks })
}

/** How a model wants to be asked: Whisper with times and language, Moonshine with sound alone. */
function hearing(pipe: AutomaticSpeechRecognitionPipeline) {
  const { model_type } = pipe.model.config as { model_type?: string }
  if (model_type !== 'moonshine') {
    return { recognise: recogniser(pipe), windowSeconds: timedWindowSeconds }
  }
  const recognise: Recogniser = (samples) => {
    const max_new_tokens = Math.ceil((samples.length / sampleRate) * tokensPerSecond)
    return (pipe as unknown as PlainRecogniser)(samples, { max_new_tokens })
  }
  return { recognise, windowSeconds: untimedWindowSeconds }
}

type PlainRecogniser = (
  samples: Float32Array,
  limits: { max_new_tokens: number },
) => ReturnType<Recogniser>

/** In the language that is spoken; looked for until it is sure. */
function recogniser(pipe: AutomaticSpeechRecognitionPipeline): Recogniser {
  let spoken: SpokenLanguage | undefined
  return async (samples, options) => {
    if (!spoken?.isSure) spoken = await spokenLanguage(pipe, samples)
    const language = spoken && { language: spoken.code }
    const limits = { max_new_tokens: newTokensMax }
    return (pipe as unknown as Recogniser)(samples, { ...options, ...limits, ...language })
  }
}

async function caption({ folder }: ModelJob): Promise<void> {
  // Before the library for models looks for compiled code that opens pictures.
  await importPictureEngine()
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
  const dtype = whole(model)
  const { env, pipeline } = await import('@huggingface/transformers')
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.localModelPath = `${dirname(model.folder)}/`
  env.useFSCache = false
  env.useBrowserCache = false
  env.cacheDir = null
  const options = { dtype, device: 'cpu' } as const
  const session_options = { intraOpNumThreads: threads }
  try {
    const pipe = await pipeline(task, basename(model.folder), { ...options, session_options })
    return pipe as AutomaticSpeechRecognitionPipeline | ImageToTextPipeline
  } catch (error) {
    const reason = withoutPlace((error as Error).message, model)
    throw new Error(`the model cannot be loaded: ${reason}`, { cause: error })
  }
}

function whole(model: { folder: string; files: readonly string[] }): ModelForm {
  try {
    return wholeModel(model)
  } catch (error) {
    throw new Error(withoutPlace((error as Error).message, model), { cause: error })
  }
}

/** Providers read it, whom the folders of the server do not concern. */
function withoutPlace(message: string, { folder }: { folder: string }): string {
  return cleanLine(message.replaceAll(folder, 'the model').replaceAll('the model/', ''))
}

function writeLine(line: ModelLine): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`, 'utf8')
  for (let at = 0; at < bytes.length; ) at += writeSync(modelLinesFd, bytes, at)
}
