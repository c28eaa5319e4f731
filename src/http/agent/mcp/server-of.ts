import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool as PublishedTool,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { callTool, type ToolContext } from './call-tool.ts'
import { toolsTtlMs } from './limits.ts'
import { publishedTools } from './published-tools.ts'
import type { HitPrices } from './tool.ts'
import { tools } from './tools.ts'
import { handshakeVersions, newestVersion } from './versions.ts'

export { exchange } from './exchange.ts'

/** A tool that is no view of a route. The product has none; the conformance suite asks for some. */
export type LooseTool = {
  published: PublishedTool
  call(context: ServerContext): Promise<CallToolResult | InputRequiredResult>
}

const instructions =
  'Private documents, recordings and images, searched passage by passage. Begin with search: a ' +
  'hit is the answer with its source. get_asset reads the surroundings. request_download gives ' +
  'the original file for credits, which only the fetch of its link spends. A credit is a cent; ' +
  'each answer says what was charged, and budget_left_credits, where it is there, what is left.'

type ServerParts = {
  era: 'modern' | 'legacy'
  version: string
  loose: readonly LooseTool[]
  prices: HitPrices
}

/** What answers one message. */
export function serverOf(
  { era, version, loose, prices }: ServerParts,
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
    return { tools: [...publishedTools(prices), ...loose.map(({ published }) => published)] }
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
