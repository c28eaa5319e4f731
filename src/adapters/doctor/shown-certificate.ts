import { isIP } from 'node:net'
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import type { ShownCertificate } from '../../domain/first-hour/ports.ts'

const waitMs = 10_000
/** A chain that goes round would have no end. */
const chainMax = 10

/**
 * The certificate that clients are shown at an address, believed or not; null for plain HTTP and
 * where nothing answers.
 */
export async function shownCertificate(url: string): Promise<ShownCertificate | null> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return null
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({
    host,
    port: Number(port) || 443,
    ...(isIP(host) ? {} : { servername: host }),
    // It is looked at, and nothing is said to it.
    rejectUnauthorized: false,
  })
  try {
    await secured(socket)
    return certificateOf(socket)
  } catch {
    return null
  } finally {
    socket.destroy()
  }
}

function secured(socket: TLSSocket): Promise<void> {
  return new Promise((done, fail) => {
    socket.setTimeout(waitMs, () => fail(new Error('no answer')))
    socket.once('secureConnect', done)
    socket.once('error', fail)
  })
}

function certificateOf(socket: TLSSocket): ShownCertificate | null {
  const own = socket.getPeerCertificate(true)
  if (!own?.valid_to) return null
  const chain: string[] = []
  let at: DetailedPeerCertificate | undefined = own
  const seen = new Set<string>()
  while (at && chain.length < chainMax && !seen.has(at.fingerprint256)) {
    seen.add(at.fingerprint256)
    chain.push(nameIn(at.subject))
    at = at.issuerCertificate
  }
  const trouble = socket.authorized ? null : String(socket.authorizationError)
  return {
    subject: nameIn(own.subject),
    issuer: nameIn(own.issuer),
    endMs: Date.parse(own.valid_to),
    chain,
    isTrusted: socket.authorized,
    trouble,
  }
}

function nameIn(of: DetailedPeerCertificate['subject'] | undefined): string {
  const name = of?.CN ?? of?.O ?? ''
  return Array.isArray(name) ? name.join(', ') : name
}
