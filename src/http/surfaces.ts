import type { Context } from 'koa'
import { agentRoutes } from './agent/routes.ts'
import { blobRoutes } from './blobs/routes.ts'
import { consoleRoutes } from './console/routes.ts'
import { docsRoutes } from './docs/routes.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { plainRoutes } from './plain/routes.ts'
import { publicRoutes } from './public/routes.ts'
import type { AnyRoute, Surface } from './route.ts'
import { v1Routes } from './v1/routes.ts'
import { walletRoutes } from './wallet/routes.ts'

export type Mounted = { surface: Surface; route: AnyRoute }

/** Every endpoint of this server with the surface whose dialect it speaks. */
export function allRoutes(): Mounted[] {
  return [
    ...mounted('plain', plainRoutes),
    ...mounted('plain', docsRoutes),
    ...mounted('plain', publicRoutes),
    ...mounted('oauth', oauthRoutes),
    ...mounted('v1', v1Routes),
    ...mounted('v1', blobRoutes),
    ...mounted('v1', consoleRoutes),
    ...mounted('agent', agentRoutes),
    ...mounted('wallet', walletRoutes),
  ]
}

function mounted(surface: Surface, routes: readonly AnyRoute[]): Mounted[] {
  return routes.map((route) => ({ surface, route }))
}

/** Paths that Surface A and C share: there the credential says which one it is. */
const sharedPath = /^\/(assets|search)$/

/**
 * The surface that an unknown path resembles: it answers in that one's dialect. So does whatever is
 * refused before it has found its route.
 */
export function resembledSurface({ path, headers }: Pick<Context, 'path' | 'headers'>): Surface {
  const isSession = /^bearer sess_/i.test(headers.authorization ?? '')
  if (sharedPath.test(path) && isSession) return 'wallet'
  if (path.startsWith('/oauth/')) return 'oauth'
  if (/^\/(v1|console|blobs|openapi|health|livez|readyz)(\/|$)/.test(path)) return 'v1'
  if (/^\/(wallet|microip|balance)(\/|$)/.test(path)) return 'wallet'
  return 'agent'
}
