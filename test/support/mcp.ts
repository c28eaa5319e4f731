// MCP as a client of each protocol version speaks it, message by message.
import type { Answer, Call } from './open-test-app.ts'

export const versions = [
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
] as const
export type Version = (typeof versions)[number]

export type Sent = { headers?: Record<string, string>; as?: string | undefined }
export type McpClient = {
  version: Version
  /** Sends any body with the headers of this version. */
  post(body: unknown, sent?: Sent): Promise<Answer>
  /** One request; the answer's `body.result` or `body.error` is what came back. */
  ask(method: string, params?: object, sent?: Sent): Promise<Answer>
  /** Calls a tool and gives its result. */
  tool(name: string, args?: object): Promise<ToolResult>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at results of every shape
export type ToolResult = { isError?: boolean; content: any[]; structuredContent?: any; text: any }

type Who = { call: Call; key: string | undefined; version: Version }

export function mcpClient({ call, key, version }: Who): McpClient {
  const modern = version === '2026-07-28'
  const post: McpClient['post'] = (body, { headers = {}, as = key } = {}) =>
    call('POST', '/mcp', { as, body, headers: { ...versionHeaders(version), ...headers } })
  const ask: McpClient['ask'] = (method, params = {}, { headers = {}, ...sent } = {}) => {
    const named = modern ? methodHeaders(method, params) : {}
    const message = { jsonrpc: '2.0', id: 7, method, params: withMeta(params, version) }
    return post(message, { ...sent, headers: { ...named, ...headers } })
  }
  return {
    version,
    post,
    ask,
    async tool(name, args = {}) {
      const { status, body } = await ask('tools/call', { name, arguments: args })
      if (status !== 200 || !body.result) throw new Error(`${status} ${JSON.stringify(body)}`)
      return { ...body.result, text: JSON.parse(body.result.content[0].text) }
    },
  }
}

/** The first two versions have no such header. */
function versionHeaders(version: Version): Record<string, string> {
  const accept = 'application/json, text/event-stream'
  return version < '2025-06-18' ? { accept } : { accept, 'mcp-protocol-version': version }
}

export function methodHeaders(method: string, params: object): Record<string, string> {
  const { name } = params as { name?: string }
  return { 'mcp-method': method, ...(name === undefined ? {} : { 'mcp-name': name }) }
}

export function withMeta(params: object, version: Version): object {
  if (version !== '2026-07-28') return params
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  }
  return { ...params, _meta: { ...meta, ...(params as { _meta?: object })._meta } }
}

export const handshake = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})
