import { join } from 'node:path'
import type { Config } from '../config.ts'
import { marketCatalogue } from '../domain/search/index.ts'
import {
  type EmbeddedEngine,
  modelSource,
  openEmbeddedEngine,
  type Proposals,
} from '../engine/index.ts'
import type { Deps } from './deps.ts'
import { type Outside, openOutsideProposals } from './outside-engine/outside.ts'
import { underName } from './under-name.ts'

export type SearchEngines = {
  own: EmbeddedEngine
  /** An engine of others beside it; undefined: no setting names one. */
  outside: Outside | undefined
}

/** Undefined: nothing is searched by meaning. Throws ConfigError for a folder without a model. */
export function embeddingSource(config: Config) {
  if (config.embeddingModel === 'none') return undefined
  return underName('embeddingModel', () => modelSource(config))
}

/** Throws ConfigError for a folder that holds no embedding model. */
export function searchEngines(deps: Deps): SearchEngines {
  const place = deps.config.embeddingModel === 'none' ? undefined : deps.config.enginePlace
  const outside = place && openOutsideProposals({ ...deps, place })
  const own = deps.resources.use(embeddedEngine(deps, outside?.proposals))
  return { own: outside ? startingBoth(own, outside) : own, outside }
}

/** What is listed is told elsewhere from when the server serves. */
function startingBoth(own: EmbeddedEngine, outside: Outside): EmbeddedEngine {
  return {
    ...own,
    async start() {
      outside.start()
      await own.start()
    },
  }
}

function embeddedEngine(
  { config, store, clock, log, slow }: Deps,
  proposals: Proposals | undefined,
): EmbeddedEngine {
  const { searchWorkers, searchTimeoutMs, keywordMemoryMb } = config
  const source = embeddingSource(config)
  return openEmbeddedEngine({
    file: store.file,
    store,
    clock,
    threads: searchWorkers,
    timeLimitMs: searchTimeoutMs,
    slow,
    proposals,
    catalogue: marketCatalogue,
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
