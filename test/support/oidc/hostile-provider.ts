// A provider that says what a certified one never does: the test writes its ID tokens by hand.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as jose from 'jose'

export type Claims = Record<string, unknown>
export type Signed = { claims: Claims; nonce: string; hostile: HostileProvider }
/** Gives the ID token for the nonce that was asked for. */
export type Signer = (asked: Signed) => string | Promise<string>

export type HostileProvider = {
  issuer: string
  claims: Claims
  /** What it says of itself besides what it must. */
  metadata: Claims
  /** Keys that it shows. */
  keys: jose.JWK[]
  privateKey: jose.CryptoKey
  sign: Signer
  /** Answers of its token endpoint other than tokens. */
  tokenAnswer: { status: number; body: string; headers?: Record<string, string> } | undefined
  userInfo: Claims | undefined
  asked: { [path: string]: number }
  /** How the client showed who it is, the last time. */
  shown: { authorization: string | undefined; secret: string | null }
  logoutToken(claims: Claims, header?: Claims): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

export async function newKey(kid: string) {
  const { privateKey, publicKey } = await jose.generateKeyPair('RS256', { extractable: true })
  return {
    privateKey,
    jwk: { ...(await jose.exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' },
  }
}

export const nowSeconds = () => Math.floor(Date.now() / 1_000)

export function honest({ claims, nonce, hostile }: Signed): Promise<string> {
  const all = { iss: hostile.issuer, aud: 'kontor', nonce, iat: nowSeconds(), ...claims }
  return signed({ exp: nowSeconds() + 300, ...all }, hostile)
}

export function signed(
  claims: Claims,
  { privateKey }: Pick<HostileProvider, 'privateKey'>,
  header: Claims = {},
): Promise<string> {
  return new jose.SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'first', ...header })
    .sign(privateKey)
}

export async function openHostileProvider(): Promise<HostileProvider> {
  const { privateKey, jwk } = await newKey('first')
  /** Nonces by code: a test hands in the nonce as the code. */
  const server = createServer(async (req, res) => {
    const path = new URL(req.url ?? '', 'http://x').pathname
    hostile.asked[path] = (hostile.asked[path] ?? 0) + 1
    const json = (body: unknown, status = 200) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (path.endsWith('/openid-configuration')) return json(metadataOf(hostile))
    if (path === '/jwks') return json({ keys: hostile.keys })
    if (path === '/userinfo') return json(hostile.userInfo)
    if (path !== '/token') return json({}, 404)
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    hostile.shown = {
      authorization: req.headers.authorization,
      secret: form.get('client_secret'),
    }
    const other = hostile.tokenAnswer
    if (other) {
      const headers = { 'content-type': 'application/json', ...other.headers }
      return res.writeHead(other.status, headers).end(other.body)
    }
    const asked = { claims: hostile.claims, nonce: form.get('code') ?? '', hostile }
    return json({ access_token: 'a', token_type: 'bearer', id_token: await hostile.sign(asked) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hostile: HostileProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    metadata: {},
    keys: [jwk],
    privateKey,
    sign: honest,
    tokenAnswer: undefined,
    userInfo: undefined,
    asked: {},
    shown: { authorization: undefined, secret: null },
    logoutToken(claims, header = {}) {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const all = { iss: hostile.issuer, aud: 'kontor', iat: nowSeconds(), events }
      return signed({ ...all, jti: crypto.randomUUID(), ...claims }, hostile, header)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return hostile
}

function metadataOf({ issuer, metadata, userInfo }: HostileProvider): Claims {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    ...(userInfo && { userinfo_endpoint: `${issuer}/userinfo` }),
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    ...metadata,
  }
}
