import { join, resolve } from 'node:path'
import { openPageShelf } from '../adapters/page-shelf.ts'
import { entryUrl } from '../base/entry.ts'
import type { Config } from '../config.ts'
import { pageShelfMaxBytes } from '../domain/ingest/index.ts'
import {
  captionFiles,
  childProgram,
  ocrFiles,
  openClipCutter,
  openExtractRunner,
  openLanguageThread,
  openMediaModels,
  openPageDrawer,
  speechFiles,
  wholeModel,
  withModels,
} from '../extract/index.ts'
import type { Deps } from './deps.ts'

/** What turns files into text and texts into languages, each outside of this thread. */
export function readers({ config, resources, ...deps }: Deps) {
  const { extractSeconds, extractMemoryMb, ocr, ocrLanguagesDir, imagePlaces: places } = config
  const recognitionMs = config.recognitionMinutes * 60_000
  const ownThread = () => resources.use(openLanguageThread({ entry: entryUrl('language') })).detect
  const detectLanguages = deps.detectLanguages ?? ownThread()
  if (deps.extractor) return { extractor: deps.extractor, detectLanguages }
  const extractor = openExtractRunner({
    program: childProgram(),
    limits: {
      wallMs: extractSeconds * 1_000,
      memoryBytes: extractMemoryMb * 1024 * 1024,
      ocrMs: recognitionMs,
    },
    ocrFiles: ocr ? ocrFiles(ocrLanguagesDir) : [],
    places,
    ahead: true,
  })
  const models = openMediaModels({
    ...modelsIn(config),
    folder: join(config.dataDir, 'blobs', 'tmp'),
    decoder: childProgram(),
    allowUnconfined: config.allowUnconfinedModels,
    limits: { wholeMs: recognitionMs },
  })
  return { extractor: withModels(extractor, models), detectLanguages }
}

/** Models that hear and see. Throws ModelRefused for a folder that holds none. */
function modelsIn({ asrModel, captionModel }: Config) {
  const whole = (folder: string | undefined, files: readonly string[]) => {
    if (folder === undefined) return undefined
    wholeModel({ folder: resolve(folder), files })
    return resolve(folder)
  }
  return {
    asrModel: whole(asrModel, speechFiles),
    captionModel: whole(captionModel, captionFiles),
  }
}

/** Pages are drawn like files are read, and kept beside them. */
export function pagePictures({ dataDir, extractMemoryMb }: Config) {
  const limits = { memoryBytes: extractMemoryMb * 1024 * 1024 }
  const folder = join(dataDir, 'blobs', 'pages')
  return {
    pageDrawer: openPageDrawer({ program: childProgram(), limits }),
    pageShelf: openPageShelf({ folder, dataDir, maxBytes: pageShelfMaxBytes }),
  }
}

export function clipCutter({ dataDir }: Config) {
  return openClipCutter({ program: childProgram(), folder: join(dataDir, 'blobs', 'tmp') })
}
