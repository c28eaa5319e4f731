import type { AnyRoute } from '../route.ts'
import { health, livez, readyz } from './health.ts'
import { openapi } from './openapi.ts'
import { searchGrammar } from './search-grammar.ts'
import { unsubscribe, unsubscribePage } from './unsubscribe.ts'

/** What belongs to no surface: the service's own state and its description. */
export const plainRoutes: readonly AnyRoute[] = [
  health,
  livez,
  readyz,
  openapi,
  searchGrammar,
  unsubscribePage,
  unsubscribe,
]
