import type { Context } from 'koa'
import { Conflict, Forbidden } from '../../base/errors.ts'
import type { Principal } from '../../domain/identity/index.ts'

/**
 * The session of a browser: a cookie that no script reads, that goes to this host alone, and that
 * counts for requests of our own pages only. Same site is not same origin: what listens at another
 * port of this host is a stranger, so the browser's word for where a request comes from is asked
 * for (Fetch Metadata), and for what changes something a header that no form sends.
 */

const lifetimeSeconds = 7 * 24 * 3600
const pageHeader = 'x-kontor-console'
const userHeader = 'x-kontor-user'

/**
 * `__Host-`: Secure, and for this host alone. Plain HTTP can have no such name. Such a cookie goes
 * to all of the host, so a server below a path has the path in it: two of them beside each other
 * are two log-ins.
 */
function nameFor(baseUrl: string): string {
  const { pathname } = new URL(baseUrl)
  const path = pathname
    .replace(/\/$/, '')
    .replace(/[^\w/-]/g, '_')
    .replaceAll('/', '.')
  return `${isSecure(baseUrl) ? '__Host-kontor' : 'kontor'}${path}`
}

/** The token in the cookie; undefined where there is none that could be one of ours. */
export function cookieToken(ctx: Context, baseUrl: string): string | undefined {
  if (ctx.req.headers.cookie === undefined) return undefined
  const value = ctx.cookies.get(nameFor(baseUrl))
  return value?.startsWith('sess_') ? value : undefined
}

type Given = { baseUrl: string; token: string }

export function giveCookie(ctx: Context, { baseUrl, token }: Given): void {
  const age = `Max-Age=${lifetimeSeconds}`
  ctx.append('Set-Cookie', `${nameFor(baseUrl)}=${token}; ${age}; ${rulesFor(baseUrl)}`)
}

export function takeCookie(ctx: Context, baseUrl: string): void {
  ctx.append('Set-Cookie', `${nameFor(baseUrl)}=; Max-Age=0; ${rulesFor(baseUrl)}`)
}

function rulesFor(baseUrl: string, sameSite: 'Strict' | 'Lax' = 'Strict'): string {
  return `Path=/; HttpOnly; SameSite=${sameSite}${isSecure(baseUrl) ? '; Secure' : ''}`
}

/**
 * What a browser is known by while somebody is at a provider of single sign-on: it comes back from
 * another site, where a Strict cookie stays behind.
 */
const signInSeconds = 15 * 60

function signInNameFor(baseUrl: string): string {
  return `${nameFor(baseUrl)}-sign-in`
}

export function signInToken(ctx: Context, baseUrl: string): string | undefined {
  const value = ctx.cookies.get(signInNameFor(baseUrl))
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

export function giveSignInCookie(ctx: Context, { baseUrl, token }: Given): void {
  const age = `Max-Age=${signInSeconds}`
  const name = signInNameFor(baseUrl)
  ctx.append('Set-Cookie', `${name}=${token}; ${age}; ${rulesFor(baseUrl, 'Lax')}`)
}

/**
 * For what a browser's session is to count for. Throws Forbidden unless a page of this server asks,
 * over HTTPS or on this machine.
 */
export function requireOwnPage(ctx: Context, baseUrl: string): void {
  requireSafePlace(baseUrl)
  if (ctx.get('sec-fetch-site') !== 'same-origin') throw foreign('same_origin')
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return
  if (ctx.get(pageHeader) !== '1') throw foreign('console_header')
  if (!isOwnOrigin(ctx, baseUrl)) throw foreign('origin')
}

/**
 * All windows of a browser have one cookie: a page that shows Ada must not act as Ben, who logged
 * in beside it. Throws Conflict where it says that it shows somebody else.
 */
export function requireShown(ctx: Context, { userId }: Principal): void {
  const shown = ctx.get(userHeader)
  if (shown === '' || shown === userId) return
  throw new Conflict({
    reason: 'other_user',
    message: 'Somebody else is logged in in this browser by now. Load the page anew.',
  })
}

/** No cookie that counts goes over a net in the clear. Throws Forbidden. */
export function requireSafePlace(baseUrl: string): void {
  if (isSafePlace(baseUrl)) return
  throw new Forbidden({
    reason: 'https_required',
    message: 'Browsers log in over HTTPS alone: the base URL of this server is plain HTTP.',
  })
}

export function isSafePlace(baseUrl: string): boolean {
  return isSecure(baseUrl) || isHere(baseUrl)
}

/** By the name of the base URL, or by the one that the page itself was asked for. */
function isOwnOrigin(ctx: Context, baseUrl: string): boolean {
  const origin = ctx.get('origin')
  if (!URL.canParse(origin)) return false
  return (
    origin === new URL(baseUrl).origin || new URL(origin).host === ctx.get('host').toLowerCase()
  )
}

function foreign(reason: 'same_origin' | 'console_header' | 'origin'): Forbidden {
  const message = `The session of a browser counts for pages of this server alone: ${why[reason]}.`
  return new Forbidden({ reason, message })
}

const why = {
  same_origin: 'Sec-Fetch-Site must be same-origin',
  console_header: `${pageHeader} must be 1`,
  origin: 'Origin must be that of this server',
} as const

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}

function isHere(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
