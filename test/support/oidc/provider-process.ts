// A certified provider of OpenID Connect (oidc-provider) in a process of its own. What it does and
// who logs in, the test says by messages; people log in without being asked, or by a button.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as jose from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import type { Order, Person } from './real-provider.ts'

const [port = '', appUrl = '', clientSecret = ''] = process.argv.slice(2)
const issuer = `http://127.0.0.2:${port}`
const client = {
  client_id: 'kontor',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: [`${appUrl}/console/oidc/real/callback`],
  post_logout_redirect_uris: [`${appUrl}/docs`],
  backchannel_logout_uri: `${appUrl}/console/oidc/real/backchannel-logout`,
  backchannel_logout_session_required: true,
  ...(clientSecret === ''
    ? { token_endpoint_auth_method: 'none' as const }
    : { client_secret: clientSecret }),
}

let person: Person = { sub: 'nobody', claims: {} }
let hasButton = false
const people = new Map<string, Person>()
const refreshTokens = new Set<{ destroy(): Promise<unknown> }>()
const sessions: { accountId: string; sid: string }[] = []

async function makeProvider(): Promise<Provider> {
  const { privateKey } = await jose.generateKeyPair('RS256', { extractable: true })
  const key = { ...(await jose.exportJWK(privateKey)), use: 'sig', alg: 'RS256' }
  const kid = await jose.calculateJwkThumbprint(key)
  const configuration: Configuration = {
    clients: [client],
    jwks: { keys: [{ ...key, kid }] } as Configuration['jwks'],
    cookies: { keys: ['a secret of this test'] },
    claims: {
      openid: ['sub', 'sid'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups', 'offline_access'],
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    // Its own refuses what is on this machine.
    fetch: (url, options) => {
      const { dispatcher: _, ...rest } = options as typeof options & { dispatcher?: unknown }
      return fetch(url, rest)
    },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: async () => true,
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ ...people.get(accountId)?.claims, sub: accountId }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId as string,
        clientId: oidc.client?.clientId as string,
      })
      grant.addOIDCScope('openid email profile groups offline_access')
      await grant.save()
      return grant
    },
  }
  const made = new Provider(issuer, configuration)
  made.on('refresh_token.saved', (token) => refreshTokens.add(token))
  made.on('authorization.success', ({ oidc }) => {
    const sid = oidc.session?.sidFor('kontor')
    const accountId = oidc.session?.accountId
    if (sid !== undefined && accountId !== undefined) sessions.push({ accountId, sid })
  })
  return made
}

let provider = await makeProvider()
let answer = provider.callback()

async function interact(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (hasButton && req.method === 'GET') {
    res.setHeader('content-type', 'text/html')
    res.end('<!doctype html><title>Provider</title><form method=post><button>Go</button></form>')
    return
  }
  people.set(person.sub, person)
  const { amr, acr } = person
  const login = { accountId: person.sub, ...(amr && { amr }), ...(acr && { acr }) }
  await provider.interactionFinished(req, res, { login }, { mergeWithLastSubmission: false })
}

const server = createServer((req, res) => {
  if (req.url?.startsWith('/interaction/')) {
    interact(req, res).catch((error) => res.writeHead(500).end(String(error)))
  } else answer(req, res)
})
server.listen(Number(port), '127.0.0.2', () => process.send?.({ ready: true }))

process.on('message', async ({ id, order }: { id: number; order: Order }) => {
  try {
    process.send?.({ id, result: (await obey(order)) ?? null })
  } catch (error) {
    process.send?.({ id, error: String(error) })
  }
})
process.on('disconnect', () => process.exit())

async function obey(order: Order): Promise<unknown> {
  if ('person' in order) person = order.person
  if ('button' in order) hasButton = order.button
  if ('rotate' in order) {
    provider = await makeProvider()
    answer = provider.callback()
  }
  if ('revoke' in order) for (const token of refreshTokens) await token.destroy()
  if ('logOut' in order) {
    const found = sessions.findLast(({ accountId }) => accountId === order.logOut)
    const known = await provider.Client.find('kontor')
    // biome-ignore lint/suspicious/noExplicitAny: its types leave this method out
    await (known as any).backchannelLogout(found?.accountId, found?.sid)
  }
  return undefined
}
