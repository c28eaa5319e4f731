import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool as PublishedTool,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { mcpPath } from '../../middleware/known-callers.ts'
import { route } from '../../route.ts'
import { callTool, type ToolContext } from './call-tool.ts'
import { exchange } from './exchange.ts'
import { toolsTtlMs } from './limits.ts'
import { publishedTools } from './published-tools.ts'
import { tools } from './tools.ts'
import { handshakeVersions, newestVersion } from './versions.ts'

/** A tool that is no view of a route. The product has none; the conformance suite asks for some. */
export type LooseTool = {
  published: PublishedTool
  call(context: ServerContext): Promise<CallToolResult | InputRequiredResult>
}

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
  return route({
    id: 'mcp',
    method: 'post',
    path: mcpPath,
    summary: 'The same operations as tools of the Model Context Protocol',
    description:
      'Streamable HTTP without sessions or streams: each POST is one JSON-RPC message (a batch ' +
      `in 2025-03-26 only), each answer is JSON. Versions ${handshakeVersions.at(-1)} to ` +
      `${newestVersion}. What search and download refuse, payment too, comes as a tool error.`,
    tag: 'MCP',
    access: { scope: 'search:query' },
    givesSecret: true,
    status: 200,
    takes: Message,
    reply: JsonRpcReply,
    also: { 202: 'The post had notifications only; nothing is answered' },
    errors: [400, 401, 403, 405, 413],
    raw: true,
    async run({ rooms, callRoute, http }) {
      const { version } = rooms.service.health()
      const ended: unknown[] = []
      const end = (error: unknown) => void ended.push(error)
      const tooling: ToolContext = {
        callRoute,
        http,
        offer: (error, tool) =>
          rooms.ledger.paymentOffer(error, {
            url: `mcp://tool/${tool.name}`,
            description: tool.title,
          }),
      }
      await exchange(http.ctx, (era) => serverOf({ era, version, loose }, tooling, end))
      // A key that was revoked meanwhile, or a failure of ours: no answer of the protocol's.
      if (ended.length > 0) throw ended[0]
    },
  })
}

export const mcpTools = route({
  id: 'mcpTools',
  method: 'get',
  path: `${mcpPath}/tools.json`,
  summary: 'The tools of MCP with the schemas of their arguments and results',
  description: 'What tools/list answers, for those who want to read it before they connect.',
  tag: 'MCP',
  access: 'none',
  status: 200,
  reply: z.object({ tools: z.array(z.record(z.string(), z.unknown())) }),
  errors: [],
  run: () => ({ tools: publishedTools() }),
})

const instructions =
  'Private documents, recordings and images, searched passage by passage. Begin with search: a ' +
  'hit is the answer with its source. get_asset reads the surroundings. request_download gives ' +
  'the original file for credits, which only the fetch of its link spends. Money is in cents.'

type ServerParts = { era: 'modern' | 'legacy'; version: string; loose: readonly LooseTool[] }

function serverOf(
  { era, version, loose }: ServerParts,
  tooling: ToolContext,
  end: (error: unknown) => void,
): Server {
  const cacheHint = { ttlMs: toolsTtlMs, cacheScope: 'public' } as const
  const server = new Server(
    { name: 'kontor', title: 'Kontor', version },
    {
      capabilities: { tools: { listChanged: false } },
      supportedProtocolVersions: era === 'modern' ? [newestVersion] : handshakeVersions,
      cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
      instructions,
    },
  )
  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor !== undefined) throw invalidParams('There is one page of tools only.')
    return { tools: [...publishedTools(), ...loose.map(({ published }) => published)] }
  })
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const other = loose.find(({ published }) => published.name === params.name)
    if (other) return other.call(context)
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw invalidParams(`Unknown tool: ${params.name}`)
    try {
      return await callTool(tooling, tool, {
        arguments: params.arguments ?? {},
        payment: params._meta?.['x402/payment'],
      })
    } catch (error) {
      end(error)
      throw error
    }
  })
  return server
}

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
