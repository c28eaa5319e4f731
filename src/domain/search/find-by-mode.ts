import { InvalidInput, Saturated } from '../../base/errors.ts'
import type { SearchJob, SearchMode, SearchOutcome, Semantics } from '../../engine/index.ts'
import type { SearchDeps } from './room.ts'

export type FoundByMode = {
  readonly outcome: SearchOutcome
  /** The mode that was used. */
  readonly mode: SearchMode
}

type Asked = { job: SearchJob; mode: SearchMode }
type Engines = Pick<SearchDeps, 'pool' | 'semantics'>

/**
 * Carries a search out by words, by meaning or by both. A hybrid search falls back on the words
 * alone, and says so by its mode, while the vectors are being loaded or their thread is away; one
 * by meaning waits. Throws InvalidInput where there is no model, and Saturated.
 */
export async function findByMode(engines: Engines, { job, mode }: Asked): Promise<FoundByMode> {
  if (mode === 'keyword') return byWords(engines, job)
  const semantics = requireOffered(engines)
  if (mode === 'semantic') return { outcome: await semantics.search({ ...job, mode }), mode }
  if (!semantics.isReady()) return byWords(engines, job)
  try {
    return { outcome: await semantics.search({ ...job, mode }), mode }
  } catch (error) {
    if (!(error instanceof Saturated) || semantics.isReady()) throw error
    return byWords(engines, job)
  }
}

async function byWords({ pool }: Engines, job: SearchJob): Promise<FoundByMode> {
  return { outcome: await pool.search(job), mode: 'keyword' }
}

export function requireOffered({ semantics }: Pick<SearchDeps, 'semantics'>): Semantics {
  if (semantics?.isOffered()) return semantics
  throw new InvalidInput({
    field: 'mode',
    reason: 'not_available',
    message: 'There is no embedding model on this server; use mode keyword.',
  })
}
