import type { AnyRoute } from '../route.ts'
import { authorize } from './authorize.ts'
import { metadataRoutes } from './metadata.ts'
import { register } from './register.ts'
import { revoke, token } from './token.ts'

/** For programs that people let in to MCP, in the words of OAuth 2.1. */
export const oauthRoutes: readonly AnyRoute[] = [
  ...metadataRoutes,
  register,
  authorize,
  token,
  revoke,
]
