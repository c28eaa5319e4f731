import type { AnyRoute } from '../route.ts'
import { health, livez, readyz } from './health.ts'
import { openapi } from './openapi.ts'

/** What belongs to no surface: the service's own state and its description. */
export const plainRoutes: readonly AnyRoute[] = [health, livez, readyz, openapi]
