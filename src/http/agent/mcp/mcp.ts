import * as z from 'zod'
import { mcpPath } from '../../middleware/known-callers.ts'
import { get, post } from '../../route.ts'
import type { ToolContext } from './call-tool.ts'
import { publishedTools } from './published-tools.ts'
import type { LooseTool } from './server-of.ts'
import { handshakeVersions, newestVersion } from './versions.ts'

const Message = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int()]).optional().meta({
      description: 'Comes back with the answer; without it the message is a notification',
    }),
    method: z.string().meta({ description: 'initialize, tools/list, tools/call and so on' }),
    params: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'McpMessage' })

const JsonRpcReply = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int()]).nullable(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z
      .looseObject({ code: z.int(), message: z.string(), data: z.unknown().optional() })
      .optional(),
  })
  .meta({ id: 'McpAnswer' })

export const mcp = mcpRoute([])

export function mcpRoute(loose: readonly LooseTool[]) {
  return post(mcpPath, {
    id: 'mcp',
    summary: 'The same operations as tools of the Model Context Protocol',
    description:
      'Streamable HTTP without sessions or streams: each POST is one JSON-RPC message (a batch ' +
      `in 2025-03-26 only), each answer is JSON. Versions ${handshakeVersions.at(-1)} to ` +
      `${newestVersion}. What search and download refuse, payment too, comes as a tool error.`,
    tag: 'MCP',
    access: { scope: 'search:query' },
    takesApplications: true,
    givesSecret: true,
    takes: Message,
    reply: JsonRpcReply,
    also: {
      202: 'The post had notifications only; nothing is answered',
      404: 'No method of this version of the protocol',
      415: 'Not sent as application/json',
    },
    errors: [400, 401, 403, 405, 413],
    raw: true,
    async run({ rooms, callRoute, http }) {
      const { version } = rooms.service.health()
      const ended: unknown[] = []
      const end = (error: unknown) => void ended.push(error)
      const { prices } = rooms.ledger
      const tooling: ToolContext = {
        callRoute,
        http,
        offer: (error, tool) =>
          rooms.ledger.paymentOffer(error, {
            url: `mcp://tool/${tool.name}`,
            description: tool.title,
          }),
      }
      // The protocol's library is loaded with the first message, so that no start waits for it.
      const { exchange, serverOf } = await import('./server-of.ts')
      await exchange(http.ctx, (era) => serverOf({ era, version, loose, prices }, tooling, end))
      // A key that was revoked meanwhile, or a failure of ours: no answer of the protocol's.
      if (ended.length > 0) throw ended[0]
    },
  })
}

export const mcpTools = get(`${mcpPath}/tools.json`, {
  id: 'mcpTools',
  summary: 'The tools of MCP with the schemas of their arguments and results',
  description: 'What tools/list answers, for those who want to read it before they connect.',
  tag: 'MCP',
  access: 'none',
  reply: z.object({ tools: z.array(z.record(z.string(), z.unknown())) }),
  errors: [],
  run: ({ rooms }) => ({ tools: publishedTools(rooms.ledger.prices) }),
})
