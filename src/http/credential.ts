import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { InvalidInput } from '../base/errors.ts'
import { cookieToken } from './console/cookie.ts'

/** What the request shows, before anybody has looked whether it is genuine. */
export type Credential =
  | { kind: 'none' }
  | { kind: 'key'; text: string }
  | { kind: 'session'; text: string }
  | { kind: 'browser'; text: string }
  | { kind: 'operator'; tenant: string }
  | { kind: 'unknown' }

/** Requests that came by the folder's own socket, and the tenant that they are for. */
const ofOperators = new WeakMap<IncomingMessage, string>()

/** From here on the request is that of whoever may open the data folder. No header can say so. */
export function markOperator(req: IncomingMessage, tenant: string): void {
  ofOperators.set(req, tenant)
}

/**
 * Exactly one credential (spec 5.2 rule 2): `x-api-key`, or a bearer that is an API key
 * (`kontor_…`) or a session token (`sess_…`). Other Authorization schemes belong to somebody else,
 * a proxy for example, and are ignored. The cookie of a browser is one as well; whether it counts
 * is asked where it is looked at; where browsers have no sessions it is none. Throws InvalidInput
 * when two are sent.
 */
export function credentialOf(
  ctx: Context,
  settings: { baseUrl: () => string; console: boolean },
): Credential {
  const tenant = ofOperators.get(ctx.req)
  if (tenant !== undefined) return { kind: 'operator', tenant }
  const key = ctx.get('x-api-key')
  const bearer = /^bearer +(\S+)$/i.exec(ctx.get('authorization').trim())?.[1]
  const cookie = settings.console ? cookieToken(ctx, settings.baseUrl()) : undefined
  if (key !== '' && bearer !== undefined) throw two(either)
  if (cookie !== undefined && (key !== '' || bearer !== undefined)) throw two(beside)
  if (cookie !== undefined) return { kind: 'browser', text: cookie }
  if (key !== '') return { kind: 'key', text: key }
  if (bearer === undefined) return { kind: 'none' }
  if (bearer.startsWith('kontor_')) return { kind: 'key', text: bearer }
  if (bearer.startsWith('sess_')) return { kind: 'session', text: bearer }
  return { kind: 'unknown' }
}

const either = 'either Authorization: Bearer or X-API-Key, not both.'
const beside = 'the cookie of a browser session, or Authorization or X-API-Key, not both.'

function two(which: string): InvalidInput {
  return new InvalidInput({
    field: 'authorization',
    reason: 'two_credentials',
    message: `Send one credential: ${which}`,
  })
}
