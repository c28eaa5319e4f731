import type { Context } from 'koa'
import { InvalidInput } from '../../base/errors.ts'
import { canonicalJson } from '../../base/json.ts'
import type { StoredReply, Ticket } from '../../domain/idempotency/index.ts'
import type { Principal } from '../../domain/identity/index.ts'
import type { HttpDeps } from '../deps.ts'
import type { Call } from '../route.ts'

/**
 * Starts the protection of a POST that carries an Idempotency-Key (spec 4.2, 7.1), per credential
 * and route. The whole request counts as its body: path and query too.
 */
export function beginReplay(
  deps: HttpDeps,
  request: { call: Call; principal: Principal | undefined; body: unknown; text: string },
): Ticket | undefined {
  const { call, principal, body, text } = request
  const { ctx, route, surface } = call
  if (!isReplayed(route, surface)) return undefined
  if (ctx.req.headers['idempotency-key'] === undefined) return undefined
  const rawKey = ctx.get('idempotency-key')
  if (!/^[\x20-\x7e]{1,255}$/.test(rawKey)) {
    throw new InvalidInput({
      field: 'Idempotency-Key',
      reason: 'invalid_format',
      message: 'Idempotency-Key must have 1 to 255 printable characters.',
    })
  }
  const owner = principal?.principalId ?? route.idempotencyOwner?.(body as never)
  if (owner === undefined) return undefined
  return deps.rooms.idempotency.begin({
    owner,
    route: route.id,
    rawKey,
    body: canonicalJson([ctx.path, ctx.querystring, text]),
  })
}

/** Whether an answer is kept, where the caller names an Idempotency-Key. */
export function isReplayed(route: Call['route'], surface: Call['surface']): boolean {
  if (route.method !== 'post' || route.neverReplayed) return false
  return surface === 'v1' || surface === 'wallet'
}

/** For the way out of a handler that has read by itself what was answered before. */
export class AnsweredBefore extends Error {
  override readonly name = 'AnsweredBefore'
  readonly reply: StoredReply
  constructor(reply: StoredReply) {
    super('this request was answered before')
    this.reply = reply
  }
}

/** What a handler has read by itself is of the request, too. Throws AnsweredBefore, Conflict. */
export function settle({ db }: HttpDeps, ticket: Ticket | undefined, said: string): void {
  const earlier = ticket?.find(db, said)
  if (earlier) throw new AnsweredBefore(earlier)
}

/** The answer that the first request got, word for word. */
export function sendReplay(ctx: Context, { status, body }: StoredReply): void {
  ctx.status = status
  ctx.set('Idempotent-Replayed', 'true')
  if (body === '') {
    ctx.body = null
    return
  }
  ctx.type = 'application/json'
  ctx.body = body
}
