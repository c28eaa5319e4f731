import { join, resolve } from 'node:path'
import { openPageShelf } from '../adapters/page-shelf.ts'
import { entryUrl } from '../base/entry.ts'
import type { Config } from '../config.ts'
import { pageShelfMaxBytes } from '../domain/ingest/index.ts'
import * as extract from '../extract/index.ts'
import type { Deps } from './deps.ts'
import { underName } from './under-name.ts'

/** What turns files into text and texts into languages, each outside of this thread. */
export function readers({ config, resources, ...deps }: Deps) {
  const { extractSeconds, extractMemoryMb, imagePlaces: places } = config
  const recognitionMs = config.recognitionMinutes * 60_000
  const ownThread = () =>
    resources.use(extract.openLanguageThread({ entry: entryUrl('language') })).detect
  const detectLanguages = deps.detectLanguages ?? ownThread()
  if (deps.extractor) return { extractor: deps.extractor, detectLanguages }
  const extractor = extract.openExtractRunner({
    program: extract.childProgram(),
    limits: {
      wallMs: extractSeconds * 1_000,
      memoryBytes: extractMemoryMb * 1024 * 1024,
      ocrMs: recognitionMs,
    },
    ocrFiles: ocrFilesIn(config),
    places,
    ahead: true,
  })
  const models = extract.openMediaModels({
    ...mediaModelsIn(config),
    folder: join(config.dataDir, 'blobs', 'tmp'),
    decoder: extract.childProgram(),
    allowUnconfined: config.allowUnconfinedModels,
    limits: { wholeMs: recognitionMs },
  })
  return { extractor: extract.withModels(extractor, models), detectLanguages }
}

/** Languages of text recognition. Throws ConfigError for a folder that cannot be read. */
export function ocrFilesIn({ ocr, ocrLanguagesDir }: Pick<Config, 'ocr' | 'ocrLanguagesDir'>) {
  return ocr ? underName('ocrLanguagesDir', () => extract.ocrFiles(ocrLanguagesDir)) : []
}

/** Models that hear and see. Throws ConfigError for a folder that holds none. */
export function mediaModelsIn(config: Pick<Config, 'asrModel' | 'captionModel'>) {
  const whole = (name: 'asrModel' | 'captionModel', files: readonly string[]) => {
    if (config[name] === undefined) return undefined
    const folder = resolve(config[name])
    underName(name, () => extract.wholeModel({ folder, files }))
    return folder
  }
  return {
    asrModel: whole('asrModel', extract.speechFiles),
    captionModel: whole('captionModel', extract.captionFiles),
  }
}

/** Pages are drawn like files are read, and kept beside them. */
export function pagePictures({ dataDir, extractMemoryMb }: Config) {
  const limits = { memoryBytes: extractMemoryMb * 1024 * 1024 }
  const folder = join(dataDir, 'blobs', 'pages')
  return {
    pageDrawer: extract.openPageDrawer({ program: extract.childProgram(), limits }),
    pageShelf: openPageShelf({ folder, dataDir, maxBytes: pageShelfMaxBytes }),
  }
}

export function clipCutter({ dataDir }: Config) {
  return extract.openClipCutter({
    program: extract.childProgram(),
    folder: join(dataDir, 'blobs', 'tmp'),
  })
}
