import { join, resolve } from 'node:path'
import {
  checkModelFolder,
  openSearchEngines,
  openVectorKeeping,
  openVectorThread,
  type VectorThread,
} from '../engine/index.ts'
import type { Deps } from './deps.ts'

export function searchEngines({ config, store, log, slow }: Deps) {
  const { searchWorkers, searchTimeoutMs, keywordMemoryMb } = config
  return openSearchEngines({
    file: store.file,
    threads: searchWorkers,
    timeLimitMs: searchTimeoutMs,
    slow,
    memoryMb: keywordMemoryMb,
    onState: (keywords) => log.info({ keywords }, 'keywords in memory'),
  })
}

/** The thread that searches by meaning. Throws ModelRefused for a folder that holds no model. */
export function vectorThread({
  config,
  store,
  clock,
  log,
  slow,
  resources,
}: Deps): VectorThread | undefined {
  const { embeddingModel: folder = null, embeddingCutoffPercent: percent } = config
  if (folder === 'none') return undefined
  if (folder !== null) checkModelFolder(folder)
  const source = {
    folder: folder === null ? null : resolve(folder),
    queryPrefix: (folder !== null && config.embeddingQueryPrefix) || '',
    passagePrefix: (folder !== null && config.embeddingPassagePrefix) || '',
    cutoff: percent === undefined ? null : percent / 100,
  }
  return resources.use(
    openVectorThread({
      file: store.file,
      folder: join(config.dataDir, 'vectors'),
      source,
      slow,
      timeLimitMs: config.searchTimeoutMs,
      keeping: openVectorKeeping({ store, clock }),
      onState: (vectors) => {
        const level = vectors.name === 'failed' || vectors.name === 'dead' ? 'error' : 'info'
        log[level]({ vectors }, 'search by meaning')
      },
      onProblem: (error) => log.error({ error: String(error) }, 'vectors were not written down'),
    }),
  )
}
