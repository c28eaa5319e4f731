import assert from 'node:assert/strict'
import type { Context } from 'koa'
import { isoOf } from '../../base/clock.ts'
import { Conflict, DomainError, Forbidden, Unauthenticated } from '../../base/errors.ts'
import type { RequestId } from '../../base/ids.ts'
import { LeaseOver } from '../../base/lease.ts'
import type { Ticket } from '../../domain/idempotency/index.ts'
import {
  type Principal,
  requirePlatformAdmin,
  requireScope,
  requireSession,
} from '../../domain/identity/index.ts'
import { givenTwice } from '../body/fields-once.ts'
import { readJsonBody } from '../body/read-body.ts'
import { needsConfirmation } from '../confirmations.ts'
import { requireShown } from '../console/cookie.ts'
import type { HttpDeps } from '../deps.ts'
import { statusOf } from '../dialects.ts'
import { isOutOfPlace, offersOAuth } from '../oauth/offered.ts'
import { passkeyPlaceOf } from '../passkey-place.ts'
import { invalidInputOf, type Place } from '../refusals.ts'
import type { AnyRoute, Call, CallRoute, HttpFacts, RateName, Surface } from '../route.ts'
import { spokenLanguage } from '../spoken-language.ts'
import { addressOf } from './address.ts'
import { type Attempts, networkOf } from './attempts.ts'
import { isHead, sendHead, undone } from './head-request.ts'
import { paying, paymentOf } from './payments.ts'
import type { RateOwner, Rates } from './rates.ts'
import { AnsweredBefore, beginReplay, isReplayed, sendReplay, settle } from './replay.ts'

/** What counts requests across requests. */
export type Limits = { rates: Rates; attempts: Attempts }

/**
 * The way of every request: credential, permission, rate, validation, the room, the answer.
 * Errors rise to the surface's dialect.
 */
export async function respond(deps: HttpDeps, limits: Limits, call: Call): Promise<void> {
  try {
    await handle(deps, limits, call)
    // A process that stood still since its commit, or since it read, is asked once more.
    deps.requireLease()
  } catch (error) {
    if (deps.settings.checkReplies) assertDocumented(call.route, error)
    // Why something is refused may be what was committed a moment ago.
    await deps.durable()
    throw error
  }
}

/** In tests: what is refused is refused with a status that the document names. */
function assertDocumented({ id, body, errors }: AnyRoute, error: unknown): void {
  // That nobody is answered any more is said of everything.
  if (!(error instanceof DomainError) || error instanceof LeaseOver) return
  const status = statusOf(error)
  const bound = body !== undefined && status === 413
  const hasReason = error instanceof Forbidden || error instanceof Conflict
  const everywhere = hasReason && refusedEverywhere.has(error.reason)
  assert(
    bound || everywhere || errors.includes(status),
    `${id} does not document ${status}: ${error.message}`,
  )
}

/** What is asked of whoever is logged in, whatever is done. */
const refusedEverywhere = new Set([
  'tenant_suspended',
  'second_factor_required',
  'second_factor_enrolment_required',
  'confirmation_required',
  'other_user',
])

