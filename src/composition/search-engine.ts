import { join } from 'node:path'
import { type EmbeddedEngine, modelSource, openEmbeddedEngine } from '../engine/index.ts'
import type { Deps } from './deps.ts'

/** Throws ModelRefused for a folder that holds no embedding model. */
export function searchEngine({ config, store, clock, log, slow }: Deps): EmbeddedEngine {
  const { searchWorkers, searchTimeoutMs, keywordMemoryMb, embeddingModel } = config
  const source = embeddingModel === 'none' ? undefined : modelSource(config)
  return openEmbeddedEngine({
    file: store.file,
    store,
    clock,
    threads: searchWorkers,
    timeLimitMs: searchTimeoutMs,
    slow,
    memoryMb: keywordMemoryMb,
    onKeywords: (keywords) => log.info({ keywords }, 'keywords in memory'),
    vectors: source && {
      folder: join(config.dataDir, 'vectors'),
      source,
      onState: (vectors) => {
        const level = vectors.name === 'failed' || vectors.name === 'dead' ? 'error' : 'info'
        log[level]({ vectors }, 'search by meaning')
      },
      onProblem: (error) => log.error({ error: String(error) }, 'vectors were not written down'),
    },
  })
}
