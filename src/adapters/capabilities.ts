import { basename } from 'node:path'
import { cleanLine } from '../base/clean-text.ts'
import { systemProgram } from '../base/system-program.ts'
import { checkModelFolder, loadHnsw, scriptNames, scriptsOfModel } from '../engine/index.ts'
import * as extract from '../extract/index.ts'

export const capabilityNames = [
  'text recognition',
  'speech recognition',
  'captions',
  'confinement',
  'pictures',
  'sound',
  'film frames',
  'ffmpeg',
  'vector graph',
  'embedder',
] as const
export type CapabilityName = (typeof capabilityNames)[number]

/** Something that an installation can do or not, with what it takes. */
export type Capability = {
  name: CapabilityName
  /** `off`: not there, which is no fault. `broken`: asked for, and it does not work. */
  state: 'ready' | 'off' | 'broken'
  /** What is there, or what does without it. */
  detail: string
  /** What the operator can do about it. */
  remedy?: string
}

/** What of the configuration it depends on. */
export type CapabilitySettings = Readonly<{
  ocr: boolean
  ocrLanguagesDir?: string | undefined
  asrModel?: string | undefined
  captionModel?: string | undefined
  allowUnconfinedModels?: boolean
  embeddingModel?: string | undefined
}>

/**
 * Everything optional, in the order of `capabilityNames`. Loads no model; only the language files
 * of text recognition are tried, a tenth of a second for each.
 */
export async function listCapabilities(settings: CapabilitySettings): Promise<Capability[]> {
  const ffmpeg = ffmpegHere()
  const around = await confinement()
  return [
    await textRecognition(settings),
    behind({ around, settings, model: speech(settings, ffmpeg) }),
    behind({ around, settings, model: captions(settings) }),
    around,
    await pictures(),
    sound(ffmpeg),
    filmFrames,
    ffmpeg,
    await vectorGraph(),
    embedder(settings),
  ]
}

const languagesRemedy =
  'Set KONTOR_OCR_LANGUAGES_DIR to a folder with <language>.traineddata files, as those of ' +
  'tessdata_fast or tessdata_best.'

async function textRecognition(settings: CapabilitySettings): Promise<Capability> {
  const { ocr, ocrLanguagesDir } = settings
  const name = 'text recognition'
  if (!ocr) return { name, state: 'off', detail: 'Turned off by KONTOR_OCR.' }
  try {
    const files = extract.ocrFiles(ocrLanguagesDir)
    const broken = await extract.brokenLanguages(files)
    if (broken.length > 0) {
      const detail = `${broken.join(', ')} cannot be read as language data of Tesseract 4 or 5.`
      return { name, state: 'broken', detail, remedy: languagesRemedy }
    }
    const languages = files.map((file) => basename(file).replace(/\..*$/, ''))
    return { name, state: 'ready', detail: `Languages: ${languages.sort().join(', ')}.` }
  } catch (error) {
    const detail = (error as Error).message
    return { name, state: 'broken', detail, remedy: languagesRemedy }
  }
}

function speech({ asrModel: folder }: CapabilitySettings, ffmpeg: Capability): Capability {
  const name = 'speech recognition'
  if (folder === undefined) {
    return {
      name,
      state: 'off',
      detail: 'Recordings without subtitles are found by their name, tags and notes.',
      remedy: 'Set KONTOR_ASR_MODEL to the folder of a Whisper or Moonshine model in ONNX.',
    }
  }
  const heard = ffmpeg.state === 'ready' ? 'all recordings' : decodedHere
  return ofModel(name, { folder, files: extract.speechFiles, detail: `${folder} (${heard}).` })
}

async function confinement(): Promise<Capability> {
  const name = 'confinement'
  const { line: detail, missing } = await extract.describeWalls()
  if (missing === null) return { name, state: 'ready', detail }
  const remedy = 'Install bubblewrap, and let it make user namespaces: see /docs/manual/operators.'
  return { name, state: 'off', detail, remedy }
}

