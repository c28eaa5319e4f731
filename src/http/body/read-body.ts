import type { Context } from 'koa'
import getRawBody from 'raw-body'
import { InvalidInput, TooLarge } from '../../base/errors.ts'

/** JSON bodies above this are refused with 413 before they are read whole. */
export const jsonBodyMaxBytes = 1024 * 1024
/** Deeper nesting has no use in this interface and only costs time to walk. */
const jsonDepthMax = 32

/** The request's JSON body; an absent or empty one is an empty object. */
export async function readJsonBody(ctx: Context): Promise<{ text: string; value: unknown }> {
  if (!hasBody(ctx)) return { text: '', value: {} }
  const type = ctx.get('content-type')
  if (type !== '' && !ctx.is('json', '+json')) {
    throw badBody({
      reason: 'content_type',
      message: 'The body must be JSON: send content-type: application/json.',
    })
  }
  const text = await readBodyText(ctx)
  if (text.trim() === '') return { text: '', value: {} }
  const value = parseJson(text)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw badBody({ reason: 'invalid_type', message: 'The body must be a JSON object.' })
  }
  return { text, value }
}

function hasBody(ctx: Context): boolean {
  const length = ctx.get('content-length')
  return ctx.get('transfer-encoding') !== '' || (length !== '' && length !== '0')
}

/** The body as text of at most 1 MiB. Throws TooLarge and InvalidInput. */
export async function readBodyText(ctx: Context): Promise<string> {
  return decode(await readBytes(ctx))
}

async function readBytes(ctx: Context): Promise<Buffer> {
  if (ctx.get('content-encoding') !== '' && ctx.get('content-encoding') !== 'identity') {
    throw badBody({ reason: 'content_encoding', message: 'The body must not be compressed.' })
  }
  try {
    return await getRawBody(ctx.req, { limit: jsonBodyMaxBytes, length: ctx.get('content-length') })
  } catch (error) {
    if ((error as { type?: string }).type === 'entity.too.large') {
      throw new TooLarge({
        message: 'The body is larger than 1 MiB.',
        limitBytes: jsonBodyMaxBytes,
      })
    }
    throw badBody({ reason: 'incomplete', message: 'The body did not arrive as announced.' })
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badBody({ reason: 'encoding', message: 'The body must be UTF-8.' })
  }
}

/** Any JSON value that is not hostile. Throws InvalidInput. */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw badBody({ reason: 'malformed_json', message: 'The body is not valid JSON.' })
  }
  inspect(value, 0)
  return value
}

function inspect(value: unknown, depth: number): void {
  if (value === null || typeof value !== 'object') return
  if (depth > jsonDepthMax)
    throw badBody({ reason: 'too_deep', message: 'The body is nested too deeply.' })
  for (const key of Object.keys(value)) {
    if (key === '__proto__')
      throw badBody({ reason: 'forbidden_key', message: 'The body must not have a __proto__ key.' })
    inspect((value as Record<string, unknown>)[key], depth + 1)
  }
}

function badBody(problem: { reason: string; message: string }): InvalidInput {
  return new InvalidInput({ field: 'body', ...problem })
}
