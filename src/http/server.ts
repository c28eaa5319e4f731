import helmet from 'helmet'
import Koa, { type Context } from 'koa'
import { DomainError, NotFound, RateLimited, Unauthenticated } from '../base/errors.ts'
import { adviceOn } from '../base/no-room.ts'
import { applicationScopes } from '../domain/identity/index.ts'
import { type Locale, locales } from '../domain/mail/index.ts'
import { refuseBodyBy, throwEarly } from './connections/early-refusals.ts'
import { settleBody } from './connections/settle-body.ts'
import { cookieToken, requireOwnPage } from './console/cookie.ts'
import { sendRefusalPage, wantsPage } from './console/pages.ts'
import { serveConsole } from './console/serve-console.ts'
import { type Credential, credentialOf } from './credential.ts'
import { announceEnd } from './deprecation.ts'
import type { HttpDeps } from './deps.ts'
import { refusalOf } from './dialects.ts'
import { addressOf } from './dispatch/address.ts'
import { networkOf, openAttempts } from './dispatch/attempts.ts'
import { type Handler, leadTo } from './dispatch/lead.ts'
import { offerHeader, paymentHeaders } from './dispatch/payments.ts'
import { sayLeft } from './dispatch/rate-headers.ts'
import { openRates } from './dispatch/rates.ts'
import { respond } from './dispatch/respond.ts'
import { compress } from './middleware/compress.ts'
import { identifyAndLog } from './middleware/identify-and-log.ts'
import { knownHosts, knownOrigins, mcpPath } from './middleware/known-callers.ts'
import { serveMetrics } from './middleware/metrics.ts'
import { shedLoad } from './middleware/shed-load.ts'
import { whileLeased } from './middleware/while-leased.ts'
import { challengeOf, offersOAuth } from './oauth/offered.ts'
import { MethodNotAllowed } from './refusals.ts'
import type { AnyRoute, Method, Surface } from './route.ts'
import { allRoutes, type Mounted, resembledSurface } from './surfaces.ts'

/** The Koa application with all surfaces mounted, in the order in which a request meets it. */
export function httpApp(deps: HttpDeps, all: Mounted[] = allRoutes()): Koa {
  const { console, oauth } = deps.settings
  const open = console ? all : all.filter((mount) => !isOfConsole(mount))
  const mounts = console && oauth ? open : open.filter((mount) => !isOfOAuth(mount))
  const app = new Koa()
  app.silent = true
  app.use(whileLeased(deps))
  app.use(identifyAndLog(deps))
  app.use(securityHeaders(deps))
  app.use(compress())
  app.use(settleBody)
  app.use(refusals(deps))
  app.use(throwEarly)
  app.use(watchUnfinished(deps))
  app.use(knownHosts(deps))
  app.use(knownOrigins(deps, { paths: publicPaths(mounts), expose: exposed(deps) }))
  app.use(shedLoad(deps))
  if (deps.metrics) app.use(serveMetrics(deps.metrics))
  app.use(leadTo(handlersOf(deps, mounts)))
  app.use(serveConsole(deps))
  return app
}

function isOfConsole({ route }: Mounted): boolean {
  return route.path.startsWith('/console/')
}

function isOfOAuth({ surface, route }: Mounted): boolean {
  return surface === 'oauth' || route.path.startsWith('/v1/oauth/')
}

/** What can be asked without a credential where the operator says so. */
function publicPaths(mounts: Mounted[]): Set<string> {
  const open = mounts.filter(({ route }) => route.optionalCredential !== undefined)
  return new Set(open.map(({ route }) => route.path))
}

/** What a page of another origin may read of an answer, beside what browsers let it read anyway. */
const exposedHeaders = [
  ...['x-request-id', 'retry-after', 'ratelimit', 'ratelimit-policy', 'allow'],
  ...['etag', 'content-disposition', 'content-range', 'accept-ranges'],
  ...['x-total-count', 'idempotent-replayed'],
  ...['deprecation', 'sunset'],
]

