import type { Json } from '../../base/json.ts'
import { exampleValues } from './example-values.ts'

/** What to send on Surface A, by the id of the operation. */
export const agentRequests: Readonly<Record<string, Json | undefined>> = {
  mintDownload: {
    asset_id: exampleValues.asset_id ?? null,
    search_id: exampleValues.search_id ?? null,
  },
  mcp: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search', arguments: { query: 'boiler inspection', limit: 3 } },
  },
}

/** What comes back, where a schema cannot say it: a result or an error, never both. */
export const agentReplies: Readonly<Record<string, Json | undefined>> = {
  mcp: {
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: '{"results":[],"total":0}' }] },
  },
}
