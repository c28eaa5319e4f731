import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type JSONRPCMessage,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Context } from 'koa'
import { InvalidInput } from '../../../base/errors.ts'
import { parseJson, readBodyText } from '../../body/read-body.ts'
import { withPlainErrors } from './plain-errors.ts'
import { jsonRpcCodes, ProtocolRefusal, screen } from './screen.ts'
import { handshakeVersions } from './versions.ts'

/** Makes what answers one message; in the way of 2026-07-28 or of the versions before it. */
export type MakeServer = (era: 'modern' | 'legacy') => Server

/**
 * One message in, one answer out; nothing is kept between two of them. Refusals of the protocol
 * are JSON-RPC errors. Throws TooLarge.
 */
export async function exchange(ctx: Context, makeServer: MakeServer): Promise<void> {
  let response: Response
  try {
    const body = screen(await bodyOf(ctx), header(ctx, 'mcp-protocol-version'))
    response = await responseTo(requestOf(ctx), body, makeServer)
    // A batch of one is answered with a list of one.
    if (Array.isArray(body) && response.status === 200) response = await listed(response)
  } catch (error) {
    if (!(error instanceof ProtocolRefusal)) throw error
    const { status, id, code, message } = error
    response = Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status })
  }
  await send(ctx, response)
}

async function bodyOf(ctx: Context): Promise<unknown> {
  if (!isJsonContentType(ctx.get('content-type'))) {
    const message = 'Send content-type: application/json.'
    throw new ProtocolRefusal({ status: 415, code: jsonRpcCodes.invalidRequest, message })
  }
  try {
    return parseJson(await readBodyText(ctx))
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    const { message } = error
    throw new ProtocolRefusal({ status: 400, code: jsonRpcCodes.parse, message })
  }
}

async function responseTo(
  request: Request,
  body: JSONRPCMessage | JSONRPCMessage[],
  makeServer: MakeServer,
): Promise<Response> {
  if (!(await isLegacyRequest(request, body))) {
    const handler = createMcpHandler(() => makeServer('modern'), { legacy: 'reject' })
    return handler.fetch(request, { parsedBody: body })
  }
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    supportedProtocolVersions: handshakeVersions,
  })
  const server = makeServer('legacy')
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}

/** The headers that the protocol knows. The credential stays here. */
const protocolHeaders = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/** The address does not matter. Every client can read JSON, whatever it says that it accepts. */
function requestOf(ctx: Context): Request {
  const sent = protocolHeaders.flatMap((name) => {
    const value = header(ctx, name)
    return value === undefined ? [] : [[name, value] as [string, string]]
  })
  const headers = [...sent, ['accept', 'application/json, text/event-stream'] as [string, string]]
  return new Request('http://localhost/mcp', { method: 'POST', headers })
}

function header(ctx: Context, name: string): string | undefined {
  return ctx.get(name) || undefined
}

async function listed(response: Response): Promise<Response> {
  const message: unknown = await response.json()
  return Response.json(Array.isArray(message) ? message : [message])
}

async function send(ctx: Context, response: Response): Promise<void> {
  const text = withPlainErrors(await response.text())
  ctx.body = text === '' ? null : text
  ctx.status = response.status
  if (text !== '') ctx.type = response.headers.get('content-type') ?? 'application/json'
}
