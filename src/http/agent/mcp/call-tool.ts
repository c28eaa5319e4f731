import type { CallToolResult } from '@modelcontextprotocol/server'
import {
  DomainError,
  InvalidInput,
  RateLimited,
  Saturated,
  Unauthenticated,
} from '../../../base/errors.ts'
import { refusalOf } from '../../dialects.ts'
import { invalidInputOf } from '../../refusals.ts'
import type { HttpFacts, Perform } from '../../route.ts'
import type { Tool } from './tool.ts'

type Arguments = Readonly<Record<string, unknown>>
export type Desk = { perform: Perform; http: HttpFacts }

/**
 * Carries a tool's route out. What the route refuses is a tool error in the words of Surface A.
 * Throws Unauthenticated, which ends the whole exchange, and failures of ours.
 */
export async function callTool(
  { perform, http }: Desk,
  tool: Tool,
  sent: Arguments,
): Promise<CallToolResult> {
  try {
    const own = ownArguments(tool, sent)
    const text = await perform(tool.route, { [tool.place]: routeArguments(tool, sent) })
    return result(tool.shorten ? tool.shorten(JSON.parse(text), own) : JSON.parse(text))
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof Unauthenticated) throw error
    return toolError(inWordsOf(tool, error), http)
  }
}

function result(reply: object): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(reply) }],
    structuredContent: reply as Record<string, unknown>,
  }
}

/** Without structuredContent: clients hold that against the schema of results. */
function toolError(error: DomainError, http: HttpFacts): CallToolResult {
  const { body } = refusalOf(error, 'agent', http)
  const waits = error instanceof RateLimited || error instanceof Saturated
  const wait = waits ? { retry_after_seconds: error.retryAfterSeconds } : {}
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ ...body, ...wait }) }] }
}

function ownArguments({ own }: Tool, sent: Arguments): unknown {
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

/** A rule that names the route's field names the argument instead. */
function inWordsOf({ names }: Tool, error: DomainError): DomainError {
  if (!(error instanceof InvalidInput)) return error
  const argument = Object.keys(names).find((name) => names[name] === error.field)
  if (argument === undefined || !error.message.startsWith(error.field)) return error
  const { field, reason, facts, message } = error
  return new InvalidInput({
    ...{ field: argument, reason, facts },
    message: argument + message.slice(field.length),
  })
}
