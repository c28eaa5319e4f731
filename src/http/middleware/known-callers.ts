import { isIP } from 'node:net'
import cors from '@koa/cors'
import type { Context } from 'koa'
import { Forbidden, InvalidInput } from '../../base/errors.ts'
import type { HttpDeps, HttpSettings } from '../deps.ts'

type Next = () => Promise<unknown>

export const mcpPath = '/mcp'
/** Asked by machines that know an address and no name; they show nothing of anybody's. */
const unnamed = new Set(['/livez', '/readyz', '/health', '/metrics'])

/**
 * Keeps out web pages that have their own name point to this server (DNS rebinding): a browser
 * takes both for one, and sends that name as Host. (our choice: Host is that of the base URL, a
 * loopback one, or listed; but for MCP any address will do, for a page cannot have one that is
 * ours)
 */
export function knownHosts({ settings }: Pick<HttpDeps, 'settings'>) {
  return async (ctx: Context, next: Next) => {
    if (!unnamed.has(ctx.path)) requireHost(ctx, settings)
    await next()
  }
}

function requireHost(ctx: Context, { baseUrl, allowedHosts }: HttpSettings): void {
  const isMcp = ctx.path === mcpPath
  const header = ctx.get('host')
  if (header === '' && !isMcp) {
    // Before HTTP/1.1 there was none, and no browser is that old.
    if (ctx.req.httpVersion === '1.0') return
    ctx.set('Connection', 'close')
    throw new InvalidInput({ field: 'Host', reason: 'required', message: 'Host is required.' })
  }
  const name = hostNameOf(header)
  const listed = allowedHosts.map((host) => host.toLowerCase())
  if (name !== undefined && [hostOf(baseUrl()), ...listed].includes(name)) return
  if (name !== undefined && (isLoopback(name) || (!isMcp && isAddress(name)))) return
  throw new Forbidden({
    reason: 'host',
    message: 'This host name is not known here. The operator can list it in KONTOR_ALLOWED_HOSTS.',
  })
}

/** For a page that is read by whoever asks, from wherever: public search. */
type Open = { paths: ReadonlySet<string>; expose: readonly string[] }

const preflightSeconds = 600

/**
 * Web pages may call this server from its own origin and from those that the operator lists, and
 * those of this machine where the server is there too; from any other the public search alone. What
 * they could do unread (a simple POST) is refused; so is everything of MCP. A program sends no
 * Origin.
 */
export function knownOrigins({ settings }: Pick<HttpDeps, 'settings'>, { paths, expose }: Open) {
  const isPublic = ({ path }: Context) => settings.publicSearch && paths.has(path)
  const allow = cors({
    origin: (ctx: Context) => originFor(ctx),
    exposeHeaders: [...expose],
    maxAge: preflightSeconds,
  })

  function originFor(ctx: Context): string {
    const origin = ctx.get('origin')
    if (origin !== '' && isKnownOrigin(ctx, settings)) return origin
    return isPublic(ctx) ? '*' : ''
  }

  return async (ctx: Context, next: Next) => {
    const isNamed = ctx.get('origin') !== ''
    if (!isNamed && !isPublic(ctx)) {
      // All that @koa/cors would do.
      ctx.vary('Origin')
      return void (await next())
    }
    if (isNamed && originFor(ctx) === '') {
      const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
      if (!isRead || ctx.path === mcpPath) throw foreign()
    }
    // A preflight ends here, whatever path it is for.
    if (isPreflight(ctx)) ctx.state.route ??= 'preflight'
    await allow(ctx, next)
  }
}

function isKnownOrigin(ctx: Context, { baseUrl, allowedOrigins }: HttpSettings): boolean {
  const origin = ctx.get('origin')
  const listed = [baseUrl(), ...allowedOrigins].map((address) => new URL(address).origin)
  if (listed.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  if (isLoopback(hostOf(baseUrl())) && isLoopback(hostname)) return true
  // By whichever of its names: which those are has been looked at.
  return ctx.path !== mcpPath && host === ctx.get('host').toLowerCase()
}

function isPreflight(ctx: Context): boolean {
  const isAsked = ctx.method === 'OPTIONS' && ctx.get('access-control-request-method') !== ''
  return isAsked && ctx.get('origin') !== ''
}

function foreign(): Forbidden {
  return new Forbidden({
    reason: 'origin',
    message:
      'Pages of this origin are not served. The operator can list it in KONTOR_ALLOWED_ORIGINS.',
  })
}

function hostOf(address: string): string {
  if (last.address !== address) last = { address, host: new URL(address).hostname }
  return last.host
}

/** Each request asks for that of the base URL. */
let last = { address: '', host: '' }

/** The name in a Host header, without its port; undefined for anything that is not one. */
function hostNameOf(header: string): string | undefined {
  if (lastAsked.header !== header) lastAsked = { header, name: readHostName(header) }
  return lastAsked.name
}

/** Most requests have the same. */
let lastAsked: { header: string; name: string | undefined } = { header: '', name: undefined }

function readHostName(header: string): string | undefined {
  const address = `http://${header}`
  if (!/^[^\s/?#@\\]+$/.test(header) || !URL.canParse(address)) return undefined
  return new URL(address).hostname
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)
}