async function handle(deps: HttpDeps, limits: Limits, call: Call): Promise<void> {
  const { ctx, route } = call
  // What somebody's credential opened, or made, is for nobody else; who may keep it says so later.
  const isOpen = route.access === 'none' && route.method === 'get' && !route.ownPages
  // Paths that two surfaces share have said so, and more, already.
  if (!isOpen && !ctx.response.get('Cache-Control')) ctx.set('Cache-Control', 'no-store')
  const http = factsOf(deps, ctx)
  const asked: Asked = { call, http, principal: principalOf(deps, call) }
  if (route.rate && !isHead(ctx)) {
    await takeRate(deps, limits.rates, { ...asked, name: route.rate })
  }
  const params = check(route.params, ctx.params, 'path')
  const given = refusesInput(route) ? singleValues(ctx) : {}
  const query = route.query && check(route.query, given, 'query')
  const sent = route.body ? await readJsonBody(ctx) : { text: '', value: {} }
  const body = check(route.body, sent.value, 'body')
  if (isHead(ctx) && route.isWork) return sendHead(ctx, route)
  const { principal } = asked
  const ticket = beginReplay(deps, { call, principal, body, text: sent.text })
  try {
    // What a form says is known when its route has read it.
    const earlier = route.form ? undefined : ticket?.find(deps.db)
    if (earlier) {
      // The first request may wait for the disk yet.
      await deps.durable()
      return sendReplay(ctx, earlier)
    }
    const input = { params, query, body }
    const payment = paymentOf(ctx, call.surface)
    const work = { ...asked, input, ticket }
    const reply = await paying(deps, { route, http, payment }, () => runRoute(deps, limits, work))
    if (!route.raw) send(ctx, route, reply)
  } catch (error) {
    if (!(error instanceof AnsweredBefore)) throw error
    await deps.durable()
    sendReplay(ctx, error.reply)
  } finally {
    ticket?.release()
  }
}

/** Has the room do it, for a credential that is live throughout. Gives the body of the answer. */
async function runRoute(deps: HttpDeps, limits: Limits, work: Work): Promise<string | undefined> {
  const { call, http, principal, input } = work
  const { route } = call
  const unit = unitOfWork(deps, work)
  const callRoute = routeCaller(deps, limits, work)
  const request = {
    rooms: deps.rooms,
    principal,
    cmd: unit.command,
    ...input,
    http,
    callRoute,
    settle: (said: string) => settle(deps, work.ticket, said),
  }
  requireConfirmed(deps, work)
  const { body } = input
  const attempt = { route, http, principal, body }
  const result = await guarded(deps, limits, attempt, () => route.run(request as never))
  // What wrote has asked inside its transaction, and may itself have ended the credential.
  if (principal && !unit.wrote()) assertLive(deps, deps.db, { route, principal })
  // Nobody is told what a power cut could take back. Searches wait for their own record.
  if (!unit.wrote() && !route.isWork) await deps.durable()
  return unit.bodyOf(result)
}

/** Throws Forbidden where who sits there is to be shown again. */
function requireConfirmed({ rooms, db }: HttpDeps, { call, http, principal, input }: Work): void {
  if (!principal?.proof) return
  const asked = { rooms, principal, params: input.params, body: input.body }
  if (!needsConfirmation(call.route.id, asked)) return
  rooms.identity.requireConfirmed(db, { principal, place: passkeyPlaceOf(http) })
}

/** Lets a route call others for its caller, each as if it had been asked for by itself. */
function routeCaller(deps: HttpDeps, limits: Limits, { call, http, principal }: Asked): CallRoute {
  return async (route, parts) => {
    const asked: Asked = { call: { ...call, route }, http: { ...http, indirect: true }, principal }
    if (principal) allow(deps, principal, route)
    if (route.rate) await takeRate(deps, limits.rates, { ...asked, name: route.rate })
    const input = {
      params: check(route.params, parts.params, 'path'),
      query: check(route.query, parts.query, 'query'),
      body: check(route.body, parts.body, 'body'),
    }
    const work = { ...asked, input, ticket: undefined }
    const paid = { route, http: asked.http, payment: parts.payment }
    return (await paying(deps, paid, () => runRoute(deps, limits, work))) ?? ''
  }
}

/** Counts the attempt where the route has a guard. Throws RateLimited. */
function guarded<R>(
  { rooms }: HttpDeps,
  { attempts }: Limits,
  { route, http, principal, body }: Tried,
  run: () => R | Promise<R>,
): R | Promise<R> {
  if (!route.guard) return run()
  const { ctx, address } = http
  const account = route.idempotencyOwner?.(body) ?? principal?.sessionId ?? ''
  const device = route.knownDevice?.(rooms, body)
  return attempts[route.guard]({ ctx, address, account, device }, run)
}

type Tried = Pick<Asked, 'http' | 'principal'> & { route: AnyRoute; body: unknown }