function exposed({ rooms }: HttpDeps): string[] {
  return rooms.ledger.takesPayments ? [...exposedHeaders, ...paymentHeaders] : exposedHeaders
}

type Next = () => Promise<unknown>

/** They say the same of every answer: asked for once. */
function securityHeaders({ settings }: HttpDeps) {
  const [plain, secure] = [headersOfHelmet(false), headersOfHelmet(true)]
  return (ctx: Context, next: Next) => {
    // Without a setting the address is known once the server listens.
    const headers = settings.baseUrl().startsWith('https:') ? secure : plain
    for (const [name, value] of headers) ctx.res.setHeader(name, value)
    return next()
  }
}

function headersOfHelmet(strictTransportSecurity: boolean): ReadonlyMap<string, string> {
  const set = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } },
    strictTransportSecurity,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  const headers = new Map<string, string>()
  const answer = { setHeader: headers.set.bind(headers), removeHeader() {} }
  set({} as never, answer as never, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}

/** Turns what was thrown into the dialect of the surface, also for paths that nobody serves. */
function refusals(deps: HttpDeps) {
  return async (ctx: Context, next: Next) => {
    try {
      await next()
      if (ctx.state.route === undefined) throw new NotFound('path')
    } catch (error) {
      if (!(error instanceof DomainError)) {
        const advice = adviceOn(error)
        const requestId = String(ctx.state.requestId)
        const facts = { requestId, ...(ctx.state.traced as object), ...(advice && { advice }) }
        deps.log.error({ err: error, ...facts }, 'failed')
      }
      if (ctx.headerSent || !ctx.writable) return void ctx.res.destroy()
      putRefusal(deps, ctx, error)
    }
  }
}

function putRefusal(deps: HttpDeps, ctx: Context, error: unknown): void {
  const { clock, settings, rooms } = deps
  const surface = (ctx.state.surface as Surface | undefined) ?? resembledSurface(ctx)
  const refusal = refusalOf(error, surface, {
    requestId: String(ctx.state.requestId),
    nowMs: clock.nowMs(),
    baseUrl: settings.baseUrl(),
    takesPayments: rooms.ledger.takesPayments,
  })
  ctx.status = refusal.status
  ctx.set(refusal.headers)
  if (error instanceof RateLimited) sayLimit(ctx, error)
  if (error instanceof Unauthenticated && ctx.path === mcpPath && offersOAuth(settings)) {
    const scope = applicationScopes.join(' ')
    ctx.set('www-authenticate', challengeOf({ baseUrl: settings.baseUrl(), scope }))
  }
  ctx.set(offerHeader(deps, error, { ctx, surface }))
  const wish = ctx.state.showsPages as AnyRoute['showsPages']
  if (wish !== undefined && wantsPage(ctx)) {
    const chosen = chosenLanguage(deps, ctx)
    sendRefusalPage(ctx, { wish, error, baseUrl: settings.baseUrl(), chosen })
    return
  }
  ctx.type = 'application/json'
  ctx.body = JSON.stringify(refusal.body)
}

/** Of the page, or of whoever is logged in at this browser; pages of other sites read neither. */
function chosenLanguage({ rooms, settings }: HttpDeps, ctx: Context): Locale | undefined {
  const ofPage = locales.find((locale) => locale === ctx.query.lang)
  const token = settings.console ? cookieToken(ctx, settings.baseUrl()) : undefined
  if (ofPage || token === undefined) return ofPage
  const principal = rooms.identity.principalOfToken(token, 'browser')
  return principal && rooms.mail.chosenLanguage(principal)
}

/** A limit that a room keeps: whatever else is left, of this one nothing is. */
function sayLimit(ctx: Context, { reason = 'requests', limit, retryAfterSeconds }: RateLimited) {
  if (limit) sayLeft(ctx, { name: reason, ...limit, left: 0, seconds: retryAfterSeconds })
}

/**
 * Has the request watched until it is over. One whose body does not come is refused while somebody
 * waits for it: that ends with the connection.
 */
