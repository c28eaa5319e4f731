import { isIP } from 'node:net'
import type { PasskeyPlace } from '../domain/identity/index.ts'
import type { HttpFacts } from './route.ts'

/**
 * Where passkeys are for, by the base URL: its name, over HTTPS. On this machine it is localhost,
 * because no address is a name. Undefined where browsers would make none.
 */
export function passkeyPlaceOf({ baseUrl }: Pick<HttpFacts, 'baseUrl'>): PasskeyPlace | undefined {
  const { protocol, hostname, port, origin } = new URL(baseUrl)
  if (isHere(hostname)) {
    return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` }
  }
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return protocol === 'https:' && isName ? { id: hostname, origin } : undefined
}

function isHere(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
