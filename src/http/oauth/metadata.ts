import * as z from 'zod'
import { NotFound } from '../../base/errors.ts'
import { applicationScopes } from '../../domain/identity/index.ts'
import { mcpPath } from '../middleware/known-callers.ts'
import { type AnyRoute, get, type HttpFacts } from '../route.ts'
import { oauthPlaceOf, requireOffered } from './offered.ts'

/** RFC 9728: what a program reads first. */
const Resource = z.object({
  resource: z.url(),
  resource_name: z.string(),
  resource_documentation: z.url(),
  authorization_servers: z.array(z.url()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
})

/** RFC 8414, with that of RFC 9207. */
const Server = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  registration_endpoint: z.url(),
  revocation_endpoint: z.url(),
  service_documentation: z.url(),
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
  client_id_metadata_document_supported: z.boolean(),
})

const shared = { tag: 'OAuth', access: 'none', errors: [404] } as const
const resourcePath = '/.well-known/oauth-protected-resource'
const serverPath = '/.well-known/oauth-authorization-server'

const ofResource = {
  ...shared,
  summary: 'Which server lets programs in to MCP (RFC 9728)',
  reply: Resource,
} as const

const resourceRoutes = [resourcePath, `${resourcePath}${mcpPath}`].map((path) =>
  get(path, {
    ...ofResource,
    id: path === resourcePath ? 'oauthResource' : 'oauthResourceOfMcp',
    run: ({ http }) => resourceOf(begin(http)),
  }),
)

const ofServer = {
  ...shared,
  summary: 'Where programs register, send people to, and get tokens (RFC 8414)',
  reply: Server,
} as const

const serverRoute = get(serverPath, {
  ...ofServer,
  id: 'oauthServer',
  run: ({ http, rooms }) => serverOf(begin(http), rooms.identity),
})

/**
 * The path of an issuer, and that of a resource, comes last (RFC 8414, 3.1; RFC 9728, 3.1), however
 * many parts it has: a proxy has to hand that on.
 */
const below = { params: z.object({ path: z.string() }) }

const resourceRouteBelow = get(`${resourcePath}/*path`, {
  ...ofResource,
  ...below,
  id: 'oauthResourceBelow',
  run({ http }) {
    requireAt(http, `${resourcePath}${new URL(oauthPlaceOf(http).resource).pathname}`)
    return resourceOf(begin(http))
  },
})

const serverRouteBelow = get(`${serverPath}/*path`, {
  ...ofServer,
  ...below,
  id: 'oauthServerBelow',
  run({ http, rooms }) {
    requireAt(http, `${serverPath}${new URL(http.baseUrl).pathname}`)
    return serverOf(begin(http), rooms.identity)
  },
})

export const metadataRoutes: readonly AnyRoute[] = [
  ...resourceRoutes,
  resourceRouteBelow,
  serverRoute,
  serverRouteBelow,
]

/** Letter for letter, also where a sign of the path can be written in two ways. */
function requireAt({ ctx }: HttpFacts, path: string): void {
  if (ctx.path !== path) throw new NotFound('path')
}

function begin(http: HttpFacts): string {
  requireOffered(http)
  http.ctx.set('Cache-Control', 'public, max-age=300')
  return http.baseUrl
}

function resourceOf(baseUrl: string): z.output<typeof Resource> {
  const { issuer, resource } = oauthPlaceOf({ baseUrl })
  return {
    resource,
    resource_name: 'Kontor',
    resource_documentation: `${baseUrl}/docs/manual/mcp`,
    authorization_servers: [issuer],
    scopes_supported: [...applicationScopes],
    bearer_methods_supported: ['header'],
  }
}

function serverOf(
  baseUrl: string,
  { readsDocuments }: { readsDocuments: boolean },
): z.output<typeof Server> {
  return {
    issuer: oauthPlaceOf({ baseUrl }).issuer,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    service_documentation: `${baseUrl}/docs/manual/mcp`,
    scopes_supported: [...applicationScopes],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: readsDocuments,
  }
}