function watchUnfinished(deps: HttpDeps) {
  const { unfinished, settings } = deps
  return async (ctx: Context, next: Next) => {
    const refuse = (error: DomainError) => {
      ctx.req.pause()
      putRefusal(deps, ctx, error)
      ctx.set('Connection', 'close')
      ctx.respond = false
      // Whoever waits for more of it hears that nothing comes.
      ctx.res.once('close', () => ctx.req.destroy()).end(ctx.body)
    }
    unfinished.watch(ctx, { address: networkOf(addressOf(ctx, settings.trustedProxies)), refuse })
    refuseBodyBy(ctx, refuse)
    await next()
  }
}

/**
 * One handler per path, which knows all methods and surfaces of it. Paths that two surfaces
 * share are settled here and nowhere else: the credential decides, never the query.
 */
function handlersOf(deps: HttpDeps, routes: Mounted[]): Map<string, Handler> {
  const limits = { rates: openRates(), attempts: openAttempts(deps.settings) }
  const handlers = new Map<string, Handler>()
  for (const [path, mounts] of byPath(routes)) {
    const shared = new Set(mounts.map(({ surface }) => surface)).size > 1
    handlers.set(path, async (ctx) => {
      ctx.state.route = path
      ctx.state.surface = shared ? 'agent' : mounts[0]?.surface
      if (shared) markShared(ctx)
      const baseUrl = deps.settings.baseUrl()
      const credential = credentialOf(ctx, deps.settings)
      const surface = shared ? speaker(credential) : (mounts[0] as Mounted).surface
      ctx.state.surface = surface
      if (shared) requireSpeaker(mounts, credential, ctx.method)
      const route = pick(mounts, surface, ctx.method)
      announceEnd(ctx, route)
      ctx.state.showsPages = route.showsPages
      ctx.state.givesSecret = route.givesSecret
      if (isForOwnPages(route, { credential, surface })) requireOwnPage(ctx, baseUrl)
      await respond(deps, limits, { ctx, surface, route, credential })
    })
  }
  return handlers
}

function byPath(mounts: Mounted[]): Map<string, Mounted[]> {
  const groups = new Map<string, Mounted[]>()
  for (const mount of mounts) {
    const group = groups.get(mount.route.path) ?? []
    groups.set(mount.route.path, [...group, mount])
  }
  return groups
}

/** A session speaks Surface C, everything else Surface A. */
function speaker(credential: Credential): Surface {
  return isOfPerson(credential) ? 'wallet' : 'agent'
}

function isOfPerson({ kind }: Credential): boolean {
  return kind === 'session' || kind === 'browser'
}

/** Where it would count that a browser is logged in: keys alone speak Surface A. */
function isForOwnPages(
  { access, ownPages, optionalCredential }: AnyRoute,
  { credential, surface }: { credential: Credential; surface: Surface },
): boolean {
  if (ownPages) return true
  if (credential.kind !== 'browser' || surface === 'agent') return false
  return access !== 'none' || optionalCredential !== undefined
}

/** Who shows nothing is told that, and not that the other surface has no such method. */
function requireSpeaker(mounts: Mounted[], credential: Credential, sent: string): void {
  if (credential.kind === 'key' || isOfPerson(credential)) return
  const served = mounts.filter(({ route }) => route.method === sent.toLowerCase())
  if (served.length > 0 && served.every(({ surface }) => surface === 'wallet')) {
    throw new Unauthenticated()
  }
}

function markShared(ctx: Context) {
  ctx.vary(['Authorization', 'X-API-Key', 'Cookie'])
  ctx.set('Cache-Control', 'private, no-store')
}

function pick(mounts: Mounted[], surface: Surface, sent: string) {
  const ours = mounts.filter((mount) => mount.surface === surface).map(({ route }) => route)
  const method = (sent === 'HEAD' ? 'GET' : sent).toLowerCase() as Method
  const route = ours.find((candidate) => candidate.method === method)
  if (route) return route
  const methods = ours.map((candidate) => candidate.method.toUpperCase())
  throw new MethodNotAllowed(methods.includes('GET') ? [...methods, 'HEAD'] : methods)
}
