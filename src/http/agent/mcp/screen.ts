import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server'
import { batchMax } from './limits.ts'
import { batchVersion } from './versions.ts'

/** A message that is answered before any method of it is looked at. */
export class ProtocolRefusal extends Error {
  override readonly name = 'ProtocolRefusal'
  readonly status: number
  readonly code: number
  readonly id: string | number | null
  constructor(problem: {
    status: number
    code: number
    message: string
    id?: string | number | null
  }) {
    super(problem.message)
    this.status = problem.status
    this.code = problem.code
    this.id = problem.id ?? null
  }
}

export const jsonRpcCodes = { parse: -32_700, invalidRequest: -32_600, noMethod: -32_601 }

/**
 * What of a body is to be carried out: one message, or a batch where the version has them. The
 * notifications of a batch are left out, since nothing is kept that they could change; one that
 * cancels its neighbour would leave that without an answer. Throws ProtocolRefusal.
 */
export function screen(
  body: unknown,
  version: string | undefined,
): JSONRPCMessage | JSONRPCMessage[] {
  if (!Array.isArray(body)) return message(body)
  if ((version ?? batchVersion) !== batchVersion) {
    throw invalid(`This protocol version has no batches; only ${batchVersion} has.`)
  }
  if (body.length === 0) throw invalid('The batch is empty.')
  if (body.length > batchMax) throw invalid(`A batch has at most ${batchMax} messages.`)
  const messages = body.map(message)
  const requests = messages.filter(isJSONRPCRequest)
  if (new Set(requests.map(({ id }) => id)).size < requests.length) {
    throw invalid('Two requests of the batch have the same id.')
  }
  return requests.length > 0 ? requests : messages
}

function message(value: unknown): JSONRPCMessage {
  if (isJSONRPCRequest(value)) return served(value)
  if (isJSONRPCNotification(value) || isJSONRPCResponse(value)) return value
  throw invalid('This is not a JSON-RPC 2.0 message.', idOf(value))
}

type Request = {
  id: string | number
  method: string
  params?: Record<string, unknown> | undefined
}

/**
 * Arguments that are null are none: models send that. A subscription would be a stream without end,
 * and nothing here changes that one could report.
 */
function served<T extends Request>(request: T): T {
  const { method, params } = request
  if (method === 'tools/call' && params?.arguments === null) params.arguments = {}
  if (method !== 'subscriptions/listen') return request
  const { id } = request
  throw new ProtocolRefusal({
    status: 404,
    code: jsonRpcCodes.noMethod,
    message: 'Method not found',
    id,
  })
}

function idOf(value: unknown): string | number | null {
  const id = (value as { id?: unknown } | null)?.id
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function invalid(text: string, id: string | number | null = null): ProtocolRefusal {
  return new ProtocolRefusal({ status: 400, code: jsonRpcCodes.invalidRequest, message: text, id })
}