function factsOf(deps: HttpDeps, ctx: Context): HttpFacts {
  return {
    ctx,
    requestId: ctx.state.requestId as RequestId,
    nowMs: deps.clock.nowMs(),
    baseUrl: deps.settings.baseUrl(),
    address: addressOf(ctx, deps.settings.trustedProxies),
    takesPayments: deps.rooms.ledger.takesPayments,
    takesPrograms: offersOAuth(deps.settings),
    streams: deps.streams,
    publicFace: deps.settings.publicFace,
  }
}

/** Who asks, as far as the route wants to know. Throws Unauthenticated, Forbidden, Conflict. */
function principalOf(deps: HttpDeps, call: Call): Principal | undefined {
  const { ctx, route, credential } = call
  if (route.access === 'none' && route.ownPages) {
    return credential.kind === 'browser' ? resolve(deps, call) : undefined
  }
  if (route.access === 'none' && !route.optionalCredential) return undefined
  if (route.access === 'none' && credential.kind === 'none') {
    if (!deps.settings.publicSearch) throw new Unauthenticated()
    return undefined
  }
  const principal = resolve(deps, call)
  if (!principal) throw new Unauthenticated()
  if (credential.kind === 'browser') requireShown(ctx, principal)
  allow(deps, principal, route)
  return principal
}

/** Keys speak Surface A and B, sessions B and C (our choice, "Who speaks which surface"). */
function resolve({ rooms: { identity }, settings }: HttpDeps, call: Call): Principal | undefined {
  const { route, credential, surface } = call
  if (credential.kind === 'key' && surface !== 'wallet') {
    const principal = identity.principalOfKey(credential.text)
    return isOutOfPlace(settings, route, principal) ? undefined : principal
  }
  if (credential.kind === 'session' && surface !== 'agent') {
    return identity.principalOfToken(credential.text)
  }
  if (credential.kind === 'browser' && surface !== 'agent') {
    return identity.principalOfToken(credential.text, 'browser')
  }
  if (credential.kind === 'operator' && surface === 'v1') {
    return identity.principalOfOperator(credential.tenant)
  }
  return undefined
}

function allow(deps: HttpDeps, principal: Principal, route: AnyRoute): void {
  const { access, optionalCredential, evenSuspended, evenUnproven } = route
  if (!evenSuspended) deps.rooms.identity.requireActive(deps.db, principal)
  if (!evenUnproven) deps.rooms.identity.requireSecondFactor(deps.db, principal)
  if (typeof access === 'object') requireScope(principal, access.scope)
  if (optionalCredential) requireScope(principal, optionalCredential)
  if (access === 'session') requireSession(principal)
  if (access === 'platform_admin') requirePlatformAdmin(principal)
}

async function takeRate(deps: HttpDeps, rates: Rates, asked: Asked & { name: RateName }) {
  const { principal, http, name } = asked
  await rates.take(http.ctx, { name, owners: rateOwners(deps, { principal, http, name }) })
}

/** A search counts for its key and for all that this one comes from. */
function rateOwners(
  { settings }: HttpDeps,
  { principal, http, name }: Pick<Asked, 'principal' | 'http'> & { name: RateName },
): RateOwner[] {
  const { searchRatePerMinute, walletRatesPerMinute } = settings
  const usual = name === 'search' ? searchRatePerMinute : walletRatesPerMinute[name]
  if (name === 'search' && principal && principal.line.length > 0) {
    return principal.line.map(({ apiKeyId: owner, ratePerMinute }) => ({
      owner,
      perMinute: ratePerMinute ?? usual,
    }))
  }
  const owner = principal?.principalId ?? `address ${networkOf(http.address)}`
  return [{ owner, perMinute: usual }]
}

/** Where nothing is wrong in a request but what it asks for, a parameter is not looked at. */
function refusesInput({ query, errors }: AnyRoute): boolean {
  return query !== undefined || errors.includes(400)
}

