import type { CallToolResult } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import {
  DomainError,
  PaymentRequired,
  RateLimited,
  Saturated,
  Unauthenticated,
} from '../../../base/errors.ts'
import type { PaymentOffer, PaymentSettlement } from '../../../domain/ledger/index.ts'
import { refusalOf } from '../../dialects.ts'
import { inOurWords, invalidInputOf } from '../../refusals.ts'
import type { CallRoute, HttpFacts } from '../../route.ts'
import type { Tool } from './tool.ts'

type Arguments = Readonly<Record<string, unknown>>
export type ToolContext = {
  callRoute: CallRoute
  http: HttpFacts
  /** How a refusal can be answered with a payment, where it can. */
  offer(error: PaymentRequired, tool: Tool): PaymentOffer | undefined
}
/** What a client sent: the arguments, and a payment in `_meta["x402/payment"]`. */
export type Sent = { arguments: Arguments; payment: unknown }

/**
 * Runs a tool's route. What the route refuses is a tool error in the words of Surface A.
 * Throws Unauthenticated, which ends the whole exchange, and failures of ours.
 */
export async function callTool(
  context: ToolContext,
  tool: Tool,
  { arguments: sent, payment: payload }: Sent,
): Promise<CallToolResult> {
  let settled: PaymentSettlement | undefined
  const told = () => (settled === undefined ? {} : { _meta: { 'x402/payment-response': settled } })
  const payment = payload === undefined ? undefined : { payload, settled: onSettled }
  function onSettled(settlement: PaymentSettlement) {
    settled = settlement
  }
  try {
    const own = ownArguments(tool, sent)
    const asked = { [tool.place]: routeArguments(tool, sent), payment }
    const text = await context.callRoute(tool.route, asked)
    const reply = tool.shorten
      ? tool.shorten(JSON.parse(text), { ...sent, ...own })
      : JSON.parse(text)
    return { ...withLeftOut(result(reply), leftOut(tool, sent)), ...told() }
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof Unauthenticated) throw error
    const refused = toolError(inOurWords(error, tool.names), context, tool)
    return { ...withLeftOut(refused, leftOut(tool, sent)), ...told() }
  }
}

/** Enough to see what is wrong. */
const strangersMax = 5
const strangerCharsMax = 40

/** Arguments that the tool does not have. They are ignored, as they are over HTTP. (our choice) */
function leftOut({ route, place, names, own }: Tool, sent: Arguments): string[] {
  const renamed = Object.values(names)
  const ofRoute = Object.keys((route[place] as z.ZodObject).shape)
  const kept = ofRoute.filter((name) => !renamed.includes(name))
  const known = new Set([...kept, ...Object.keys(names), ...Object.keys(own?.shape ?? {})])
  return Object.keys(present(sent)).filter((name) => !known.has(name))
}

/** Said beside the result: a model that sends `top_k` would pay for more hits than it meant. */
function withLeftOut(result: CallToolResult, strangers: readonly string[]): CallToolResult {
  if (strangers.length === 0) return result
  const shown = strangers.slice(0, strangersMax).map((name) => name.slice(0, strangerCharsMax))
  const text = `Not an argument of this tool, and left out: ${shown.join(', ')}.`
  return { ...result, content: [...result.content, { type: 'text', text }] }
}

function result(reply: object): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(reply) }],
    structuredContent: reply as Record<string, unknown>,
  }
}

/** Without structuredContent: clients hold that against the schema of results. */
function toolError(error: DomainError, { http, offer }: ToolContext, tool: Tool): CallToolResult {
  const { body } = refusalOf(error, 'agent', http)
  const data = error instanceof PaymentRequired ? offer(error, tool) : undefined
  // Where clients of x402 look for it, beside our own shape. (x402 version 2, MCP transport)
  const x402 = data ? { 'x402/error': { code: 402, message: error.message, data } } : {}
  const waits = error instanceof RateLimited || error instanceof Saturated
  const wait = waits ? { retry_after_seconds: error.retryAfterSeconds } : {}
  return {
    isError: true,
    content: [{ type: 'text', text: JSON.stringify({ ...body, ...wait, ...x402 }) }],
  }
}

function ownArguments({ own }: Tool, sent: Arguments): object {
  const parsed = own?.safeParse(present(sent))
  if (parsed?.error) throw invalidInputOf(parsed.error, 'body', sent)
  return parsed?.data ?? {}
}

/**
 * The arguments under the route's names. In a query everything is text, so numbers and truth
 * values become text first: the route's own schema then decides, as it does over HTTP.
 */
function routeArguments({ names, place }: Tool, sent: Arguments): Arguments {
  const renamed = new Set(Object.values(names))
  const entries = Object.entries(present(sent)).filter(([name]) => !renamed.has(name))
  return Object.fromEntries(
    entries.map(([name, value]) => [
      Object.hasOwn(names, name) ? names[name] : name,
      place === 'query' && /^(number|boolean)$/.test(typeof value) ? String(value) : value,
    ]),
  )
}

/** Many models send null for an argument that they leave out. */
function present(sent: Arguments): Arguments {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))
}
