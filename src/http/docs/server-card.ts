import * as z from 'zod'
import { handshakeVersions, newestVersion } from '../agent/mcp/versions.ts'
import { mcpPath } from '../middleware/known-callers.ts'
import { get } from '../route.ts'

const Header = z.object({
  name: z.string(),
  description: z.string(),
  isRequired: z.boolean(),
  isSecret: z.boolean(),
})

const ServerCard = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    version: z.string(),
    websiteUrl: z.url(),
    remotes: z.array(
      z.object({
        type: z.literal('streamable-http'),
        url: z.url(),
        supportedProtocolVersions: z.array(z.string()),
        headers: z.array(Header),
      }),
    ),
    _meta: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'McpServerCard' })

/**
 * Where MCP is, before a client has a connection. In the draft's form of a server card (SEP-2127):
 * no tools and no capabilities, which the connection itself tells. (our choice)
 */
export const serverCard = get('/.well-known/mcp.json', {
  id: 'mcpServerCard',
  summary: 'Where and how MCP clients connect',
  tag: 'Documentation',
  access: 'none',
  reply: ServerCard,
  errors: [],
  run: ({ rooms, http }) => {
    http.ctx.set('Cache-Control', 'public, max-age=3600')
    const { version } = rooms.service.health()
    return cardOf({ baseUrl: http.baseUrl, version, isKeyRequired: !http.takesPrograms })
  },
})

const key = {
  name: 'x-api-key',
  description: 'An API key with the scope search:query; Authorization: Bearer does as well',
  isSecret: true,
}

/** Where people can let programs in, a program needs no key that is pasted. */
type About = { baseUrl: string; version: string; isKeyRequired: boolean }

function cardOf({ baseUrl, version, isKeyRequired }: About) {
  return {
    // Names are of the form domain/server, the domain turned round.
    name: `${new URL(baseUrl).hostname.split('.').reverse().join('.')}/kontor`,
    title: 'Kontor',
    description: 'Search private documents, recordings and images passage by passage.',
    version,
    websiteUrl: `${baseUrl}/docs`,
    remotes: [
      {
        type: 'streamable-http' as const,
        url: `${baseUrl}${mcpPath}`,
        supportedProtocolVersions: [newestVersion, ...handshakeVersions],
        headers: [{ ...key, isRequired: isKeyRequired }],
      },
    ],
    _meta: { tools: `${baseUrl}${mcpPath}/tools.json`, llms: `${baseUrl}/llms.txt` },
  }
}
