import { Unauthenticated } from '../../base/errors.ts'
import type { Suggestions } from '../../engine/index.ts'
import type { Caller } from '../catalog/index.ts'
import type { SearchDeps } from './room.ts'

export type SuggestRequest = { readonly q: string; readonly limit: number }

/** Completions and corrections out of what the caller may see; not metered. Throws Saturated. */
export function runSuggest(
  room: SearchDeps,
  { tenantId, datasetAccess }: Caller,
  { q, limit }: SuggestRequest,
): Promise<Suggestions> {
  return room.engine.suggest({ q }, { tenantId, datasetAccess }, { limit })
}

/** The same out of open listed data. Throws Unauthenticated where the public search is off. */
export async function runPublicSuggest(
  room: SearchDeps,
  { q, limit }: SuggestRequest,
): Promise<Suggestions> {
  if (!room.settings.publicSearch) throw new Unauthenticated()
  return room.engine.suggest({ q }, 'public', { limit })
}