/** Models are compiled code: without the wall of the kernel they see no file of others. */
function behind(of: {
  around: Capability
  settings: CapabilitySettings
  model: Capability
}): Capability {
  const { around, settings, model } = of
  const mayRun = around.state === 'ready' || settings.allowUnconfinedModels === true
  if (model.state !== 'ready' || mayRun) return model
  const detail = `Not run, because nothing would confine it. ${around.detail}`
  const remedy = `${around.remedy} KONTOR_ALLOW_UNCONFINED_MODELS=true runs it all the same.`
  return { name: model.name, state: 'broken', detail, remedy }
}

const decodedHere = 'WAV, MP3, FLAC, Vorbis and Opus, in whatever container'

/** It takes a second, and what it finds out does not change. */
let drawn: Promise<string | undefined> | undefined

async function pictures(): Promise<Capability> {
  const name = 'pictures'
  drawn ??= extract.checkPictures(extract.childProgram()).catch((error: Error) => error.message)
  const problem = await drawn
  if (problem === undefined) {
    return { name, state: 'ready', detail: 'Previews of JPEG, PNG, WebP, TIFF, GIF and AVIF.' }
  }
  const detail = `None is drawn: ${cleanLine(problem).slice(0, 300)}`
  const remedy = 'Install the program anew: its engine for pictures is part of it.'
  return { name, state: 'broken', detail, remedy }
}

/** What is decoded for waveforms and for speech recognition. */
function sound(ffmpeg: Capability): Capability {
  const others = ffmpeg.state === 'ready' ? 'AAC and others for speech by ffmpeg' : 'AAC is not'
  return { name: 'sound', state: 'ready', detail: `${decodedHere}; ${others}.` }
}

const filmFrames: Capability = {
  name: 'film frames',
  state: 'ready',
  detail: 'VP8 and AV1; films in H.264, HEVC and VP9 show their cover, if they have one.',
}

function captions({ captionModel: folder }: CapabilitySettings): Capability {
  const name = 'captions'
  if (folder === undefined) {
    return {
      name,
      state: 'off',
      detail: 'Pictures are found by their name, tags, notes and what is written in them.',
      remedy: 'Set KONTOR_CAPTION_MODEL to the folder of an image captioning model in ONNX.',
    }
  }
  return ofModel(name, { folder, files: extract.captionFiles, detail: `${folder}.` })
}

function ofModel(
  name: CapabilityName,
  model: { folder: string; files: readonly string[]; detail: string },
): Capability {
  try {
    extract.wholeModel(model)
    return { name, state: 'ready', detail: model.detail }
  } catch (error) {
    const remedy = 'The folder must be in the layout of Hugging Face, with the networks in onnx/.'
    return { name, state: 'broken', detail: (error as Error).message, remedy }
  }
}

function ffmpegHere(): Capability {
  const name = 'ffmpeg'
  const file = systemProgram('ffmpeg')
  if (file !== undefined) return { name, state: 'ready', detail: `${file}.` }
  return {
    name,
    state: 'off',
    detail: 'Clips are cut, subtitles read and sound decoded without it, but not AAC.',
    remedy: 'Install ffmpeg in /usr/bin or /usr/local/bin.',
  }
}

async function vectorGraph(): Promise<Capability> {
  const name = 'vector graph'
  if (await loadHnsw()) return { name, state: 'ready', detail: 'hnswlib-node is there.' }
  return {
    name,
    state: 'off',
    detail: 'Vectors are compared one by one, which is slow beyond some 400,000 passages.',
    remedy: 'Install a C++ compiler, remove node_modules/.kontor-setup, run scripts/setup.',
  }
}

function embedder({ embeddingModel: folder }: CapabilitySettings): Capability {
  const name = 'embedder'
  if (folder === 'none') {
    return { name, state: 'off', detail: 'Turned off by KONTOR_EMBEDDING_MODEL: keywords only.' }
  }
  if (folder === undefined) {
    return { name, state: 'ready', detail: `The model that ships with the program. ${reads()}` }
  }
  try {
    checkModelFolder(folder)
    return { name, state: 'ready', detail: `${folder}. ${reads(folder)}` }
  } catch (error) {
    const remedy = 'See kontor model check.'
    return { name, state: 'broken', detail: (error as Error).message, remedy }
  }
}

function reads(folder?: string): string {
  return `Scripts: ${scriptNames(scriptsOfModel(folder)).join(', ')}.`
}