/** A parameter that is there twice says two things, also one that nobody asks about. */
function singleValues(ctx: Context): Record<string, unknown> {
  for (const [name, value] of Object.entries(ctx.query)) {
    if (Array.isArray(value)) throw givenTwice(name)
  }
  return ctx.query
}

function check(schema: AnyRoute['body'], value: unknown, place: Place): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (!result.success) throw invalidInputOf(result.error, place, value)
  return result.data
}

type Asked = { call: Call; http: HttpFacts; principal: Principal | undefined }
type Input = { params: unknown; query: unknown; body: unknown }
type Work = Asked & { input: Input; ticket: Ticket | undefined }

/**
 * The command's transaction: the credential must still be live in it, and the answer of a request
 * with an Idempotency-Key is stored in it.
 */
function unitOfWork(deps: HttpDeps, { call, http, principal, ticket }: Work) {
  const { route, surface } = call
  const commit = isHead(http.ctx) ? undone(deps.write) : deps.write
  let stored: { by: unknown; result: unknown; body: string | undefined } | undefined
  // In tests whatever could be asked for with a key is written as if it had been.
  const checks = deps.settings.checkReplies && isReplayed(route, surface)
  let wrote = false

  const render = (result: unknown) => renderBody(deps, { route, surface, http, result })

  const write: HttpDeps['write'] = (fn, manner) =>
    commit((tx) => {
      if (principal) assertStillMay(deps, tx, { route, principal })
      const result = fn(tx)
      wrote = true
      if (route.answersLater || (!ticket && !checks)) return result
      assert(stored === undefined || stored.by === fn, `${route.id} writes more than once`)
      stored = { by: fn, result, body: render(result) }
      ticket?.store(tx, { status: route.status, body: stored.body ?? '' })
      return result
    }, manner)

  async function kept(keeper: Ticket, result: unknown): Promise<string | undefined> {
    const body = render(result)
    await commit((tx) => keeper.store(tx, { status: route.status, body: body ?? '' }))
    return body
  }

  return {
    command: {
      principal,
      requestId: http.requestId,
      write,
      // Few ask.
      get spoken() {
        return spokenLanguage(http.ctx)
      },
      isStored: ticket !== undefined,
    },
    wrote: () => wrote,
    bodyOf(result: unknown): string | undefined | Promise<string | undefined> {
      if (ticket && route.answersLater) return kept(ticket, result)
      if (!stored) return render(result)
      assert(stored.result === result, `${route.id} returns something else than it wrote`)
      return stored.body
    },
  }
}

function assertLive(
  { rooms: { identity } }: HttpDeps,
  db: HttpDeps['db'],
  { route, principal }: { route: AnyRoute; principal: Principal },
): void {
  identity.assertLive(db, principal)
  if (!route.evenSuspended) identity.requireActive(db, principal)
}

/** What refuses nobody for want of a right does not ask whether one was lost meanwhile. */
function assertStillMay(
  { rooms: { identity } }: HttpDeps,
  db: HttpDeps['db'],
  { route, principal }: { route: AnyRoute; principal: Principal },
): void {
  if (route.errors.includes(403)) identity.assertStillMay(db, principal)
  else identity.assertLive(db, principal)
  if (!route.evenSuspended) identity.requireActive(db, principal)
}

function renderBody(
  deps: HttpDeps,
  part: { route: AnyRoute; surface: Surface; http: HttpFacts; result: unknown },
): string | undefined {
  const { route, surface, http, result } = part
  if (route.status === 204 || route.reply === null || route.raw) return undefined
  const reply = route.present ? route.present(result as never, http, deps.rooms) : result
  if (deps.settings.checkReplies) route.reply.parse(reply)
  if (surface !== 'v1') return JSON.stringify(reply)
  return JSON.stringify({
    data: reply,
    request_id: http.requestId,
    timestamp: isoOf(http.nowMs),
  })
}

function send(ctx: Context, route: AnyRoute, body: string | undefined): void {
  ctx.status = route.status
  if (body === undefined) {
    ctx.body = null
    return
  }
  ctx.type = 'application/json'
  ctx.body = body
}
