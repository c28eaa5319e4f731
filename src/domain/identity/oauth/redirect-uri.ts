import { redirectUriLengthMax } from '../limits.ts'

/**
 * Where a program may have the browser sent back to: a page over HTTPS, this very machine at any
 * port (RFC 8252, 7.3), or a scheme that belongs to a domain (RFC 8252, 7.1: it has a dot, so
 * nobody else's is taken by accident and none of the web's own is one).
 */

/** Cursor registers cursor://anysphere.cursor-mcp/oauth/callback among others, all or none. */
const otherSchemes: readonly string[] = ['cursor']
const ownScheme = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+$/
const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** What is wrong with one that is to be registered; undefined where nothing is. */
export function redirectProblem(uri: string): string | undefined {
  if (uri.length > redirectUriLengthMax) return `is longer than ${redirectUriLengthMax} characters`
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\#]/.test(uri) || !URL.canParse(uri)) {
    return 'must be an absolute URI without a fragment'
  }
  const { protocol, username, password } = new URL(uri)
  if (username !== '' || password !== '') return 'must name no user'
  const scheme = protocol.slice(0, -1)
  if (scheme === 'https' || isLoopback(uri)) return undefined
  if (otherSchemes.includes(scheme) || ownScheme.test(scheme)) return undefined
  return 'must be https, http on this machine, or a scheme of a program with a dot in it'
}

/** Letter for letter; on this machine whatever the port. */
export function isRegistered(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true
  if (redirectProblem(uri) !== undefined || !isLoopback(uri)) return false
  return registered.some((one) => isLoopback(one) && portless(one) === portless(uri))
}

/** Who would get the answer, as a person reads it: a host, or the scheme of a program. */
export function placeOf(uri: string): string {
  const { protocol, host } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}

/** The address with an answer in it. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string>>): string {
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(answer)}`
}

export function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri)
  return protocol === 'http:' && loopback.includes(hostname)
}

function portless(uri: string): string {
  const url = new URL(uri)
  url.port = ''
  return url.href
}
